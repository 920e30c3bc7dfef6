import { dutyStatusOf } from '#contract/duty.ts'
import type { ScheduleDay } from '#contract/schedule-day.ts'
import { type Mark, WaitingMark } from '#src/ui/waiting-mark.tsx'
import classes from './day-cell.module.css'
import { shortTitle } from './day-words.ts'

interface DayCellProps {
  readonly day: ScheduleDay | null
  readonly mark: Mark | null
  readonly isEditable: boolean
}

/** The face of one day: status, the start of its description, and whether a change waits. What holds it gives it its name. */
export function DayCell({ day, mark, isEditable }: DayCellProps) {
  const status = day && dutyStatusOf(day.status)
  return (
    <span className={classes.cell} data-colour={status?.colour} data-editable={isEditable || undefined} aria-hidden>
      <span className={classes.line}>
        <span className={classes.long}>{status?.title ?? '–'}</span>
        <span className={classes.short}>{day ? shortTitle(day.status) : '–'}</span>
        <WaitingMark mark={mark} isSilent />
      </span>
      {day?.description ? (
        <span className={classes.description} title={day.description}>
          {day.description}
        </span>
      ) : null}
    </span>
  )
}
