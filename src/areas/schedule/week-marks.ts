import type { IsoDay } from '#src/format/calendar.ts'
import { type DayMark, dayMarks, type MarkedDriver } from './day/day-marks.ts'

/** A mark in a week on screen. */
export interface WeekMark extends DayMark {
  /** It stands on the day before, too: its words have been read there. */
  readonly goesOn: boolean
}

export const NO_MARKS: readonly WeekMark[] = []

/** What a planner must see of each day shown; one array for all days without any, so that their cells are not drawn anew. */
export function weekMarks(driver: MarkedDriver, dates: readonly IsoDay[]): readonly (readonly WeekMark[])[] {
  let before: readonly DayMark[] = []
  return dates.map((date) => {
    const last = before
    const marks = dayMarks(driver, date)
    before = marks
    if (marks.length === 0) return NO_MARKS
    return marks.map((mark) => ({ ...mark, goesOn: last.some(({ words }) => words === mark.words) }))
  })
}
