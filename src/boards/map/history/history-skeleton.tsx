import classes from './history-panel.module.css'

const ROWS = 6

/** Driving periods before they are there: as tall as they will be. */
export function HistorySkeleton() {
  return (
    <div aria-busy="true">
      <div className={classes.skeleton} />
      {Array.from({ length: ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <div key={index} className={classes.skeleton} />
      ))}
    </div>
  )
}
