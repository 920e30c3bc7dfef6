import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon?: ReactNode
  /** What is the case, in one line. */
  readonly title: string
  /** Why, and what the person can do. */
  readonly children?: ReactNode
  /** The one thing to do next. */
  readonly action?: ReactNode
  /** It is the whole page, not a part of one: its title is the page's. */
  readonly isPage?: boolean
  /** Read aloud when it appears: for failures, not for lists that are empty. */
  readonly isAlert?: boolean
}

/** What stands where content would be: nothing found, nothing stored, not permitted, failed. */
export function EmptyState({ icon, title, children, action, isPage = false, isAlert = false }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={classes.state} {...(isAlert ? { role: 'alert' } : {})}>
      {icon ? (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      ) : null}
      <Heading className={classes.title}>{title}</Heading>
      {children ? <p className={classes.words}>{children}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  )
}
