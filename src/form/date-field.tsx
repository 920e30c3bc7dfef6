import { TextInput } from '@mantine/core'
import { type FieldProps, useFieldInput } from './bound-field.ts'

interface DateFieldProps extends FieldProps<string> {
  /** The first day that can be chosen, `yyyy-MM-dd`. */
  readonly least?: string
}

/** A day, `yyyy-MM-dd`, or empty; by the browser's own calendar. */
export function DateField({ least, ...given }: DateFieldProps) {
  const { field } = given
  return (
    <TextInput
      {...useFieldInput(given)}
      type="date"
      min={least}
      value={field.state.value}
      onChange={(event) => field.handleChange(event.currentTarget.value)}
    />
  )
}
