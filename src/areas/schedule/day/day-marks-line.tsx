import { IconAlertTriangle } from '@tabler/icons-react'
import type { WeekMark } from '../week-marks.ts'
import classes from './day-cell.module.css'

interface DayMarksLineProps {
  /** The weightiest first. */
  readonly marks: readonly WeekMark[]
  /** Something else has to be read there, too: what stands on the day before already is then only a sign. */
  readonly isBeside: boolean
}

/** What a planner must see of a day, as far as there is room: the weightiest, and how many more there are. */
export function DayMarksLine({ marks, isBeside }: DayMarksLineProps) {
  const [first, ...others] = marks
  if (!first) return null
  return (
    <span className={classes.flag}>
      <IconAlertTriangle size={13} stroke={2.25} aria-hidden />
      {isBeside && first.goesOn ? null : <span className={classes.marks}>{first.brief}</span>}
      {others.length > 0 ? <span className={classes.more}>+{others.length}</span> : null}
    </span>
  )
}
