import { useId } from 'react'
import { type BoundField, useMessage } from './bound-field.ts'
import classes from './field.module.css'

interface CheckboxFieldProps {
  readonly field: BoundField<boolean>
  readonly label: string
  /** A line below the checkbox. */
  readonly hint?: string
  readonly isDisabled?: boolean
}

/** A checkbox with its label. */
export function CheckboxField({ field, label, hint, isDisabled = false }: CheckboxFieldProps) {
  const id = useId()
  const message = useMessage(field)
  const words = message ?? hint
  return (
    <div>
      <label className={classes.check}>
        <input
          type="checkbox"
          name={field.name}
          checked={field.state.value}
          disabled={isDisabled}
          aria-invalid={message !== null}
          aria-describedby={words === undefined ? undefined : id}
          onChange={(event) => field.handleChange(event.currentTarget.checked)}
          onBlur={field.handleBlur}
        />
        {label}
      </label>
      {words !== undefined && (
        <p id={id} className={message === null ? classes.hint : classes.refused}>
          {words}
        </p>
      )}
    </div>
  )
}
