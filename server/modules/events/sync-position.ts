import type { HistoryMark } from './event-repository.ts'
import { type HistoryTail, MAX_GAPS } from './history-tail.ts'

/** A position that devices store. */
export interface SyncPosition {
  /** The changes that the device knows. The times of its gaps are milliseconds since 1970. */
  readonly tail: HistoryTail
  /**
   * A row of the history that the device knows; null before the first one. A database that was restored from a backup
   * has another row, or none, at the same number.
   */
  readonly mark: HistoryMark | null
}

const RADIX = 36
const encode = (...numbers: readonly number[]) => numbers.map((number) => number.toString(RADIX)).join('-')

/** The numbers of a part, as many as `count`; null when it has others. */
function decode(text: string, count: number): readonly number[] | null {
  const parts = text.split('-')
  const numbers = parts.map((part) => (/^[0-9a-z]{1,10}$/.test(part) ? Number.parseInt(part, RADIX) : Number.NaN))
  return numbers.length === count && numbers.every(Number.isSafeInteger) ? numbers : null
}

/** The position as text: `newest.markSeq-markAt`, then each gap as `_first-last-since`. The numbers have the base 36. */
export function positionText({ tail, mark }: SyncPosition): string {
  const markText = mark === null ? encode(0, 0) : encode(mark.seq, mark.at)
  const gaps = tail.gaps.map(({ first, last, since }) => `_${encode(first, last, since)}`)
  return `${encode(tail.newest)}.${markText}${gaps.join('')}`
}

/** The position in a text; null when the server can't have made it. */
export function parsePosition(text: string): SyncPosition | null {
  const [head = '', ...gapTexts] = text.split('_')
  const [newestText = '', markText = '', ...others] = head.split('.')
  const [newest] = decode(newestText, 1) ?? []
  const [seq, at] = decode(markText, 2) ?? []
  if (newest === undefined || seq === undefined || at === undefined || others.length > 0) return null
  const gaps = gapTexts.flatMap((gapText) => {
    const [first, last, since] = decode(gapText, 3) ?? []
    if (first === undefined || last === undefined || since === undefined) return []
    return first <= last && last < newest ? [{ first, last, since }] : []
  })
  if (gaps.length !== gapTexts.length || gaps.length > MAX_GAPS || seq > newest) return null
  return { tail: { newest, gaps }, mark: seq === 0 ? null : { seq, at } }
}
