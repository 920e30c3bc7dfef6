import { TextInput } from '@mantine/core'
import { type FieldProps, useFieldInput } from '#src/form/fields/bound-field.ts'

interface RateFieldProps extends FieldProps<string> {
  readonly unit: 'CPM' | '%'
}

/** A rate field. It accepts digits and dots, converts a comma to a dot, and ignores other characters. */
export function RateField({ unit, ...given }: RateFieldProps) {
  const { field } = given
  return (
    <TextInput
      {...useFieldInput(given)}
      inputMode="decimal"
      autoComplete="off"
      value={field.state.value}
      rightSection={<span aria-hidden>{unit}</span>}
      rightSectionWidth={52}
      onChange={(event) => field.handleChange(event.currentTarget.value.replaceAll(',', '.').replace(/[^\d.]/g, ''))}
    />
  )
}
