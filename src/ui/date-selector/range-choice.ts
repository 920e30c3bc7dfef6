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

/** One end is typed over. The other one comes along where it would lie on the wrong side. */
export function replaceEnd(choice: DateChoice, end: keyof DateChoice, day: IsoDay): DateChoice {
  if (end === 'startDate')
    return { startDate: day, endDate: choice.endDate !== null && choice.endDate < day ? day : choice.endDate }
  return { startDate: choice.startDate === null || choice.startDate > day ? day : choice.startDate, endDate: day }
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
