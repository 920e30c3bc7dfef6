import { folded } from './folded.ts'

const SUFFIX = /^(?:jr|sr|junior|senior|i{2,3}|iv|2nd|3rd|4th)$/

/** The form of a person's name for comparisons, the same for every way in which vendors write it. */
export interface NameKey {
  /** The letters, first name first, without spaces and suffix. */
  readonly name: string
  /** "jr", "sr", "iii"; empty for none. */
  readonly suffix: string
  /** The words without the suffix, sorted: finds a name with first and last name swapped. */
  readonly parts: string
}

/** Reads "José Núñez", "NUNEZ, JOSE", "Smith Jr., Robert", "SMITH, ROBERT, JR". */
export function nameKey(text: string): NameKey {
  const parts = text.split(',').map((part) => folded(part.replace(/[-/]+/g, ' ')).split(' ').filter(Boolean))
  const hasName = parts.flat().length > 2
  const suffixes: string[] = []
  const partsWithoutSuffix = parts
    .map((words) => {
      const isSuffix = (word: string, at: number) => hasName && SUFFIX.test(word) && (at > 0 || words.length === 1)
      suffixes.push(...words.filter(isSuffix))
      return words.filter((word, at) => !isSuffix(word, at))
    })
    .filter((words) => words.length > 0)
  const [last = [], ...first] = partsWithoutSuffix
  const words = [...first.flat(), ...last]
  const suffix = (suffixes[0] ?? '')
    .replace('junior', 'jr')
    .replace('senior', 'sr')
    .replace('2nd', 'ii')
    .replace('3rd', 'iii')
  return { name: words.join(''), suffix, parts: words.toSorted().join(' ') }
}
