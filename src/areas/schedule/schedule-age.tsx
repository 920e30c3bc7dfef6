import { AgeLabel } from '#src/ui/status/age-label.tsx'
import classes from './driver-week.module.css'

/** The age of the schedule on screen. */
export function ScheduleAge({ at }: { readonly at: number | null }) {
  return (
    <p className={classes.age}>
      Schedule <AgeLabel at={at} form="as_of" />
    </p>
  )
}
