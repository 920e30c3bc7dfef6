import { useStore } from '@tanstack/react-form'
import { driverRate } from '#contract/people/driver-changes.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { paperDay } from '#contract/wire/days.ts'
import { dayRule } from '#src/form/fields/date-rule.ts'
import { DraftFormFrame } from '#src/form/frame/draft-form-frame.tsx'
import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { useFocusFirst } from '#src/form/frame/use-focus-first.ts'
import { DispatcherField } from '#src/lookups/dispatcher-field.tsx'
import { FieldInput } from '#src/record/field-input.tsx'
import { useEditForm } from '#src/record/record-form.ts'
import { changeDriverDetails } from './changes/driver-details-commands.ts'
import { driverRecord } from './changes/driver-record.ts'
import classes from './driver-details.module.css'
import { detailsDraft, detailsForm } from './driver-details-draft.ts'
import { rateUnit } from './driver-rate.ts'
import { RateField } from './rate-field.tsx'

interface DriverDetailsFormProps {
  readonly driver: Driver
  /** Called when the form was saved or discarded. */
  readonly onClose: () => void
}

/** The rule for a paper's expiry date: a valid day or empty. */
const paperRule = dayRule(paperDay)

/**
 * The form of a driver's papers, pay, position and dispatcher. It is saved on the device immediately and sent as one
 * change.
 */
export function DriverDetailsForm({ driver, onClose }: DriverDetailsFormProps) {
  const edited = useEditForm({
    ...{ record: driverRecord, form: detailsForm, command: changeDriverDetails, draft: detailsDraft },
    row: driver,
    send: (change) => submitAllWithUndo([change]),
    onClose,
  })
  const { form } = edited
  const { Field } = form
  const fields = useFocusFirst<HTMLDivElement>()
  const { med_expire, CDL_expire, position, rate, dispatcher } = driverRecord.fields
  const paidAs = useStore(form.form.store, (state) => state.values.position)
  return (
    <DraftFormFrame draftForm={edited} submit="Save">
      <div ref={fields} className={classes.fields}>
        <FieldInput form={form} name="med_expire" of={med_expire} rule={paperRule} isOptional isFirst />
        <FieldInput form={form} name="CDL_expire" of={CDL_expire} rule={paperRule} isOptional />
        <FieldInput form={form} name="position" of={position} />
        <Field name="rate" validators={{ onBlur: driverRate }}>
          {(field) => (
            <RateField field={field} label={rate.title} unit={rateUnit(paidAs as Driver['position'])} isOptional />
          )}
        </Field>
        <Field name="dispatcher">
          {(field) => <DispatcherField field={field} label={dispatcher.title} present={driver.dispatcher} isOptional />}
        </Field>
      </div>
    </DraftFormFrame>
  )
}
