import { memo } from 'react'
import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import { DayCell } from '#src/areas/schedule/day/day-cell.tsx'
import { cellName } from '#src/areas/schedule/day/day-words.ts'
import type { WeekMark } from '#src/areas/schedule/week-marks.ts'
import { dayWithEdit, useUnsavedEdit } from '#src/boards/schedule/edits/unsaved-edits.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import classes from './schedule-lines.module.css'

interface ScheduleCellProps {
  readonly driver: number
  readonly driverName: string
  readonly date: IsoDay
  /** 0 for the first day of the week. */
  readonly column: number
  readonly day: ScheduleDay | null
  /** Warnings of the day, such as a license that expires. */
  readonly marks: readonly WeekMark[]
  readonly isEditable: boolean
  /** The one cell of the grid that Tab reaches; arrow keys reach the others. */
  readonly isTabStop: boolean
  /** The cell is one of several selected cells. */
  readonly isSelected: boolean
}

/** One day of one driver as a cell of the grid. The grid handles the cell's events. */
export const ScheduleCell = memo(function ScheduleCell(props: ScheduleCellProps) {
  const { driver, driverName, date, column, day, marks, isEditable, isTabStop, isSelected } = props
  const unsavedEdit = useUnsavedEdit(driver, date)
  const now = unsavedEdit ? dayWithEdit(driver, unsavedEdit, day) : day
  const mark = useMark(dayKind, dayKind.keyOf({ driver, date }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualized grid can't use table elements
    <div
      role="gridcell"
      aria-colindex={column + 2}
      aria-readonly={!isEditable}
      aria-selected={isSelected || isTabStop}
      tabIndex={isTabStop ? 0 : -1}
      data-driver={driver}
      data-column={column}
      className={classes.cell}
    >
      <span className="visually-hidden">{cellName(driverName, date, { day: now, marks, mark })}</span>
      <DayCell day={now} marks={marks} mark={mark} isEditable={isEditable} isBeingKept={unsavedEdit !== null} />
    </div>
  )
})
