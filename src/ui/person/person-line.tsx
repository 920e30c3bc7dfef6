import type { ReactNode } from 'react'
import type { Mark } from '#src/ui/notice/waiting-mark.tsx'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import classes from './person-line.module.css'

interface PersonLineProps {
  readonly name: string
  readonly mark: Mark | null
  readonly status: ReactNode
  /** For which days that holds, below it. */
  readonly dates?: ReactNode
  /** A `<dl>`; its layout, and by `--status-width` that of the status, are the list's own. */
  readonly facts: ReactNode
  readonly unfold: ReactNode
  readonly className: string | undefined
  /** What is unfolded. */
  readonly children: ReactNode
}

/** A person in a compact list: one line, or two where it is narrow. */
export function PersonLine({ name, mark, status, dates, facts, unfold, className, children }: PersonLineProps) {
  return (
    <article className={`${classes.row} ${className}`} aria-label={name}>
      <div className={classes.line}>
        <header className={classes.head}>
          <h2 className={classes.name} translate="no">
            {name}
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
