import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { type DutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { type IsoDay, shortDay, weekdayName } from '#src/format/calendar.ts'
import { type Mark, markWords } from '#src/ui/notice/waiting-mark.tsx'
import { NOTHING_PLANNED } from './day-fields.ts'
import type { DayMark } from './day-marks.ts'

/** Titles for narrow cells. */
const SHORT_TITLES: Record<DutyStatus, string> = {
  on_the_road: 'Road',
  safety_orientation: 'Safety',
  firing_process: 'Firing',
  on_vacation: 'Vacation',
  detention__layover: 'Layover',
}

export function shortTitle(status: DutyStatus): string {
  return SHORT_TITLES[status]
}

interface CellFace {
  readonly day: ScheduleDay | null
  /** The marks of the day. */
  readonly marks: readonly DayMark[]
  /** The mark of a waiting change. */
  readonly mark: Mark | null
}

/**
 * The accessible name of a cell: "Maria Lopez, Saturday 11/21/26, Vacation, back on Monday, CDL expires, Waiting to be
 * sent".
 */
export function cellName(driverName: string, date: IsoDay, { day, marks, mark }: CellFace): string {
  const parts = [
    driverName,
    `${weekdayName(date)} ${shortDay(date)}`,
    day ? dutyStatusOf(day.status).title : NOTHING_PLANNED,
    day?.description ?? '',
    ...marks.map(({ words }) => words),
    mark ? markWords(mark) : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
