import { useEffect, useState } from 'react'
import { dayMarks } from '#contract/day-marks.ts'
import { fullName } from '#contract/people.ts'
import { DayDialog } from '#src/areas/schedule/day-dialog.tsx'
import type { KeepRows } from '#src/areas/schedule/day-edit.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { Cursor } from './grid-cursor.ts'
import { dayOn, driverIn, type ScheduleItem } from './schedule-items.ts'
import classes from './schedule-lines.module.css'

interface OpenedDayProps {
  readonly cell: Cursor
  /** Where the cell's line stands, in pixels. */
  readonly top: number
  readonly items: readonly ScheduleItem[]
  readonly dates: readonly IsoDay[]
  readonly isEditable: boolean
  readonly keep: KeepRows
  /** Keeps the dates as they are until what it answers is called. */
  readonly holdWeek: () => () => void
  readonly onClose: () => void
}

/**
 * The opened day beside its cell. It hangs on a line of its own that lies over the cell's: that one may be drawn anew, or
 * leave the list by a colleague's change, while somebody types here.
 */
export function OpenedDay({ cell, top, items, dates, isEditable, keep, holdWeek, onClose }: OpenedDayProps) {
  useEffect(() => holdWeek(), [holdWeek])
  const [first] = useState(() => driverIn(items, cell.driver))
  const driver = driverIn(items, cell.driver) ?? first
  const date = dates[cell.column]
  if (!driver || !date) return null
  const anchor = <div className={classes.anchor} style={{ gridColumn: cell.column + 2 }} />
  return (
    <div role="presentation" className={classes.overLine} style={{ transform: `translateY(${top}px)` }}>
      <DayDialog
        driver={{ id: driver.id, name: fullName(driver.user) }}
        date={date}
        dates={dates}
        dayOn={(one) => dayOn(driver, one)}
        isEditable={isEditable}
        keep={keep}
        marks={dayMarks(driver, date)}
        anchor={anchor}
        onSaved={onClose}
        onClose={onClose}
      />
    </div>
  )
}
