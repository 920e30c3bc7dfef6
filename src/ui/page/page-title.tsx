import type { ReactNode } from 'react'
import classes from './page-title.module.css'

interface PageTitleProps {
  readonly title: string
  /** Small text next to the title: a count, an age. */
  readonly note?: ReactNode
  /** The page's controls, at the end of the title line. */
  readonly children?: ReactNode
}

/** The first line of a page. */
export function PageTitle({ title, note, children }: PageTitleProps) {
  return (
    <header className={classes.line}>
      <h1 className={classes.title}>{title}</h1>
      {note ? <span className={classes.note}>{note}</span> : null}
      {children ? <div className={classes.end}>{children}</div> : null}
    </header>
  )
}
