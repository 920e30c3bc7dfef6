import { addDays, daysBetween, daysFrom, type IsoDay } from './calendar.ts'

export const DAYS_IN_WEEK = 7

/** Seven days, both ends included. */
export interface Week {
  readonly start: IsoDay
  readonly end: IsoDay
}

/** The week that is `offset` steps of seven days from today: 0 runs from today to six days ahead, -1 ends yesterday. */
export function weekAt(today: IsoDay, offset: number): Week {
  const start = addDays(today, offset * DAYS_IN_WEEK)
  return { start, end: addDays(start, DAYS_IN_WEEK - 1) }
}

/** The latest expense week: it ends today. */
export const LATEST_EXPENSE_WEEK = -1

/** An expense week: -1 ends today, -2 ends the day before week -1 begins. A higher index is limited to -1. */
export function expenseWeekAt(today: IsoDay, index: number): Week {
  return weekAt(addDays(today, 1), Math.min(index, LATEST_EXPENSE_WEEK))
}

/** The index of the expense week that contains a day. A future day counts as today. */
export function expenseWeekOf(day: IsoDay, today: IsoDay): number {
  return Math.min(weekIndexOf(day, addDays(today, 1)), LATEST_EXPENSE_WEEK)
}

/**
 * The index of the week, counted from today, that contains a day: 0 begins today, -1 ends yesterday. For the start of
 * an expense week the result is also that week's expense index.
 */
export function weekIndexOf(start: IsoDay, today: IsoDay): number {
  return Math.floor(daysBetween(today, start) / DAYS_IN_WEEK)
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
