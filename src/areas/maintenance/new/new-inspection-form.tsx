import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import {
  forcesNoDefect,
  hasDueMileage,
  REPORT_TYPES,
  SERVICE_TYPES,
} from '#contract/maintenance/maintenance-choices.ts'
import { FleetManagerField } from '#src/areas/maintenance/edit/fleet-managers-field.tsx'
import { TransportField } from '#src/areas/maintenance/edit/transport-field.tsx'
import { InspectionChecklist } from '#src/areas/maintenance/walk-around/inspection-checklist.tsx'
import { TypedDefects } from '#src/areas/maintenance/walk-around/typed-defects.tsx'
import { DateField } from '#src/form/fields/date-field.tsx'
import { NumberField } from '#src/form/fields/number-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { TextAreaField } from '#src/form/fields/text-area-field.tsx'
import { TextField } from '#src/form/fields/text-field.tsx'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { useToday } from '#src/ui/use-now.ts'
import classes from './new-inspection.module.css'
import { newInspectionRules } from './new-inspection-rules.ts'
import {
  checklistIn,
  defectsIn,
  type InspectionForm,
  partsToCheck,
  withMark,
  withoutRestOk,
  withReport,
  withRestOk,
  withService,
} from './new-inspection-values.ts'
import { OdometerField } from './odometer-field.tsx'
import { linkedField, setUnit, setValues } from './use-new-inspection-form.ts'

const SERVICES = SERVICE_TYPES.map(([value, title]) => ({ value, title }))
const REPORTS = REPORT_TYPES.map(([value, title]) => ({ value, title }))

export interface PartProps {
  readonly form: InspectionForm
  readonly rules: ReturnType<typeof newInspectionRules>
}

/** The validation rules of a form. Some depend on other fields. */
export function useRules({ form }: InspectionForm) {
  const [rules] = useState(() => newInspectionRules(() => form.state.values))
  return rules
}

/** All fields of a report except its files and the approval. */
export function NewInspectionForm({ form, rules }: PartProps) {
  return (
    <>
      <div className={classes.fields}>
        <Subject form={form} rules={rules} />
        <Kind form={form} rules={rules} />
      </div>
      <Findings form={form} rules={rules} />
      <div className={classes.fields}>
        <Work form={form} rules={rules} />
        <div className={classes.wide}>
          <form.Field name="note" validators={{ onBlur: rules.note }}>
            {(field) => <TextAreaField field={field} label="Note" isOptional />}
          </form.Field>
        </div>
      </div>
    </>
  )
}

/** The inspected unit, its miles, and the fleet manager in charge. */
function Subject({ form, rules }: PartProps) {
  const transport = useStore(form.form.store, ({ values }) => values.transport)
  const { Field } = form
  return (
    <>
      <Field name="transport" validators={{ onBlur: rules.transport }}>
        {({ name, state, handleBlur }) => (
          <TransportField
            field={{ name, state, handleBlur, handleChange: (unit) => unit && setUnit(form, unit) }}
            label="Vehicle or asset"
            isFirst
            present={null}
          />
        )}
      </Field>
      <OdometerField transport={transport} />
      <Field name="fleet_manager" validators={{ onBlur: rules.fleet_manager }}>
        {(field) => <FleetManagerField field={field} label="Fleet manager" present={null} />}
      </Field>
    </>
  )
}

/** The service type, and whether the report has defects. */
function Kind({ form, rules }: PartProps) {
  const today = useToday()
  const { Field } = form
  const isFixed = useStore(
    form.form.store,
    ({ values }) =>
      (values.service_type !== '' && forcesNoDefect(values.service_type)) ||
      checklistIn(values).some(({ found }) => found === 'defect'),
  )
  return (
    <>
      <Field name="service_type" validators={{ onBlur: rules.service_type }}>
        {(field) => (
          <SelectField
            field={linkedField(form, field, (to) => (values) => (to === '' ? values : withService(values, to, today)))}
            label="Service type"
            choices={SERVICES}
          />
        )}
      </Field>
      <Field name="report_type" validators={{ onBlur: rules.report_type }}>
        {(field) => (
          <SelectField
            field={linkedField(form, field, (to) => (values) => (to === '' ? values : withReport(values, to, newUuid)))}
            label="Report type"
            choices={REPORTS}
            isDisabled={isFixed}
          />
        )}
      </Field>
    </>
  )
}

/** The findings: the checklist if the service has one, and the list of defects. */
function Findings({ form, rules }: PartProps) {
  const values = useStore(form.form.store, (state) => state.values)
  const { Field } = form
  const parts = partsToCheck(values)
  return (
    <>
      {parts.length === 0 ? null : (
        <Field name="found" validators={{ onBlur: rules.found }}>
          {(field) => (
            <InspectionChecklist
              parts={parts}
              field={field}
              onFind={(part, found) => setValues(form, withMark(form.form.state.values, part, found, newUuid))}
              onRestOk={() => {
                const before = form.form.state.values
                setValues(form, withRestOk(before))
                return () => setValues(form, withoutRestOk(form.form.state.values, before))
              }}
            />
          )}
        </Field>
      )}
      {values.report_type === 'defect' ? (
        <Field name="defects" validators={{ onBlur: rules.defects }}>
          {(field) => <TypedDefects field={field} shown={defectsIn(values)} />}
        </Field>
      ) : null}
    </>
  )
}

/** Who did the work, the cost, and when the work is due again. */
function Work({ form, rules }: PartProps) {
  const service = useStore(form.form.store, ({ values }) => values.service_type)
  const hasDefects = useStore(form.form.store, ({ values }) => values.report_type === 'defect')
  const { Field } = form
  return (
    <>
      <Field name="career" validators={{ onBlur: rules.career }}>
        {(field) => <TextField field={field} label="Shop or carrier" />}
      </Field>
      <Field name="total_cost" validators={{ onBlur: rules.total_cost }}>
        {(field) => <TextField field={field} label="Total cost ($)" kind="amount" />}
      </Field>
      <Field name="due_date" validators={{ onBlur: rules.due_date }}>
        {(field) => <DateField field={field} label="Due date" isOptional={!hasDefects} />}
      </Field>
      {service !== '' && hasDueMileage(service) ? (
        <Field name="due_mileage" validators={{ onBlur: rules.due_mileage }}>
          {(field) => <NumberField field={field} label="Due mileage" isWhole={false} isOptional />}
        </Field>
      ) : null}
    </>
  )
}
