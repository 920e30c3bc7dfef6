import { MAX_DAYS } from '#contract/boards/schedule.ts'
import { invalid } from '#server/base/problem.ts'
import { addDays, daysIn } from './calendar.ts'

/** Days of the calendar (`yyyy-MM-dd`), both included. */
export interface DayRange {
  readonly first: string
  readonly last: string
}

/** What was asked for; an end that is not said is seven days from the other one. */
interface AskedRange {
  readonly first: string | undefined
  readonly last: string | undefined
}

/** Refuses a range that is reversed or too long; `lastField` is the name to blame. */
export function checkRange({ first, last }: DayRange, lastField: string, most = MAX_DAYS): void {
  const days = daysIn(first, last)
  if (days < 1) throw invalid({ [lastField]: ['The end must not be before the beginning.'] })
  if (days > most) throw invalid({ [lastField]: [`At most ${most} days at a time.`] })
}

/** The seven days that begin with `today`, or what was asked for instead; throws a 400 that blames `lastField`. */
export function weekFrom(today: string, asked: AskedRange, lastField: string): DayRange {
  const first = asked.first ?? (asked.last === undefined ? today : addDays(asked.last, -6))
  const range = { first, last: asked.last ?? addDays(first, 6) }
  checkRange(range, lastField)
  return range
}

/** The seven days that end with `today`, or what was asked for instead; throws a 400 that blames `lastField`. */
export function weekUntil(today: string, asked: AskedRange, lastField: string): DayRange {
  return weeksUntil(today, asked, { weeks: 1, lastField })
}

interface Weeks {
  readonly weeks: number
  /** The name to blame. */
  readonly lastField: string
}

/** So many weeks that end with `today`, or what was asked for instead: with one end given, so many from there. */
export function weeksUntil(today: string, asked: AskedRange, { weeks, lastField }: Weeks): DayRange {
  const others = weeks * 7 - 1
  const last = asked.last ?? (asked.first === undefined ? today : addDays(asked.first, others))
  const range = { first: asked.first ?? addDays(last, -others), last }
  checkRange(range, lastField)
  return range
}
