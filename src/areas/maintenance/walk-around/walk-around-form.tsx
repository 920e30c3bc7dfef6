import { useStore } from '@tanstack/react-form'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { type DefectType, defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { FleetManagerField } from '#src/areas/maintenance/edit/fleet-managers-field.tsx'
import classes from '#src/areas/maintenance/new/new-inspection.module.css'
import type { PartProps } from '#src/areas/maintenance/new/new-inspection-form.tsx'
import {
  defectsIn,
  type InspectionValues,
  partsToCheck,
  type TypedFiles,
  withMark,
  withoutRestOk,
  withRestOk,
} from '#src/areas/maintenance/new/new-inspection-values.ts'
import { OdometerField } from '#src/areas/maintenance/new/odometer-field.tsx'
import { setValues } from '#src/areas/maintenance/new/use-new-inspection-form.ts'
import { AttachmentsField } from '#src/form/attachments/attachments-field.tsx'
import type { NewAttachment } from '#src/form/attachments/new-attachment.ts'
import { TextAreaField } from '#src/form/fields/text-area-field.tsx'
import { TextField } from '#src/form/fields/text-field.tsx'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { useToday } from '#src/ui/use-now.ts'
import { withFixBy } from './fix-by.ts'
import { FixByField } from './fix-by-field.tsx'
import { InspectionChecklist } from './inspection-checklist.tsx'
import { TypedDefectFields } from './typed-defect-fields.tsx'

export interface WalkAroundFormProps extends PartProps {
  readonly transport: Inspection['transport']
  readonly files: TypedFiles
  readonly setFiles: (of: string, files: readonly NewAttachment[]) => void
}

const NO_FILES: readonly never[] = []

const isTyped = ({ defects }: InspectionValues, part: DefectType) =>
  defects.some((one) => one.isOfChecklist && one.defect_type === part)

/** The other files of the report, without photos of parts that are no longer marked as defects. */
function otherFiles(of: string, values: InspectionValues, files: TypedFiles): readonly NewAttachment[] {
  const keys = ['', ...defectsIn(values).map(({ client_id }) => client_id)]
  return keys.flatMap((one) => (one === of ? [] : (files[one] ?? [])))
}

/** The walk-around form of a unit. A part that is marked as a defect immediately shows the fields of the defect. */
export function WalkAroundForm(props: WalkAroundFormProps) {
  const { form, rules } = props
  const values = useStore(form.form.store, (state) => state.values)
  const { Field } = form
  const today = useToday()
  const change = (next: (now: InspectionValues) => InspectionValues) => {
    const now = form.form.state.values
    setValues(form, withFixBy(next(now), now, today))
  }
  return (
    <>
      <Field name="found" validators={{ onBlur: rules.found }}>
        {(field) => (
          <InspectionChecklist
            parts={partsToCheck(values)}
            field={field}
            unit={props.transport}
            isFirst
            onFind={(part, found) => change((now) => withMark(now, part, found, newUuid))}
            onRestOk={() => {
              const before = form.form.state.values
              change(withRestOk)
              return () => change((now) => withoutRestOk(now, before))
            }}
          >
            {(part) => (isTyped(values, part) ? <FoundDefect {...props} part={part} change={change} /> : null)}
          </InspectionChecklist>
        )}
      </Field>
      <div className={classes.fields}>
        {values.report_type === 'defect' ? (
          <Field name="due_date" validators={{ onBlur: rules.due_date }}>
            {(field) => <FixByField field={field} />}
          </Field>
        ) : null}
        <Field name="career" validators={{ onBlur: rules.career }}>
          {(field) => <TextField field={field} label="Shop or carrier" />}
        </Field>
        <Field name="fleet_manager" validators={{ onBlur: rules.fleet_manager }}>
          {(field) => <FleetManagerField field={field} label="Fleet manager" present={null} />}
        </Field>
        <OdometerField transport={props.transport} />
        <div className={classes.wide}>
          <Field name="note" validators={{ onBlur: rules.note }}>
            {(field) => <TextAreaField field={field} label="Note" rows={2} isOptional />}
          </Field>
        </div>
      </div>
    </>
  )
}

interface FoundDefectProps extends WalkAroundFormProps {
  readonly part: DefectType
  readonly change: (next: (now: InspectionValues) => InspectionValues) => void
}

/** Urgency, description and photos of a defect found on a part. */
function FoundDefect({ form, part, files, setFiles, change }: FoundDefectProps) {
  const values = useStore(form.form.store, (state) => state.values)
  const { defects } = values
  const defect = defects.find((one) => one.isOfChecklist && one.defect_type === part)
  if (!defect) return null
  const { client_id } = defect
  return (
    <TypedDefectFields
      defect={defect}
      isJudged={false}
      onChange={(to) =>
        change((now) => ({ ...now, defects: now.defects.map((one) => (one.client_id === client_id ? to : one)) }))
      }
    >
      <AttachmentsField
        label={`Photos of ${defectTitle(part)}`}
        name={`files.${client_id}`}
        value={files[client_id] ?? NO_FILES}
        besides={otherFiles(client_id, values, files)}
        onChange={(attachments) => setFiles(client_id, attachments)}
      />
    </TypedDefectFields>
  )
}
