import { type DutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { isUnreachable } from '#src/api/api-error.ts'
import { longDay } from '#src/format/calendar.ts'
import { chicagoMoment } from '#src/format/chicago.ts'
import { countOf, formatCount } from '#src/format/numbers.ts'
import type { Week } from '#src/format/week.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'

const MINUTE = 60_000

/** "Monday, November 23, 2026 to Sunday, November 29, 2026". */
export function weekInWords({ start, end }: Week): string {
  return `${longDay(start)} to ${longDay(end)}`
}

/**
 * When the server sent the data, with the date: sheets are read on later days too. "Age unknown" for null and for a
 * time more than a minute in the future.
 */
export function dataWords(at: number | null, now: number): string {
  if (at === null || at - now > MINUTE) return 'Age unknown'
  return `As of ${chicagoMoment(at)}`
}

/** "Printed 11/23/26 2:06 PM, Central time". */
export function printedWords(now: number): string {
  return `Printed ${chicagoMoment(now)}, Central time`
}

/** Text for a sheet with changes that the server has not confirmed; empty for none. */
export function unconfirmedWords(count: number): string {
  if (count === 0) return ''
  const subject = countOf(count, 'change')
  return `${subject} that the server has not confirmed ${count === 1 ? 'is' : 'are'} marked`
}

/** Text for the filter: which dispatchers are shown. Empty without a filter. */
export function filterWords(filter: DutyStatus | ''): string {
  return filter === '' ? '' : `Dispatchers with a day of ${dutyStatusOf(filter).title}`
}

type PartialList = Pick<ReadList<unknown>, 'rows' | 'count' | 'moreProblem'>

/** Why the list is incomplete, and what to do. */
export function partWords({ rows, count, moreProblem }: PartialList): string {
  const share = `${formatCount(rows.length)} of ${countOf(count, 'dispatcher')}`
  if (moreProblem !== null && !isUnreachable(moreProblem))
    return `Only ${share} could be read. ${moreProblem.message} Try again.`
  return `Only ${share} ${rows.length === 1 ? 'is' : 'are'} on this device. Try again when there is a network.`
}
