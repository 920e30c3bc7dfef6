import type { ReactNode } from 'react'
import type { Mark } from '#src/ui/notice/waiting-mark.tsx'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import classes from './person-line.module.css'

interface PersonLineProps {
  readonly name: string
  /** The name on screen. By default: `name`. */
  readonly title?: ReactNode
  readonly mark: Mark | null
  readonly status: ReactNode
  /** The days of the status, below it. */
  readonly dates?: ReactNode
  /** A `<dl>`. The list defines its layout, and the width of the status by `--status-width`. */
  readonly facts: ReactNode
  readonly unfold: ReactNode
  readonly className: string | undefined
  /** The expanded details. */
  readonly children: ReactNode
}

/** A person in a compact list: one line, or two in narrow windows. */
export function PersonLine({
  name,
  title = name,
  mark,
  status,
  dates,
  facts,
  unfold,
  className,
  children,
}: PersonLineProps) {
  return (
    <article className={`${classes.row} ${className}`} aria-label={name}>
      <div className={classes.line}>
        <header className={classes.head}>
          <h2 className={classes.name} translate="no">
            {title}
          </h2>
          <WaitingMark mark={mark} />
        </header>
        <span className={classes.status}>
          {status}
          {dates}
        </span>
        {facts}
        {unfold}
      </div>
      {children}
    </article>
  )
}
