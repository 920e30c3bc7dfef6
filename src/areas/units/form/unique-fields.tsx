import { unitRecord } from '#src/areas/units/changes/unit-record.ts'
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

/** The number and the plate of a trailer. A new one can get the company's next number. */
export function TrailerIdentifiers({ form: { Field, frame }, judging, taken }: UniqueFieldProps) {
  const rule = (name: 'unit_number' | 'licence_plate') => (input: { readonly value: string }) =>
    detailRule(name, judging)(input) ?? clashOf(name, input.value, taken)
  const free = judging.known === null ? { hint: 'Empty: the next free one', isOptional: true } : {}
  const others = frame.isSubmitting ? null : taken
  return (
    <>
      <Field name="unit_number" validators={{ onBlur: rule('unit_number') }}>
        {(field) => <IdentifierField field={field} of="unit_number" taken={others} label="Trailer number" {...free} />}
      </Field>
      <Field name="licence_plate" validators={{ onBlur: rule('licence_plate') }}>
        {(field) => (
          <IdentifierField
            field={field}
            of="licence_plate"
            taken={others}
            label={unitRecord.fields.licence_plate.title}
            isOptional
          />
        )}
      </Field>
    </>
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
