import type { IsoDay } from '#src/format/calendar.ts'

/** What is chosen so far: of a range both days when it is whole, of a single day only the start. */
export interface DateChoice {
  readonly startDate: IsoDay | null
  readonly endDate: IsoDay | null
}

/** Both ends belong to it. */
export interface DateRange {
  readonly startDate: IsoDay
  readonly endDate: IsoDay
}

/** What is submitted: of a range both days, of a single day only the start. */
export interface SubmittedDates {
  readonly startDate: IsoDay
  readonly endDate: IsoDay | null
}

export const NOTHING_CHOSEN: DateChoice = { startDate: null, endDate: null }

/**
 * A day is picked in the calendar. The first begins a range, the second ends it (`isSecond`); a second one before the
 * first makes the two change places, so that two picks are always a range. The next begins another.
 */
export function pickDay({ startDate }: DateChoice, day: IsoDay, isSecond: boolean): DateChoice {
  return isSecond && startDate !== null ? ordered(startDate, day) : { startDate: day, endDate: null }
}

/** Whether a day typed for one end would turn the range around. */
export function isBackwards({ startDate, endDate }: DateChoice, end: keyof DateChoice, day: IsoDay): boolean {
  return end === 'startDate' ? endDate !== null && day > endDate : startDate !== null && day < startDate
}

/** One end is typed over; it must not turn the range around. A last day alone is the first as well. */
export function replaceEnd({ startDate, endDate }: DateChoice, end: keyof DateChoice, day: IsoDay): DateChoice {
  return end === 'startDate' ? { startDate: day, endDate } : { startDate: startDate ?? day, endDate: day }
}

/** The range that is chosen; while its second day is still to be picked, with the one that is pointed at. */
export function shownRange({ startDate, endDate }: DateChoice, pointed: IsoDay | null): DateRange | null {
  if (startDate === null) return null
  return ordered(startDate, endDate ?? pointed ?? startDate)
}

/** What there is to submit: of a range both days, of a single choice the one; null while a day is missing. */
export function submittedDates({ startDate, endDate }: DateChoice, isRange: boolean): SubmittedDates | null {
  if (startDate === null || (isRange && endDate === null)) return null
  return { startDate, endDate: isRange ? endDate : null }
}

/** From and To are offered for typing when there are two days to type over. */
export function hasTwoDays({ startDate, endDate }: DateChoice): boolean {
  return startDate !== null && endDate !== null && startDate !== endDate
}

function ordered(one: IsoDay, other: IsoDay): DateRange {
  return other < one ? { startDate: other, endDate: one } : { startDate: one, endDate: other }
}
