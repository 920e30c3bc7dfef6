import { TextInput } from '@mantine/core'
import { type FieldProps, useFieldInput } from '#src/form/bound-field.ts'

interface RateFieldProps extends FieldProps<string> {
  readonly unit: 'CPM' | '%'
}

/** A rate: digits and a dot, or the comma that some keyboards have for one; anything else that is typed is no part of it. */
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
      onChange={(event) => field.handleChange(event.currentTarget.value.replace(/[^\d.,]/g, ''))}
    />
  )
}
