import { glued } from './folded.ts'
import { textToFind } from './search.ts'

/** The codes by which people look for a record. */
export interface RecordCodes {
  /** The number on it, with which everybody names it. */
  readonly number: string
  /** Its other codes, the most telling first. Null for a code that it does not have. */
  readonly others: readonly (string | null)[]
}

const LEADING_ZEROS = /(^|[^0-9])0+(?=[0-9])/g
/** The letters of a series before a number, as in "TL-1048". */
const SERIES = /^[a-z]+(?=[0-9])/

/** A code for comparisons: folded, without spaces, separators and the leading zeros of its numbers. */
const keyOf = (code: string) => glued(code).replace(LEADING_ZEROS, '$1')

/** The ranks of `codeRank`. The record's other codes have the ranks from `OTHER_CODE` on, in their order. */
const EXACT_NUMBER = 0
const BEGINNING_OF_NUMBER = 1
const OTHER_CODE = 2

/** The code that a search names, for `codeRank`. `words`: the search's `searchWords`. Empty for an empty search. */
export function searchedCode(words: readonly string[]): string {
  return keyOf(words.map(textToFind).join(''))
}

/**
 * How well a record's codes match a searched code; 0 is best: the number itself, a number that begins with the code,
 * each other code, and anything else. The letters before a number may be left out: "1048" is the number "TL-1048".
 */
export function codeRank(searched: string, { number, others }: RecordCodes): number {
  const key = keyOf(number)
  const spellings = [key, key.replace(SERIES, '')]
  if (spellings.includes(searched)) return EXACT_NUMBER
  if (spellings.some((one) => one.startsWith(searched))) return BEGINNING_OF_NUMBER
  const at = others.findIndex((code) => code !== null && code !== '' && keyOf(code) === searched)
  return OTHER_CODE + (at < 0 ? others.length : at)
}

/** Whether a rank of `codeRank` says that the searched code is one of the record's codes, from end to end. */
export function isExactRank(rank: number, { others }: Pick<RecordCodes, 'others'>): boolean {
  return rank === EXACT_NUMBER || (rank >= OTHER_CODE && rank < OTHER_CODE + others.length)
}

/**
 * Compares records by `codeRank`, best first, and then by `compare`. Each record is ranked once. An empty code ranks
 * all records equally.
 */
export function byCodeRank<Row extends object>(
  searched: string,
  codesOf: (row: Row) => RecordCodes,
  compare: (a: Row, b: Row) => number,
): (a: Row, b: Row) => number {
  if (searched === '') return compare
  const ranks = new WeakMap<Row, number>()
  const rankOf = (row: Row) => {
    const rank = ranks.get(row) ?? codeRank(searched, codesOf(row))
    ranks.set(row, rank)
    return rank
  }
  return (a, b) => rankOf(a) - rankOf(b) || compare(a, b)
}
