import type { ReactNode } from 'react'
import { type IsoDay, shortDay } from '#src/format/calendar.ts'
import { expiryWords, type OverdueWord, toneOfExpiry } from '#src/format/expiry.ts'
import { useToday } from '../use-now.ts'
import classes from './due-fact.module.css'

interface DueFactProps {
  readonly name: string
  /** Shown instead of the name. The name is then read by screen readers and shown as a tooltip. */
  readonly icon?: ReactNode
  /** The last valid day; null when none is entered. */
  readonly day: IsoDay | null
  readonly over?: OverdueWord
}

/**
 * A due date in a `<dl>`. It warns from 30 days before, more strongly from 14 days before, and most from the day
 * itself.
 */
export function DueFact({ name, icon, day, over = 'expired' }: DueFactProps) {
  const today = useToday()
  const words = day === null ? '' : expiryWords(day, today, over)
  const isSigned = icon !== undefined
  return (
    <div
      data-tone={day === null ? 'missing' : toneOfExpiry(day, today)}
      className={classes.due}
      title={isSigned ? name : undefined}
    >
      <dt className={isSigned ? 'visually-hidden' : undefined}>{name}</dt>
      <dd>
        {icon}
        {day === null ? 'Not on file' : shortDay(day)}
        {words ? (
          <>
            {' · '}
            <span className={classes.warning}>{words}</span>
          </>
        ) : null}
      </dd>
    </div>
  )
}
