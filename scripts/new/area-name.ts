/** An area's name in the forms in which code needs it. */
export interface AreaName {
  /** "fuel-card" and "fuel-cards". */
  readonly path: string
  readonly paths: string
}

const words = (path: string) => path.split('-')
const capital = (word: string) => word.replace(/^./, (letter) => letter.toUpperCase())
const pascal = (path: string) => words(path).map(capital).join('')
export const camel = (path: string) => pascal(path).replace(/^./, (letter) => letter.toLowerCase())
export const snake = (path: string) => words(path).join('_')

/** "fuel-card" of "fuel-cards", "gate-pass" of "gate-passes", "facility" of "facilities". */
export const singularOf = (paths: string): string =>
  paths
    .replace(/ies$/, 'ys')
    .replace(/(ss|us|x|ch|sh)es$/, '$1s')
    .replace(/s$/, '')

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The forms of a name: type, value, file, column, words with and without their article, words that begin a sentence. */
const formsOf = (path: string): readonly string[] => {
  const noun = words(path).join(' ')
  return [
    pascal(path),
    camel(path),
    path,
    snake(path),
    withArticle(noun),
    capital(withArticle(noun)),
    noun,
    capital(noun),
  ]
}

const SAMPLE: AreaName = { path: 'spare-part', paths: 'spare-parts' }

/** What stands in templates, which all are about spare parts, and what takes its place for the area of this name. */
export function formsFor({ path, paths }: AreaName): ReadonlyMap<string, string> {
  const [many, one] = [formsOf(paths), formsOf(path)]
  return new Map([
    ...formsOf(SAMPLE.paths).map((form, at) => [form, many[at] ?? ''] as const),
    ...formsOf(SAMPLE.path).map((form, at) => [form, one[at] ?? ''] as const),
  ])
}
