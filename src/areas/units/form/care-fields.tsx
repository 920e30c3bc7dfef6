import { useStore } from '@tanstack/react-form'
import { fullName } from '#contract/wire/people.ts'
import { unitRecord } from '#src/areas/units/changes/unit-record.ts'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { TextField } from '#src/form/fields/text-field.tsx'
import { type FleetManagerName, fleetManagerNames } from '#src/lookups/fleet-managers-queries.ts'
import { absenceText } from '#src/offline/reading/reading-state.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import classes from './unit-form.module.css'
import type { UnitForm, UnitValues } from './unit-form.ts'
import { detailRule, type RuleContext } from './unit-rules.ts'

const { fields } = unitRecord

interface CareFieldsProps {
  readonly form: UnitForm
  readonly judging: RuleContext
}

/** The unit's fleet manager: chosen from the company's fleet managers, or typed. */
export function CareFields({ form, judging }: CareFieldsProps) {
  const { Field } = form
  const rule = (name: Parameters<typeof detailRule>[0]) => ({ onBlur: detailRule(name, judging) })
  return (
    <section className={classes.section}>
      <h3>Fleet manager</h3>
      <div className={classes.fields}>
        <FleetManagerSelect form={form} />
        <Field name="fleet_manager_name" validators={rule('fleet_manager_name')}>
          {(field) => <TextField field={field} label={fields.fleet_manager_name.title} />}
        </Field>
        <Field name="fleet_manager_phone" validators={rule('fleet_manager_phone')}>
          {(field) => <TextField field={field} label={fields.fleet_manager_phone.title} kind="phone" />}
        </Field>
        <Field name="fleet_manager_email" validators={rule('fleet_manager_email')}>
          {(field) => <TextField field={field} label={fields.fleet_manager_email.title} kind="email" />}
        </Field>
      </div>
    </section>
  )
}

const FILLED = ['fleet_manager_name', 'fleet_manager_phone', 'fleet_manager_email'] as const

/** The form values for a fleet manager. */
export function careOf({ user }: FleetManagerName): Pick<UnitValues, (typeof FILLED)[number]> {
  return { fleet_manager_name: fullName(user), fleet_manager_phone: user.phone, fleet_manager_email: user.email }
}

/** A select that fills in name, phone and e-mail. It shows a fleet manager as long as these three match. */
function FleetManagerSelect({ form: { form } }: Pick<CareFieldsProps, 'form'>) {
  const { rows, state, problem } = useAllRows(fleetManagerNames)
  const values = useStore(form.store, (all) => all.values)
  const chosen = rows.find((row) => FILLED.every((name) => careOf(row)[name] === values[name]))
  const fill = (id: string) => {
    const row = rows.find((one) => `${one.id}` === id)
    if (row === undefined) return
    for (const name of FILLED) form.setFieldValue(name, careOf(row)[name])
  }
  const field = {
    name: 'fleet_manager',
    state: { value: chosen ? `${chosen.id}` : '', meta: { errors: [] } },
    handleChange: fill,
    handleBlur: () => undefined,
  }
  const isAbsent = state !== 'ready' && state !== 'loading'
  return (
    <SelectField
      field={field}
      label="Known fleet manager"
      isOptional
      choices={rows.map((row) => ({ value: `${row.id}`, title: fullName(row.user) }))}
      placeholder={isAbsent ? absenceText('Fleet managers', problem) : 'Choose, to fill in the rest'}
      isDisabled={state !== 'ready'}
    />
  )
}
