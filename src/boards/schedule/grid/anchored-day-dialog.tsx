import type { ScheduleDriver } from '#contract/boards/schedule.ts'
import { fullName } from '#contract/wire/people.ts'
import { DayDialog } from '#src/areas/schedule/day/day-dialog.tsx'
import type { SaveRows } from '#src/areas/schedule/day/day-edit.ts'
import { dayMarks } from '#src/areas/schedule/day/day-marks.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { dayOn } from '../schedule-items.ts'
import classes from './schedule-lines.module.css'

interface AnchoredDayDialogProps {
  readonly driver: ScheduleDriver
  readonly date: IsoDay
  readonly dates: readonly IsoDay[]
  /** Top of the cell's line, in pixels, and the cell's column, 0 for the first day. */
  readonly top: number
  readonly column: number
  readonly isEditable: boolean
  readonly needsAttention: boolean
  readonly typed: string | undefined
  readonly keep: SaveRows
  readonly onClose: () => void
}

/**
 * A day's dialog next to its cell. It is anchored to a separate line over the cell's line, which can be redrawn
 * meanwhile.
 */
export function AnchoredDayDialog({
  driver,
  date,
  dates,
  top,
  column,
  keep,
  onClose,
  ...standing
}: AnchoredDayDialogProps) {
  const anchor = <div className={classes.anchor} style={{ gridColumn: column + 2 }} />
  return (
    <div role="presentation" className={classes.overLine} style={{ transform: `translateY(${top}px)` }}>
      <DayDialog
        driver={{ id: driver.id, name: fullName(driver.user) }}
        date={date}
        dates={dates}
        dayOn={(one) => dayOn(driver, one)}
        {...standing}
        keep={keep}
        marks={dayMarks(driver, date)}
        anchor={anchor}
        onSaved={onClose}
        onClose={onClose}
      />
    </div>
  )
}
