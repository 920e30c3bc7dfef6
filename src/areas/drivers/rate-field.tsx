import { TextInput } from '@mantine/core'
import { type FieldProps, useFieldInput } from '#src/form/fields/bound-field.ts'

interface RateFieldProps extends FieldProps<string> {
  readonly unit: 'CPM' | '%'
}

/** A rate: digits and dots, which is what the comma of some keyboards becomes; nothing else that is typed is part of it. */
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
