/** An area's name, in the singular and the plural. All other forms are derived from these two. */
export interface AreaName {
  /** Singular and plural with hyphens: "fuel-card" and "fuel-cards". */
  readonly path: string
  readonly paths: string
}

const words = (path: string) => path.split('-')
const capitalized = (word: string) => word.replace(/^./, (letter) => letter.toUpperCase())
const pascal = (path: string) => words(path).map(capitalized).join('')
export const camel = (path: string) => pascal(path).replace(/^./, (letter) => letter.toLowerCase())
export const snake = (path: string) => words(path).join('_')

/** The singular of a plural: "fuel-cards" → "fuel-card", "gate-passes" → "gate-pass", "facilities" → "facility". */
export const singularOf = (paths: string): string =>
  paths
    .replace(/ies$/, 'ys')
    .replace(/(ss|us|x|ch|sh)es$/, '$1s')
    .replace(/s$/, '')

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/**
 * The forms of a name: type, value, file, column, noun with its article (also capitalized), noun (also capitalized).
 */
const formsOf = (path: string): readonly string[] => {
  const noun = words(path).join(' ')
  return [
    pascal(path),
    camel(path),
    path,
    snake(path),
    withArticle(noun),
    capitalized(withArticle(noun)),
    noun,
    capitalized(noun),
  ]
}

const SAMPLE: AreaName = { path: 'spare-part', paths: 'spare-parts' }

/** Each form of "spare part" that the templates contain → the same form of this area's name. */
export function formsFor({ path, paths }: AreaName): ReadonlyMap<string, string> {
  const [many, one] = [formsOf(paths), formsOf(path)]
  return new Map([
    ...formsOf(SAMPLE.paths).map((form, at) => [form, many[at] ?? ''] as const),
    ...formsOf(SAMPLE.path).map((form, at) => [form, one[at] ?? ''] as const),
  ])
}
