import type { IsoDay } from '#src/format/calendar.ts'
import { type DayMark, dayMarks, type MarkedDriver } from './day/day-marks.ts'

/** A mark in a week on screen. */
export interface WeekMark extends DayMark {
  /** The day before has the same mark, so its text was already shown there. */
  readonly isContinued: boolean
}

export const NO_MARKS: readonly WeekMark[] = []

/** The marks of each shown day. All days without marks share one array, so that their cells do not render again. */
export function weekMarks(driver: MarkedDriver, dates: readonly IsoDay[]): readonly (readonly WeekMark[])[] {
  let before: readonly DayMark[] = []
  return dates.map((date) => {
    const last = before
    const marks = dayMarks(driver, date)
    before = marks
    if (marks.length === 0) return NO_MARKS
    return marks.map((mark) => ({ ...mark, isContinued: last.some(({ words }) => words === mark.words) }))
  })
}
