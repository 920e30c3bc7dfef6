import { MAX_HISTORY_DAYS } from '#contract/boards/telematics.ts'
import { addDays, daysBetween, type IsoDay } from '#src/format/calendar.ts'
import { DAYS_IN_WEEK } from '#src/format/week.ts'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'

/** The number of days in a range, both ends included. */
export const daysIn = ({ startDate, endDate }: DateRange): number => daysBetween(startDate, endDate) + 1

/** The range of so many days that ends on a day. */
export const endingOn = (endDate: IsoDay, days: number): DateRange => ({
  startDate: addDays(endDate, 1 - days),
  endDate,
})

/** Why a range is not possible; null if it is. */
export function rangeProblem(range: DateRange): string | null {
  return daysIn(range) > MAX_HISTORY_DAYS ? `At most ${MAX_HISTORY_DAYS} days at a time.` : null
}

/**
 * The days in a URL: the last seven by default. Future days are left out, days in the wrong order are swapped, and a
 * range that is too long keeps its last days.
 */
export function historyRange(from: IsoDay | undefined, to: IsoDay | undefined, today: IsoDay): DateRange {
  const [first, last] = from !== undefined && to !== undefined && to < from ? [to, from] : [from, to]
  const start = first ?? last
  if (start === undefined || start > today) return endingOn(today, DAYS_IN_WEEK)
  const endDate = last === undefined || last > today ? today : last
  const whole = { startDate: start, endDate }
  return rangeProblem(whole) === null ? whole : endingOn(endDate, MAX_HISTORY_DAYS)
}
