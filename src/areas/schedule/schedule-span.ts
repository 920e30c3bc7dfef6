import { addDays, daysBetween, daysFrom, type IsoDay, sundayOf } from '#src/format/calendar.ts'

/** A run of days; both ends belong to it. */
export interface Span {
  readonly start: IsoDay
  readonly end: IsoDay
}

/**
 * The days that are fetched and stored to show the seven from `start`: the calendar week it falls in and the one after.
 * Weeks on screen step from today, so their ranges are new every morning; were they stored so, a device that woke up
 * without a network would hold this week's days and find none of them.
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
