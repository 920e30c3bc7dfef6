import classes from './grid/schedule-grid.module.css'

const LINES = Array.from({ length: 14 }, (_, index) => index)

/** Placeholder for the grid until its first rows are loaded; as tall as the grid. */
export function ScheduleSkeleton() {
  return (
    <div className={`${classes.scroller} ${classes.waiting}`} role="status" aria-label="Loading the schedule">
      {LINES.map((line) => (
        <div key={line} className={classes.blank} />
      ))}
    </div>
  )
}
