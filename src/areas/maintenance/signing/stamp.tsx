import type { ReactNode } from 'react'
import classes from './stamp.module.css'

interface StampProps {
  /** The certified state: "Approved". */
  readonly title: string
  /** The name of the person who signed. */
  readonly by: string
  /** The date, or the date and time. */
  readonly on: string
  /** green: in order · blue: seen by a person · yellow: can wait. */
  readonly color: 'green' | 'blue' | 'yellow'
  /** More details, in small text. */
  readonly children?: ReactNode
}

/** A signature in the look of a rubber stamp on paper. */
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
