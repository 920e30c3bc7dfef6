import type { IsoDay } from '#src/format/calendar.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { useToday } from '../use-now.ts'
import classes from './status-dates.module.css'

interface StatusDatesProps {
  readonly from: IsoDay | null
  readonly to: IsoDay | null
  /** Shows nothing for a status that holds now and has no end. */
  readonly isBrief?: boolean
}

/** The days of a status. */
export function StatusDates({ from, to, isBrief = false }: StatusDatesProps) {
  const today = useToday()
  if (isBrief && to === null && (from === null || from <= today)) return null
  return <span className={classes.dates}>{datesWords(from, to, today)}</span>
}
