import { addDays, daysFrom, type IsoDay } from './calendar.ts'

export const DAYS_IN_WEEK = 7

/** Seven days; both ends belong to it. */
export interface Week {
  readonly start: IsoDay
  readonly end: IsoDay
}

/** The week that is `offset` steps of seven days from today: 0 runs from today to six days ahead, -1 ends yesterday. */
export function weekAt(today: IsoDay, offset: number): Week {
  const start = addDays(today, offset * DAYS_IN_WEEK)
  return { start, end: addDays(start, DAYS_IN_WEEK - 1) }
}

/** The seven days of a week, in order. */
export function daysOf(week: Week): readonly IsoDay[] {
  return daysFrom(week.start, DAYS_IN_WEEK)
}

/** "Current", "Last week", "3 weeks ago", "in 1 week", "in 4 weeks". */
export function weekLabel(offset: number): string {
  if (offset === 0) return 'Current'
  if (offset === -1) return 'Last week'
  if (offset < 0) return `${-offset} weeks ago`
  return offset === 1 ? 'in 1 week' : `in ${offset} weeks`
}
