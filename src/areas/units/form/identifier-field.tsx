import { UNIT_RULES } from '#contract/units/unit-changes.ts'
import type { FieldProps } from '#src/form/fields/bound-field.ts'
import { TextField } from '#src/form/fields/text-field.tsx'
import { clashOf, type IdentifierName, type Identifiers } from './taken-identifiers.ts'

interface IdentifierFieldProps extends FieldProps<string> {
  readonly of: IdentifierName
  /** Null while the form is sent: what waits then is this very truck. */
  readonly taken: Identifiers | null
}

/** What is written on a truck; what another truck has is told while it is typed. */
export function IdentifierField({ of, taken, field, ...given }: IdentifierFieldProps) {
  const clash = taken === null ? undefined : clashOf(of, field.state.value, taken)
  // What was said of it when the field was left may be true no more.
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
