import { addDays, daysBetween, daysFrom, type IsoDay } from './calendar.ts'

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

/** The last week of expenses: the one that ends today. */
export const LATEST_EXPENSE_WEEK = -1

/** Seven days of expenses: -1 ends today, -2 the day before those began. None lies in the future, whatever is asked for. */
export function expenseWeekAt(today: IsoDay, index: number): Week {
  return weekAt(addDays(today, 1), Math.min(index, LATEST_EXPENSE_WEEK))
}

/** In which of those seven days a day lies; one that is still to come counts as today. */
export function expenseWeekOf(day: IsoDay, today: IsoDay): number {
  return Math.min(weekIndexOf(day, addDays(today, 1)), LATEST_EXPENSE_WEEK)
}

/** In which week from today a day is: 0 begins today, -1 ends yesterday. The index of an expense week, by its start. */
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
