import { AgeLabel } from '#src/ui/status/age-label.tsx'
import classes from './driver-week.module.css'

/** When the server gave what is shown of the schedule. */
export function ScheduleAge({ at }: { readonly at: number | null }) {
  return (
    <p className={classes.age}>
      Schedule <AgeLabel at={at} form="as_of" />
    </p>
  )
}
