import { memo } from 'react'
import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import { DayCell } from '#src/areas/schedule/day/day-cell.tsx'
import { cellName } from '#src/areas/schedule/day/day-words.ts'
import type { WeekMark } from '#src/areas/schedule/week-marks.ts'
import { dayOfTarget, useKeeping } from '#src/boards/schedule/edits/keeping.ts'
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
  /** What a planner must see of the day. */
  readonly marks: readonly WeekMark[]
  readonly isEditable: boolean
  /** The one cell of the grid that Tab reaches; arrows do the rest. */
  readonly isTabStop: boolean
  /** One of several that are selected. */
  readonly isSelected: boolean
}

/** One day of one driver as a cell of the grid. What happens on it is the grid's business. */
export const ScheduleCell = memo(function ScheduleCell(props: ScheduleCellProps) {
  const { driver, driverName, date, column, day, marks, isEditable, isTabStop, isSelected } = props
  const keeping = useKeeping(driver, date)
  const now = keeping ? dayOfTarget(driver, keeping, day) : day
  const mark = useMark(dayKind, dayKind.keyOf({ driver, date }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid has no table elements to use
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
      <DayCell day={now} marks={marks} mark={mark} isEditable={isEditable} isBeingKept={keeping !== null} />
    </div>
  )
})
