import { TextInput } from '@mantine/core'
import { type FieldProps, useFieldInput } from './bound-field.ts'

/** A day and a time, `yyyy-MM-ddTHH:mm` in company time, or empty; by the browser's own calendar. */
export function MomentField(given: FieldProps<string>) {
  const { field } = given
  return (
    <TextInput
      {...useFieldInput(given)}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={field.state.value}
      onChange={(event) => field.handleChange(event.currentTarget.value)}
    />
  )
}
