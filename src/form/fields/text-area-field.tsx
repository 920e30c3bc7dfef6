import { Textarea } from '@mantine/core'
import { type FieldProps, useFieldInput } from './bound-field.ts'

interface TextAreaFieldProps extends FieldProps<string> {
  readonly rows?: number
  readonly placeholder?: string
}

/** A text of several lines. */
export function TextAreaField({ rows = 3, placeholder, ...given }: TextAreaFieldProps) {
  const { field } = given
  return (
    <Textarea
      {...useFieldInput(given)}
      autoComplete="off"
      rows={rows}
      placeholder={placeholder}
      value={field.state.value}
      onChange={(event) => field.handleChange(event.currentTarget.value)}
    />
  )
}
