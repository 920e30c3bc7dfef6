import { useStore } from '@tanstack/react-form'
import { VEHICLE_STATUSES } from '#contract/units.ts'
import { DateField } from '#src/form/date-field.tsx'
import { SelectField } from '#src/form/select-field.tsx'
import { DispatcherField } from '#src/picks/dispatcher-field.tsx'
import { DriverField } from './driver-field.tsx'
import { placedWith, type UnitDriver } from './new-unit.ts'
import classes from './unit-form.module.css'
import type { UnitForm } from './unit-form.ts'
import { fromRule, type Judging, toRule } from './unit-rules.ts'

/** Assigned is who has a driver, and nobody else. */
const WITHOUT_DRIVER = VEHICLE_STATUSES.filter(({ value }) => value !== 'assigned')

/** How a new unit stands, from which day to which, and who drives it, or leads it while nobody does. */
export function NewUnitPlace({ form, sort }: { readonly form: UnitForm } & Pick<Judging, 'sort'>) {
  const { Field } = form
  const { store } = form.form
  const hasDriver = useStore(store, ({ values }) => values.driver !== null)
  const isOnService = useStore(store, ({ values }) => values.status === 'on_service')
  const assign = ({ value }: { readonly value: UnitDriver | null }) =>
    form.form.setFieldValue('status', placedWith(form.form.state.values, value).status)
  // Service alone needs an end: what was said of it is said no more.
  const judgeEnd = ({ value }: { readonly value: string }) => {
    if (value !== 'on_service') void form.form.validateField('status_date_to', 'blur')
  }
  return (
    <section className={classes.section}>
      <h3>Status and driver</h3>
      <div className={classes.fields}>
        <Field name="driver" listeners={{ onChange: assign }}>
          {(field) => <DriverField field={field} label="Driver" sort={sort} isOptional />}
        </Field>
        {hasDriver ? null : (
          <Field name="dispatcher">
            {(field) => <DispatcherField field={field} label="Dispatcher" present={null} isOptional />}
          </Field>
        )}
        <Field name="status" listeners={{ onChange: judgeEnd }}>
          {(field) => (
            <SelectField
              field={field}
              label="Status"
              choices={hasDriver ? VEHICLE_STATUSES : WITHOUT_DRIVER}
              isDisabled={hasDriver}
            />
          )}
        </Field>
        <Field name="status_date_from" validators={{ onBlur: fromRule }}>
          {(field) => <DateField field={field} label="Status from" />}
        </Field>
        <Field name="status_date_to" validators={{ onBlur: toRule(() => form.form.state.values) }}>
          {(field) => <DateField field={field} label="Status to" isOptional={!isOnService} />}
        </Field>
      </div>
    </section>
  )
}
