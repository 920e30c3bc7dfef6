/** An area's name in the forms in which code needs it. */
export interface AreaName {
  /** "fuel-card" and "fuel-cards". */
  readonly path: string
  readonly paths: string
}

const words = (path: string) => path.split('-')
const capital = (word: string) => word.replace(/^./, (letter) => letter.toUpperCase())
const pascal = (path: string) => words(path).map(capital).join('')
const camel = (path: string) => pascal(path).replace(/^./, (letter) => letter.toLowerCase())

/** The forms of a name: type, value, file, column, words, and words at the beginning of a sentence. */
const formsOf = (path: string): readonly string[] => [
  pascal(path),
  camel(path),
  path,
  words(path).join('_'),
  words(path).join(' '),
  capital(words(path).join(' ')),
]

const SAMPLE: AreaName = { path: 'spare-part', paths: 'spare-parts' }

/** A text about spare parts, which all templates are, as a text about the area of this name. */
export function named(text: string, { path, paths }: AreaName): string {
  const pairs = [
    ...formsOf(SAMPLE.paths).map((form, at) => [form, formsOf(paths)[at] ?? ''] as const),
    ...formsOf(SAMPLE.path).map((form, at) => [form, formsOf(path)[at] ?? ''] as const),
  ]
  // The many first: "spare part" begins "spare parts".
  return pairs.reduce((said, [form, own]) => said.replaceAll(form, own), text)
}
