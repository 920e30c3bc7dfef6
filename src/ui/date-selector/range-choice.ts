import type { IsoDay } from '#src/format/calendar.ts'

/** The current choice: both days of a complete range; only the start for a single day. */
export interface DateChoice {
  readonly startDate: IsoDay | null
  readonly endDate: IsoDay | null
}

/** A range, both days included. */
export interface DateRange {
  readonly startDate: IsoDay
  readonly endDate: IsoDay
}

/** Submitted dates: both days of a range; only the start for a single day. */
export interface SubmittedDates {
  readonly startDate: IsoDay
  readonly endDate: IsoDay | null
}

export const NOTHING_CHOSEN: DateChoice = { startDate: null, endDate: null }

/**
 * Picks a day in the calendar. The first pick begins a range and the second (`isSecond`) ends it. A second day before
 * the first swaps the two, so two picks always make a range. The next pick begins a new range.
 */
export function pickDay({ startDate }: DateChoice, day: IsoDay, isSecond: boolean): DateChoice {
  return isSecond && startDate !== null ? ordered(startDate, day) : { startDate: day, endDate: null }
}

/** Whether a day typed for one end would put the end before the start. */
export function isBackwards({ startDate, endDate }: DateChoice, end: keyof DateChoice, day: IsoDay): boolean {
  return end === 'startDate' ? endDate !== null && day > endDate : startDate !== null && day < startDate
}

/** Replaces one end, which must not put the end before the start. A last day without a first day becomes both. */
export function replaceEnd({ startDate, endDate }: DateChoice, end: keyof DateChoice, day: IsoDay): DateChoice {
  return end === 'startDate' ? { startDate: day, endDate } : { startDate: startDate ?? day, endDate: day }
}

/** The chosen range. While the second day is missing, the range ends at the day under the pointer. */
export function shownRange({ startDate, endDate }: DateChoice, pointed: IsoDay | null): DateRange | null {
  if (startDate === null) return null
  return ordered(startDate, endDate ?? pointed ?? startDate)
}

/** The dates to submit: both days of a range, or the single day; null while a day is missing. */
export function submittedDates({ startDate, endDate }: DateChoice, isRange: boolean): SubmittedDates | null {
  if (startDate === null || (isRange && endDate === null)) return null
  return { startDate, endDate: isRange ? endDate : null }
}

/** Whether the choice has two different days. Then From and To are shown as fields. */
export function hasTwoDays({ startDate, endDate }: DateChoice): boolean {
  return startDate !== null && endDate !== null && startDate !== endDate
}

function ordered(one: IsoDay, other: IsoDay): DateRange {
  return other < one ? { startDate: other, endDate: one } : { startDate: one, endDate: other }
}
