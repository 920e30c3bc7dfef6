import { memo } from 'react'
import { fullName } from '#contract/wire/people.ts'
import { ageWords } from '#src/format/age.ts'
import { chicagoMoment } from '#src/format/chicago.ts'
import { asTitle, valueWords } from '#src/format/value-words.ts'
import { useCompanyNow } from '#src/ui/use-now.ts'
import type { HistoryChange, HistoryField, HistoryWords } from './history-changes.ts'
import classes from './record-history.module.css'

interface ChangeEntryProps {
  readonly change: HistoryChange
  readonly words: HistoryWords
}

const asIs = (field: string): HistoryField => ({ title: asTitle(field), words: valueWords })

/** One change: its author, its time, and every changed field with its old and new value. */
export const ChangeEntry = memo(function ChangeEntry({ change: { by, at, fields }, words }: ChangeEntryProps) {
  const now = useCompanyNow()
  return (
    <li className={classes.change}>
      <p className={classes.head}>
        <b translate={by === null ? undefined : 'no'}>{by === null ? 'A former user' : fullName(by)}</b>{' '}
        <span className={classes.when}>
          <time dateTime={new Date(at).toISOString()}>{chicagoMoment(at)}</time> · {ageWords(at, now)}
        </span>
      </p>
      <ul className={classes.fields}>
        {fields.map(({ field, from, to }) => {
          const fieldWords = Object.hasOwn(words, field) ? (words[field] ?? asIs(field)) : asIs(field)
          return (
            <li key={field}>
              <span className={classes.title}>{fieldWords.title}:</span>{' '}
              {'change' in fieldWords ? null : `${fieldWords.words(from)} → `}
              <span className={classes.to}>
                {'change' in fieldWords ? fieldWords.change(from, to) : fieldWords.words(to)}
              </span>
            </li>
          )
        })}
      </ul>
    </li>
  )
})
