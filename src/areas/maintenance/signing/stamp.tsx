import type { ReactNode } from 'react'
import classes from './stamp.module.css'

interface StampProps {
  /** What is certified: "Approved". */
  readonly title: string
  /** Whose name stands under it. */
  readonly by: string
  /** When: a day, or a moment. */
  readonly on: string
  /** green: it is in order · blue: somebody has seen it · yellow: it can wait. */
  readonly color: 'green' | 'blue' | 'yellow'
  /** What else is to be known of it, in small. */
  readonly children?: ReactNode
}

/** A name set under something, as a stamp on paper says it. */
export function Stamp({ title, by, on, color, children }: StampProps) {
  return (
    <div className={classes.stamp} data-color={color}>
      <p className={classes.title}>{title}</p>
      <p className={classes.by}>{by}</p>
      <p className={classes.on}>{on}</p>
      {children ? <div className={classes.besides}>{children}</div> : null}
    </div>
  )
}
