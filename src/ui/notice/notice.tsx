import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  /** `caution`: the user should know this before continuing. `trouble`: the reason why something failed. */
  readonly tone: 'caution' | 'trouble'
  readonly children: ReactNode
}

/** One or two sentences on a colored background, announced when they appear. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <p className={classes.notice} data-tone={tone} role={tone === 'trouble' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}
