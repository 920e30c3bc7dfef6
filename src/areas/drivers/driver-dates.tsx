import type { Driver } from '#contract/drivers.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { useToday } from '#src/ui/use-now.ts'
import classes from './driver-dates.module.css'

interface DriverDatesProps {
  readonly driver: Driver
  /** Says nothing of a status that holds now and until there is another. */
  readonly isBrief?: boolean
}

/** For which days a driver's status holds. */
export function DriverDates({ driver, isBrief = false }: DriverDatesProps) {
  const { current_status_date_from: from, status_date_to: to } = driver
  const today = useToday()
  if (isBrief && to === null && (from === null || from <= today)) return null
  return <span className={classes.dates}>{datesWords(from, to, today)}</span>
}
