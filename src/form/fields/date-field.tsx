import type { DayBounds } from '#contract/wire/day-bounds.ts'
import { type FieldProps, useFieldInput } from './bound-field.ts'
import { DayInput } from './day-input.tsx'

interface DateFieldProps extends FieldProps<string> {
  /** The days that its calendar offers; those of a unit unless said. */
  readonly bounds?: DayBounds
}

/** A day, `yyyy-MM-dd`, or empty. What is typed and is no day stays, and the field's rule says so. */
export function DateField({ bounds, ...given }: DateFieldProps) {
  const { field } = given
  return (
    <DayInput
      {...useFieldInput(given)}
      title={given.label}
      {...(bounds && { bounds })}
      value={field.state.value}
      onChange={field.handleChange}
    />
  )
}
