import type { ReactNode } from 'react'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { POSITIONS } from '#contract/people/drivers.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { DateField } from '#src/form/fields/date-field.tsx'
import { dateRule, endRule } from '#src/form/fields/date-rule.ts'
import { NumberField } from '#src/form/fields/number-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { chicagoDay } from '#src/format/chicago.ts'
import { userRecord } from '../changes/user-record.ts'
import { DISPATCHER_CHOICES } from '../user-words.ts'
import classes from '../users.module.css'
import type { UserForm } from './user-form.ts'
import { profileRules } from './user-rules.ts'

const { fields } = userRecord

/** The additional fields of a driver: duty status with dates, job position, the vendors' ids. */
export function DriverFields({ form: { Field, form } }: { readonly form: UserForm }) {
  return (
    <>
      <Pair>
        <Field
          name="driver.status"
          validators={{ onBlur: profileRules.status }}
          listeners={{ onChange: () => beginToday(form, 'driver') }}
        >
          {(field) => <SelectField field={field} label="Status of duty" choices={DUTY_STATUSES} placeholder="Choose" />}
        </Field>
        <Field name="driver.position" validators={{ onBlur: profileRules.position }}>
          {(field) => (
            <SelectField
              field={field}
              label={fields['driver.position'].title}
              choices={POSITIONS}
              placeholder="Choose"
            />
          )}
        </Field>
      </Pair>
      <Pair>
        <Field name="driver.status_date_from" validators={{ onBlur: dateRule }}>
          {(field) => <DateField field={field} label={fields['driver.status_date_from'].title} isOptional />}
        </Field>
        <Field
          name="driver.status_date_to"
          validators={{ onBlur: endRule(() => form.getFieldValue('driver.status_date_from')) }}
        >
          {(field) => <DateField field={field} label={fields['driver.status_date_to'].title} isOptional />}
        </Field>
      </Pair>
      <Pair>
        <Field name="driver.gomotive_id" validators={{ onBlur: profileRules.providerId }}>
          {(field) => <NumberField field={field} label={fields['driver.gomotive_id'].title} />}
        </Field>
        <Field name="driver.pilot_flying_j_driver_id" validators={{ onBlur: profileRules.providerId }}>
          {(field) => <NumberField field={field} label={fields['driver.pilot_flying_j_driver_id'].title} />}
        </Field>
      </Pair>
    </>
  )
}

/** The additional fields of a dispatcher: duty status with dates. */
export function DispatcherFields({ form: { Field, form } }: { readonly form: UserForm }) {
  return (
    <>
      <Field
        name="dispatcher.status"
        validators={{ onBlur: profileRules.status }}
        listeners={{ onChange: () => beginToday(form, 'dispatcher') }}
      >
        {(field) => (
          <SelectField field={field} label="Status of duty" choices={DISPATCHER_CHOICES} placeholder="Choose" />
        )}
      </Field>
      <Pair>
        <Field name="dispatcher.status_date_from" validators={{ onBlur: dateRule }}>
          {(field) => <DateField field={field} label={fields['dispatcher.status_date_from'].title} isOptional />}
        </Field>
        <Field
          name="dispatcher.status_date_to"
          validators={{ onBlur: endRule(() => form.getFieldValue('dispatcher.status_date_from')) }}
        >
          {(field) => <DateField field={field} label={fields['dispatcher.status_date_to'].title} isOptional />}
        </Field>
      </Pair>
    </>
  )
}

/** A new status begins today until the user chooses other dates. */
function beginToday(form: UserForm['form'], part: 'driver' | 'dispatcher'): void {
  form.setFieldValue(`${part}.status_date_from`, chicagoDay(companyNow()))
  form.setFieldValue(`${part}.status_date_to`, '')
}

/** Two fields side by side, if there is room. */
export function Pair({ children }: { readonly children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>
}
