import { useStore } from '@tanstack/react-form'
import { useRef } from 'react'
import type { UnitField } from '#src/areas/units/changes/unit-record.ts'
import { unitRecord } from '#src/areas/units/changes/unit-record.ts'
import { NumberField } from '#src/form/fields/number-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { TextField } from '#src/form/fields/text-field.tsx'
import { FieldInput } from '#src/record/field-input.tsx'
import { typeChoices } from '../unit-words.ts'
import { CareFields } from './care-fields.tsx'
import { ConfirmDoubtful } from './confirm-doubtful.tsx'
import { IdentifierField } from './identifier-field.tsx'
import { clashOf } from './taken-identifiers.ts'
import { TrailerIdentifiers, type UniqueFieldProps, VendorId } from './unique-fields.tsx'
import classes from './unit-form.module.css'
import { type FilledValues, filledByVin, vinWords } from './unit-form.ts'
import { detailRule, type RuleContext, unitDayRule, yearOf } from './unit-rules.ts'

const { fields } = unitRecord

type PartProps = Omit<UniqueFieldProps, 'taken'>

const ruled = (name: UnitField, judging: RuleContext) => ({ onBlur: detailRule(name, judging) })

/** All unit fields. The create form and the edit form share them. */
export function UnitFields({ form, judging, taken }: UniqueFieldProps) {
  return (
    <>
      <VehicleFields form={form} judging={judging} taken={taken} />
      {judging.kind === 'truck' ? <TruckFields form={form} judging={judging} taken={taken} /> : null}
      <UpkeepFields form={form} judging={judging} taken={taken} />
      <CareFields form={form} judging={judging} />
    </>
  )
}

function VehicleFields({ form, judging, taken }: UniqueFieldProps) {
  const { Field } = form
  const { kind, known } = judging
  const input = <Name extends 'transport_model' | 'color'>(name: Name) =>
    ({ form, name, of: fields[name], rule: detailRule(name, judging) }) as const
  const none = kind === 'truck' ? [{ value: '', title: 'None' }] : []
  return (
    <section className={classes.section}>
      <h3>Vehicle</h3>
      <div className={classes.fields}>
        <VinField form={form} judging={judging} />
        <FieldInput {...input('transport_model')} />
        <Field name="year" validators={ruled('year', judging)}>
          {(field) => (
            <div>
              <NumberField field={field} label={fields.year.title} />
              <ConfirmDoubtful field={field} name="year" judging={judging} />
            </div>
          )}
        </Field>
        <FieldInput {...input('color')} />
        <Field name="type" validators={ruled('type', judging)}>
          {(field) => (
            <SelectField
              field={field}
              label={fields.type.title}
              choices={[...none, ...typeChoices(kind, known?.type ?? null)]}
              placeholder="Choose"
              isOptional={kind === 'truck'}
            />
          )}
        </Field>
        {kind === 'trailer' ? <TrailerIdentifiers form={form} judging={judging} taken={taken} /> : null}
      </div>
    </section>
  )
}

/** The VIN, the first field: it fills in year and make unless the user has typed something else. */
function VinField({ form: { Field, form }, judging }: PartProps) {
  const thisYear = yearOf(judging.today)
  const filled = useRef<FilledValues>({})
  const vin = useStore(form.store, (state) => state.values.vin)
  const fill = () => {
    const fills = filledByVin(form.state.values, filled.current, thisYear)
    filled.current = { ...filled.current, ...fills }
    if (fills.year !== undefined) form.setFieldValue('year', fills.year)
    if (fills.transport_model !== undefined) form.setFieldValue('transport_model', fills.transport_model)
  }
  return (
    <div className={classes.vin}>
      <Field name="vin" validators={ruled('vin', judging)} listeners={{ onChange: fill }}>
        {(field) => (
          <>
            <TextField field={field} label={fields.vin.title} isOptional isFirst />
            <ConfirmDoubtful field={field} name="vin" judging={judging} />
          </>
        )}
      </Field>
      <p className={classes.found} role="status">
        {vinWords(vin, thisYear)}
      </p>
    </div>
  )
}

const WRITTEN = ['unit_number', 'licence_plate', 'transponder_id'] as const

/** The identifiers of a truck: those written on it and those that vendors bill by. */
function TruckFields({ form, judging, taken }: UniqueFieldProps) {
  const { Field, frame } = form
  const rule = (name: (typeof WRITTEN)[number]) => (input: { readonly value: string }) =>
    detailRule(name, judging)(input) ?? clashOf(name, input.value, taken)
  return (
    <section className={classes.section}>
      <h3>Numbers</h3>
      <div className={classes.fields}>
        {WRITTEN.map((name) => (
          <Field key={name} name={name} validators={{ onBlur: rule(name) }}>
            {(field) => (
              <IdentifierField
                field={field}
                of={name}
                taken={frame.isSubmitting ? null : taken}
                label={fields[name].title}
              />
            )}
          </Field>
        ))}
        <VendorId name="pilot_flying_j_truck" label={fields.pilot_flying_j_truck.title} {...{ form, judging, taken }} />
      </div>
    </section>
  )
}

function UpkeepFields({ form: { Field, form }, form: bound, judging, taken }: UniqueFieldProps) {
  const day = <Name extends 'inspection_passed_date' | 'next_service_date' | 'registration_expire'>(name: Name) =>
    ({ form: bound, name, of: fields[name], rule: unitDayRule(name, judging, () => form.state.values.year) }) as const
  return (
    <section className={classes.section}>
      <h3>Upkeep</h3>
      <div className={classes.fields}>
        <FieldInput {...day('inspection_passed_date')} />
        <FieldInput {...day('next_service_date')} />
        <FieldInput {...day('registration_expire')} isOptional />
        <VendorId name="gomotive_id" label={fields.gomotive_id.title} form={bound} {...{ judging, taken }} />
        <Field name="miles_driven" validators={ruled('miles_driven', judging)}>
          {(field) => <NumberField field={field} label={fields.miles_driven.title} isWhole={false} isOptional />}
        </Field>
      </div>
    </section>
  )
}
