import classes from './history-panel.module.css'

const ROWS = 6

/** The skeleton of driving periods, in their final height. */
export function HistorySkeleton() {
  return (
    <div aria-busy="true">
      <div className={classes.skeleton} />
      {Array.from({ length: ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical.
        <div key={index} className={classes.skeleton} />
      ))}
    </div>
  )
}
