import { addDays, daysBetween, daysFrom, type IsoDay, sundayOf } from '#src/format/calendar.ts'

/** A run of days, both ends included. */
export interface Span {
  readonly start: IsoDay
  readonly end: IsoDay
}

/**
 * The days to fetch and store for the seven days from `start`: its calendar week and the next one. Weeks on screen
 * begin today, so their ranges change every morning. If they were stored by those ranges, an offline device would have
 * this week's days but not find them.
 */
export function spanOf(start: IsoDay): Span {
  const sunday = sundayOf(start)
  return { start: sunday, end: addDays(sunday, 13) }
}

export function isInSpan(day: IsoDay, span: Span): boolean {
  return day >= span.start && day <= span.end
}

/** The days of a span, in order. */
export function datesOf(span: Span): readonly IsoDay[] {
  return daysFrom(span.start, daysBetween(span.start, span.end) + 1)
}
