import { IconAlertTriangle } from '@tabler/icons-react'
import type { WeekMark } from '../week-marks.ts'
import classes from './day-cell.module.css'

interface DayMarksLineProps {
  /** The most important first. */
  readonly marks: readonly WeekMark[]
  /** There is other text in the cell. Marks that already stand on the day before are then only icons. */
  readonly isBeside: boolean
}

/** The most important mark of a day, and the number of further marks. */
export function DayMarksLine({ marks, isBeside }: DayMarksLineProps) {
  const [first, ...others] = marks
  if (!first) return null
  return (
    <span className={classes.flag}>
      <IconAlertTriangle size={13} stroke={2.25} aria-hidden />
      {isBeside && first.isContinued ? null : <span className={classes.marks}>{first.brief}</span>}
      {others.length > 0 ? <span className={classes.more}>+{others.length}</span> : null}
    </span>
  )
}
