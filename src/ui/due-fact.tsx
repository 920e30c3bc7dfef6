import { type IsoDay, shortDay } from '#src/format/calendar.ts'
import { expiryWords, type OverWord, toneOfExpiry } from '#src/format/expiry.ts'
import classes from './due-fact.module.css'
import { useToday } from './use-now.ts'

interface DueFactProps {
  readonly name: string
  /** The last day on which it is all right; null where nobody has entered it. */
  readonly day: IsoDay | null
  /** The day to tell, where that is another one: when an inspection was passed that ends on `day`. */
  readonly told?: IsoDay
  readonly over?: OverWord
}

/** A day by which something is due, in a `<dl>`: it warns from 30 days before, more from 14, and most from the day itself. */
export function DueFact({ name, day, told = day ?? '', over = 'expired' }: DueFactProps) {
  const today = useToday()
  if (day === null) {
    return (
      <div data-tone="missing">
        <dt>{name}</dt>
        <dd>Not on file</dd>
      </div>
    )
  }
  const words = expiryWords(day, today, over)
  return (
    <div data-tone={toneOfExpiry(day, today)} className={classes.due}>
      <dt>{name}</dt>
      <dd>
        {shortDay(told)}
        {words ? <span className={classes.warning}> · {words}</span> : null}
      </dd>
    </div>
  )
}
