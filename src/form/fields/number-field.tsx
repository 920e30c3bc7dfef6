import { TextInput } from '@mantine/core'
import { type FieldProps, useFieldInput } from './bound-field.ts'

interface NumberFieldProps extends FieldProps<number | string> {
  /** Whether digits alone are typed there, or a point too. */
  readonly isWhole?: boolean
}

/** A number when what is typed is one, else the text as it stands, so that the rule can say what is wrong with it. */
export function numberOrText(typed: string): number | string {
  const text = typed.trim()
  return text !== '' && String(Number(text)) === text ? Number(text) : typed
}

/** A number typed as digits: ids, years, miles. */
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
