import { useStore } from '@tanstack/react-form'
import { paperDay } from '#contract/days.ts'
import { driverRate } from '#contract/driver-changes.ts'
import type { Driver } from '#contract/drivers.ts'
import { DateField } from '#src/form/date-field.tsx'
import { dayRule } from '#src/form/date-rule.ts'
import { KeptFormFrame } from '#src/form/kept-form-frame.tsx'
import { SelectField } from '#src/form/select-field.tsx'
import { useFocusFirst } from '#src/form/use-focus-first.ts'
import { DispatcherField } from '#src/picks/dispatcher-field.tsx'
import classes from './driver-details.module.css'
import { POSITION_CHOICES, rateUnit } from './driver-rate.ts'
import { RateField } from './rate-field.tsx'
import { useDetailsForm } from './use-details-form.ts'

interface DriverDetailsFormProps {
  readonly driver: Driver
  /** Saved, or given up. */
  readonly onClose: () => void
}

/** A day that a paper can end on, or none. */
const paperRule = dayRule(paperDay)

/** A driver's papers, pay, position and dispatcher, to be changed; kept on the device at once, and sent as one change. */
export function DriverDetailsForm({ driver, onClose }: DriverDetailsFormProps) {
  const edited = useDetailsForm(driver, onClose)
  const { form } = edited
  const { Field } = form
  const fields = useFocusFirst<HTMLDivElement>()
  const position = useStore(form.form.store, (state) => state.values.position)
  return (
    <KeptFormFrame kept={edited} submit="Save">
      <div ref={fields} className={classes.fields}>
        <Field name="med_expire" validators={{ onBlur: paperRule }}>
          {(field) => <DateField field={field} label="Medical card expires" isOptional isFirst />}
        </Field>
        <Field name="CDL_expire" validators={{ onBlur: paperRule }}>
          {(field) => <DateField field={field} label="CDL expires" isOptional />}
        </Field>
        <Field name="position">
          {(field) => <SelectField field={field} label="Position" choices={POSITION_CHOICES} />}
        </Field>
        <Field name="rate" validators={{ onBlur: driverRate }}>
          {(field) => (
            <RateField field={field} label="Rate" unit={rateUnit(position as Driver['position'])} isOptional />
          )}
        </Field>
        <Field name="dispatcher">
          {(field) => <DispatcherField field={field} label="Dispatcher" present={driver.dispatcher} isOptional />}
        </Field>
      </div>
    </KeptFormFrame>
  )
}
