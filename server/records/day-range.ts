import { MAX_DAYS } from '#contract/boards/schedule.ts'
import { invalid } from '#server/base/problem.ts'
import { addDays, countDays } from './calendar.ts'

/** A range of dates (`yyyy-MM-dd`). Both ends are included. */
export interface DayRange {
  readonly first: string
  readonly last: string
}

/** The range in a request. The functions below fill in an end that is missing. */
interface RequestedRange {
  readonly first: string | undefined
  readonly last: string | undefined
}

/** Throws a 400 for a range that is reversed or longer than `maxDays`. `lastField` is the field that the 400 names. */
export function checkRange({ first, last }: DayRange, lastField: string, maxDays = MAX_DAYS): void {
  const days = countDays(first, last)
  if (days < 1) throw invalid({ [lastField]: ['The end must not be before the beginning.'] })
  if (days > maxDays) throw invalid({ [lastField]: [`At most ${maxDays} days at a time.`] })
}

/**
 * The requested range, by default the seven days that begin today. With one end missing: seven days from the other end.
 * Throws a 400 on `lastField` for a bad range.
 */
export function weekFrom(today: string, requested: RequestedRange, lastField: string): DayRange {
  const first = requested.first ?? (requested.last === undefined ? today : addDays(requested.last, -6))
  const range = { first, last: requested.last ?? addDays(first, 6) }
  checkRange(range, lastField)
  return range
}

/** Like `weekFrom`, but by default the seven days that end today. */
export function weekUntil(today: string, requested: RequestedRange, lastField: string): DayRange {
  return weeksUntil(today, requested, { weeks: 1, lastField })
}

interface Weeks {
  readonly weeks: number
  /** The field that a 400 names. */
  readonly lastField: string
}

/** Like `weekUntil`, for `weeks` weeks instead of one. */
export function weeksUntil(today: string, requested: RequestedRange, { weeks, lastField }: Weeks): DayRange {
  const otherDays = weeks * 7 - 1
  const last = requested.last ?? (requested.first === undefined ? today : addDays(requested.first, otherDays))
  const range = { first: requested.first ?? addDays(last, -otherDays), last }
  checkRange(range, lastField)
  return range
}
