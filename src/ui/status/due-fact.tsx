import type { ReactNode } from 'react'
import { type IsoDay, shortDay } from '#src/format/calendar.ts'
import { expiryWords, type OverWord, toneOfExpiry } from '#src/format/expiry.ts'
import { useToday } from '../use-now.ts'
import classes from './due-fact.module.css'

interface DueFactProps {
  readonly name: string
  /** Shown instead of the name, which is read aloud then, and told when it is pointed at. */
  readonly icon?: ReactNode
  /** The last day on which it is all right; null where nobody has entered it. */
  readonly day: IsoDay | null
  /** The day to tell, where that is another one: when an inspection was passed that ends on `day`. */
  readonly told?: IsoDay | null
  readonly over?: OverWord
}

/** A day by which something is due, in a `<dl>`: it warns from 30 days before, more from 14, and most from the day itself. */
export function DueFact({ name, icon, day, told = day, over = 'expired' }: DueFactProps) {
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
        {told === null ? 'Not on file' : shortDay(told)}
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
