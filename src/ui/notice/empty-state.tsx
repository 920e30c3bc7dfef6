import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  readonly icon?: ReactNode
  /** The state, in one line. */
  readonly title: string
  /** The reason, and what the user can do. */
  readonly children?: ReactNode
  /** The next step. */
  readonly action?: ReactNode
  /** The state fills the page: its title is the page's heading. */
  readonly isPage?: boolean
  /** Screen readers announce it when it appears. Set it for failures, not for empty lists. */
  readonly isAlert?: boolean
}

/** Takes the place of content: nothing found, nothing stored, not permitted, or failed. */
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
