/**
 * How far the history has been read. A sequence number is assigned when a row is written, but the row is visible only
 * after its commit. A lower number can therefore appear after a higher one. Skipped numbers are looked up again until
 * their transaction must be over. Pure functions: `rangesOf` lists the ranges to read; `advance` adds the rows that
 * were read.
 */
export interface HistoryTail {
  /** The highest number seen. */
  readonly newest: number
  /** Ranges of lower numbers that were missing, in order. */
  readonly gaps: readonly Gap[]
}

interface Gap {
  readonly first: number
  readonly last: number
  /** When the numbers were skipped: milliseconds of the reader's clock. */
  readonly since: number
}

export interface Range {
  readonly first: number
  readonly last: number
}

/** Longer than any transaction of a change: the database ends its statements and idle times after one minute each. */
const MAX_TRANSACTION_MS = 5 * 60_000
/** Above this count the oldest gaps are dropped: so many gaps come from transactions rolled back within minutes. */
export const MAX_GAPS = 300
const HIGHEST = Number.MAX_SAFE_INTEGER

export const tailFrom = (newest: number): HistoryTail => ({ newest, gaps: [] })

/** Ranges in which new rows may have appeared: the skipped numbers, and everything after the highest. */
export function rangesOf({ newest, gaps }: HistoryTail): readonly Range[] {
  return [...gaps, { first: newest + 1, last: HIGHEST }]
}

/**
 * The tail after the rows with these numbers (ascending, within its ranges) have been read. `readTo`: up to which number
 * everything was read. A read with a limit may have left rows of a gap behind it.
 */
export function advance(
  tail: HistoryTail,
  numbers: readonly number[],
  now: number,
  readTo: number = HIGHEST,
): HistoryTail {
  const mayFill = ({ since, last }: Gap) => now - since <= MAX_TRANSACTION_MS || last > readTo
  const found = numbers.filter((number) => number <= tail.newest)
  const still = tail.gaps.flatMap((gap) => without(gap, found)).filter(mayFill)
  let newest = tail.newest
  const passed: Gap[] = []
  for (const number of numbers.slice(found.length)) {
    if (number > newest + 1) passed.push({ first: newest + 1, last: number - 1, since: now })
    newest = number
  }
  return { newest, gaps: [...still, ...passed].slice(-MAX_GAPS) }
}

function without(gap: Gap, numbers: readonly number[]): readonly Gap[] {
  const inside = numbers.filter((number) => number >= gap.first && number <= gap.last)
  const bounds = [gap.first - 1, ...inside, gap.last + 1]
  return bounds.slice(1).flatMap((bound, at) => {
    const part = { first: (bounds[at] ?? 0) + 1, last: bound - 1, since: gap.since }
    return part.first > part.last ? [] : [part]
  })
}

/**
 * The number up to which every row has been read. A client that resumes from it misses nothing, but may get rows twice.
 */
export function positionOf({ newest, gaps }: HistoryTail): number {
  return (gaps[0]?.first ?? newest + 1) - 1
}
