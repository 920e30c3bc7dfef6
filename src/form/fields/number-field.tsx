import { TextInput } from '@mantine/core'
import { type FieldProps, useFieldInput } from './bound-field.ts'

interface NumberFieldProps extends FieldProps<number | string> {
  /** Whether the value is a whole number, without a decimal point. */
  readonly isWhole?: boolean
}

/** The typed number, or the text itself if it is not a number, so that the field's rule can report the problem. */
export function numberOrText(typed: string): number | string {
  const text = typed.trim()
  return text !== '' && String(Number(text)) === text ? Number(text) : typed
}

/** A number in digits: ids, years, miles. */
export function NumberField({ isWhole = true, ...given }: NumberFieldProps) {
  const { field } = given
  return (
    <TextInput
      {...useFieldInput(given)}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={String(field.state.value)}
      onChange={(event) => field.handleChange(numberOrText(event.currentTarget.value))}
    />
  )
}
