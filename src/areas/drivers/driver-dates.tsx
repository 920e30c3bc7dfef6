import type { Driver } from '#contract/drivers.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { useToday } from '#src/ui/use-now.ts'
import classes from './driver-dates.module.css'

/** For which days a driver's status holds. */
export function DriverDates({ driver }: { readonly driver: Driver }) {
  const { current_status_date_from: from, status_date_to: to } = driver
  return <span className={classes.dates}>{datesWords(from, to, useToday())}</span>
}
