import { UNIT_RULES } from '#contract/units/unit-changes.ts'
import type { FieldProps } from '#src/form/fields/bound-field.ts'
import { TextField } from '#src/form/fields/text-field.tsx'
import { clashOf, type IdentifierName, type Identifiers } from './taken-identifiers.ts'

interface IdentifierFieldProps extends FieldProps<string> {
  readonly of: IdentifierName
  /** The identifiers of other units. Null while the form is sent, because the waiting change is this unit itself. */
  readonly taken: Identifiers | null
}

/** An identifier of a unit. A clash with another unit is shown while the user types. */
export function IdentifierField({ of, taken, field, ...given }: IdentifierFieldProps) {
  const clash = taken === null ? undefined : clashOf(of, field.state.value, taken)
  // A message from when the field lost the focus may no longer apply.
  const others = field.state.meta.errors.filter((error) => error !== UNIT_RULES[of])
  const meta = { errors: clash === undefined ? others : [clash] }
  const bound = {
    name: field.name,
    state: { value: field.state.value, meta },
    handleChange: (value: string) => field.handleChange(value),
    handleBlur: () => field.handleBlur(),
  }
  return <TextField {...given} field={bound} />
}
