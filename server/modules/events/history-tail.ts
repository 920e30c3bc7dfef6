/**
 * How far the history has been read. Numbers are given when a row is written and seen when it is committed, so a lower
 * number can appear after a higher one: each number that was passed over is looked for again, until its transaction must
 * be over. Pure: rows are read by `rangesOf`, and taken in by `taken`.
 */
export interface HistoryTail {
  /** The highest number seen. */
  readonly newest: number
  /** Numbers below it that were not there, in order. */
  readonly gaps: readonly Gap[]
}

interface Gap {
  readonly first: number
  readonly last: number
  /** When they were passed over, in milliseconds of a clock that never jumps. */
  readonly since: number
}

export interface Range {
  readonly first: number
  readonly last: number
}

/** No transaction of a change lives so long: the database ends its statements, and its pauses, after a minute each. */
const MAX_TRANSACTION_MS = 5 * 60_000
/** Beyond this many, the oldest are given up: that many transactions were undone within minutes. */
const MAX_GAPS = 1_000
const HIGHEST = Number.MAX_SAFE_INTEGER

export const tailFrom = (newest: number): HistoryTail => ({ newest, gaps: [] })

/** Where rows may have appeared: the numbers passed over, and everything after the highest. */
export function rangesOf({ newest, gaps }: HistoryTail): readonly Range[] {
  return [...gaps, { first: newest + 1, last: HIGHEST }]
}

/** The tail after rows with these numbers (rising, within its ranges) have been read. */
export function taken(tail: HistoryTail, numbers: readonly number[], now: number): HistoryTail {
  const isYoung = ({ since }: Gap) => now - since <= MAX_TRANSACTION_MS
  const found = numbers.filter((number) => number <= tail.newest)
  const still = tail.gaps.filter(isYoung).flatMap((gap) => without(gap, found))
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

/** The number up to which everything has been told: whoever goes on from it misses nothing, but may hear things twice. */
export function positionOf({ newest, gaps }: HistoryTail): number {
  return (gaps[0]?.first ?? newest + 1) - 1
}
