import { useId } from 'react'
import { whoWords } from '#src/areas/outbox/entry/content-text.ts'
import classes from '#src/areas/outbox/entry/entry-dialog.module.css'
import { FieldControl } from '#src/areas/outbox/entry/field-control.tsx'
import type { Field } from '#src/offline/command.ts'
import type { FieldChoice } from '#src/offline/outbox/settle/field-choices.ts'
import { useNow } from '#src/ui/use-now.ts'
import type { ConflictRow } from './conflict-rows.ts'

interface ConflictFieldProps {
  readonly row: ConflictRow
  /** The user's choice; null while nothing is chosen. */
  readonly take: FieldChoice | null
  readonly onTake: (take: FieldChoice) => void
  readonly isFocused: boolean
}

/** One field that two users changed: its former value and the choice between the new ones. */
export function ConflictField({ row, take, onTake, isFocused }: ConflictFieldProps) {
  const name = useId()
  const now = useNow()
  const { field } = row
  const isOther = take?.take === 'value'
  return (
    <fieldset className={classes.dispute}>
      <legend>
        {row.title} {row.was !== null && <span className={classes.who}>was {row.was}</span>}
      </legend>
      <label className={classes.side}>
        <input
          type="radio"
          name={name}
          checked={take?.take === 'theirs'}
          onChange={() => onTake({ take: 'theirs' })}
          data-autofocus={isFocused || undefined}
        />
        <span>
          Theirs: <b>{row.theirs}</b> <span className={classes.who}>{whoWords(row, now)}</span>
        </span>
      </label>
      <label className={classes.side}>
        <input type="radio" name={name} checked={take?.take === 'mine'} onChange={() => onTake({ take: 'mine' })} />
        <span>
          Yours: <b>{row.yours}</b>
        </span>
      </label>
      {field !== null && field.as.is !== 'unchangeable' && (
        <>
          <label className={classes.side}>
            <input
              type="radio"
              name={name}
              checked={isOther}
              onChange={() => onTake({ take: 'value', value: field.yours })}
            />
            <span>Another value</span>
          </label>
          {isOther && <OtherValue field={field} value={take.value} onTake={onTake} />}
        </>
      )}
    </fieldset>
  )
}

interface OtherValueProps {
  readonly field: Field<unknown>
  readonly value: unknown
  readonly onTake: (take: FieldChoice) => void
}

function OtherValue({ field, value, onTake }: OtherValueProps) {
  return (
    <div className={classes.other}>
      <FieldControl
        field={field}
        label={`${field.title}, neither theirs nor yours`}
        value={value}
        onChange={(value) => onTake({ take: 'value', value })}
      />
    </div>
  )
}
