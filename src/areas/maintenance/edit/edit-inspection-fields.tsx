import { useStore } from '@tanstack/react-form'
import { INSPECTION_RULES, miles, noteField, totalCost } from '#contract/maintenance/inspection-changes.ts'
import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { inspectionDay } from '#contract/wire/days.ts'
import { inspectionRecord } from '#src/areas/maintenance/changes/inspection-record.ts'
import classes from '#src/areas/maintenance/detail/inspection-detail.module.css'
import { dayRule } from '#src/form/fields/date-rule.ts'
import { NumberField } from '#src/form/fields/number-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { TextAreaField } from '#src/form/fields/text-area-field.tsx'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { FieldInput } from '#src/record/field-input.tsx'
import { type EditValues, editFields, serviceChoices } from './edit-inspection.ts'
import { FleetManagerField } from './fleet-managers-field.tsx'
import { TransportField } from './transport-field.tsx'

const { fields } = inspectionRecord

interface EditInspectionFieldsProps {
  readonly form: ReturnType<typeof useFormFrame<EditValues>>
  readonly was: Inspection
  readonly tab: InspectionTab
}

const choiceRule = ({ value }: { readonly value: unknown }) => (value === null ? INSPECTION_RULES.required : undefined)

const dueDayRule = ({ value }: { readonly value: string }) =>
  value === '' ? INSPECTION_RULES.required : dayRule(inspectionDay)({ value })

/** The fields of an inspection that the tab's form has. */
export function EditInspectionFields({ form, was, tab }: EditInspectionFieldsProps) {
  const { Field } = form
  const service = useStore(form.form.store, (state) => state.values.service_type)
  const shownFields = editFields(tab, was, service)
  return (
    <div className={classes.fields}>
      <Field name="transport" validators={{ onBlur: choiceRule }}>
        {(field) => <TransportField field={field} label={fields.transport.title} present={was.transport} />}
      </Field>
      <Field name="service_type">
        {(field) => <SelectField field={field} label={fields.service_type.title} choices={serviceChoices(was)} />}
      </Field>
      {shownFields.has('due_date') ? (
        <FieldInput form={form} name="due_date" of={fields.due_date} rule={dueDayRule} />
      ) : null}
      {shownFields.has('due_mileage') ? (
        <Field name="due_mileage" validators={{ onBlur: miles }}>
          {(field) => <NumberField field={field} label={fields.due_mileage.title} isWhole={false} isOptional />}
        </Field>
      ) : null}
      {shownFields.has('total_cost') ? (
        <Field name="total_cost" validators={{ onBlur: totalCost }}>
          {(field) => <NumberField field={field} label={`${fields.total_cost.title} ($)`} isWhole={false} />}
        </Field>
      ) : null}
      <Field name="fleet_manager" validators={{ onBlur: choiceRule }}>
        {(field) => <FleetManagerField field={field} label={fields.fleet_manager.title} present={was.fleet_manager} />}
      </Field>
      <div className={classes.wide}>
        <Field name="note" validators={{ onBlur: noteField }}>
          {(field) => <TextAreaField field={field} label={fields.note.title} isOptional />}
        </Field>
      </div>
    </div>
  )
}
