import { useStore } from '@tanstack/react-form'
import { VEHICLE_STATUSES } from '#contract/units/unit-choices.ts'
import { type UnitDriver, withDriverAssigned } from '#src/areas/units/changes/new-unit.ts'
import { DateField } from '#src/form/fields/date-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { DispatcherField } from '#src/lookups/dispatcher-field.tsx'
import { DriverField } from './driver-field.tsx'
import classes from './unit-form.module.css'
import type { UnitForm } from './unit-form.ts'
import { fromRule, type RuleContext, toRule } from './unit-rules.ts'

/** The statuses to choose from. `assigned` is left out: a unit is assigned exactly when it has a driver. */
const WITHOUT_DRIVER = VEHICLE_STATUSES.filter(({ value }) => value !== 'assigned')

/** The status of a new unit with its dates, its driver, and its dispatcher while it has no driver. */
export function NewUnitPlace({ form, kind }: { readonly form: UnitForm } & Pick<RuleContext, 'kind'>) {
  const { Field } = form
  const { store } = form.form
  const hasDriver = useStore(store, ({ values }) => values.driver !== null)
  const assign = ({ value }: { readonly value: UnitDriver | null }) =>
    form.form.setFieldValue('status', withDriverAssigned(form.form.state.values, value).status)
  // Only an assigned unit has a driver: another status removes the driver.
  const free = ({ value }: { readonly value: string }) => {
    if (value !== 'assigned' && form.form.state.values.driver !== null) form.form.setFieldValue('driver', null)
  }
  return (
    <section className={classes.section}>
      <h3>Status and driver</h3>
      <div className={classes.fields}>
        <Field name="driver" listeners={{ onChange: assign }}>
          {(field) => <DriverField field={field} label="Driver" kind={kind} isOptional />}
        </Field>
        {hasDriver ? null : (
          <Field name="dispatcher">
            {(field) => <DispatcherField field={field} label="Dispatcher" present={null} isOptional />}
          </Field>
        )}
        <Field name="status" listeners={{ onChange: free }}>
          {(field) => (
            <SelectField field={field} label="Status" choices={hasDriver ? VEHICLE_STATUSES : WITHOUT_DRIVER} />
          )}
        </Field>
        <Field name="status_date_from" validators={{ onBlur: fromRule }}>
          {(field) => <DateField field={field} label="Status from" />}
        </Field>
        <Field name="status_date_to" validators={{ onBlur: toRule(() => form.form.getFieldValue('status_date_from')) }}>
          {(field) => <DateField field={field} label="Status to" />}
        </Field>
      </div>
    </section>
  )
}
