import classes from './grid/schedule-grid.module.css'

const LINES = Array.from({ length: 14 }, (_, index) => index)

/** The grid before its first rows: as tall as they will be. */
export function ScheduleSkeleton() {
  return (
    <div className={`${classes.scroller} ${classes.waiting}`} role="status" aria-label="Loading the schedule">
      {LINES.map((line) => (
        <div key={line} className={classes.blank} />
      ))}
    </div>
  )
}
