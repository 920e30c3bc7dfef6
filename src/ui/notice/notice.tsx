import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  /** caution: to be known before one goes on · trouble: why it did not go on. */
  readonly tone: 'caution' | 'trouble'
  readonly children: ReactNode
}

/** A sentence or two with a ground of their own, said aloud when they appear. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <p className={classes.notice} data-tone={tone} role={tone === 'trouble' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}
