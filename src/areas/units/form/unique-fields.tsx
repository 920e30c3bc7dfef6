import { NumberField } from '#src/form/fields/number-field.tsx'
import { IdentifierField } from './identifier-field.tsx'
import { clashOf, type Identifiers } from './taken-identifiers.ts'
import type { UnitForm } from './unit-form.ts'
import { detailRule, type RuleContext } from './unit-rules.ts'

export interface UniqueFieldProps {
  readonly form: UnitForm
  readonly judging: RuleContext
  /** The identifiers of other units. */
  readonly taken: Identifiers
}

/** The number of a trailer. A new one can get the company's next number. */
export function TrailerNumber({ form: { Field, frame }, judging, taken }: UniqueFieldProps) {
  const rule = (input: { readonly value: string }) =>
    detailRule('unit_number', judging)(input) ?? clashOf('unit_number', input.value, taken)
  const free = judging.known === null ? { hint: 'Empty: the next free one', isOptional: true } : {}
  return (
    <Field name="unit_number" validators={{ onBlur: rule }}>
      {(field) => (
        <IdentifierField
          field={field}
          of="unit_number"
          taken={frame.isSubmitting ? null : taken}
          label="Trailer number"
          {...free}
        />
      )}
    </Field>
  )
}

interface VendorIdProps extends UniqueFieldProps {
  readonly name: 'gomotive_id' | 'pilot_flying_j_truck'
  readonly label: string
}

/** A vendor's number of a unit. A clash with another unit is shown when the field loses the focus. */
export function VendorId({ form: { Field }, judging, taken, name, label }: VendorIdProps) {
  const rule = (input: { readonly value: string | number }) =>
    detailRule(name, judging)(input) ?? clashOf(name, input.value, taken)
  return (
    <Field name={name} validators={{ onBlur: rule }}>
      {(field) => <NumberField field={field} label={label} />}
    </Field>
  )
}
