import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import { type Mark, WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import type { WeekMark } from '../week-marks.ts'
import classes from './day-cell.module.css'
import { DayMarksLine } from './day-marks-line.tsx'
import { shortTitle } from './day-words.ts'

interface DayCellProps {
  readonly day: ScheduleDay | null
  /** The marks of the day, the most important first. */
  readonly marks: readonly WeekMark[]
  readonly mark: Mark | null
  readonly isEditable: boolean
  /** The content was typed just now and is not saved on the device yet. */
  readonly isBeingKept?: boolean
}

/**
 * The content of a day's cell: status, marks, the beginning of the description, and the mark of a waiting change. The
 * element around it has the accessible name.
 */
export function DayCell({ day, marks, mark, isEditable, isBeingKept = false }: DayCellProps) {
  const status = day && dutyStatusOf(day.status)
  const secondLine = [...marks.map(({ words }) => words), day?.description ?? '']
    .filter((part) => part !== '')
    .join('\n')
  return (
    <span
      className={classes.cell}
      data-color={status?.color}
      data-editable={isEditable || undefined}
      data-keeping={isBeingKept || undefined}
      aria-hidden
    >
      <span className={classes.line}>
        <span className={classes.long}>{status?.title ?? '–'}</span>
        <span className={classes.short}>{day ? shortTitle(day.status) : '–'}</span>
        <WaitingMark mark={mark} isSilent />
      </span>
      {secondLine === '' ? null : (
        <span className={classes.second} title={secondLine}>
          <DayMarksLine marks={marks} isBeside={day !== null && day.description !== ''} />
          {day?.description ? <span className={classes.description}>{day.description}</span> : null}
        </span>
      )}
    </span>
  )
}
