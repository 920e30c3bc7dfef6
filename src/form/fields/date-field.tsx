import type { DayBounds } from '#contract/wire/day-bounds.ts'
import { type FieldProps, useFieldInput } from './bound-field.ts'
import { DayInput } from './day-input.tsx'

interface DateFieldProps extends FieldProps<string> {
  /** The days that the calendar offers; by default the limits for units. */
  readonly bounds?: DayBounds
}

/** A day (`yyyy-MM-dd`) or empty. Typed text that is not a day stays in the field, and the field's rule reports it. */
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
