import { NativeSelect, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { INSPECTION_RULES } from '#contract/maintenance/inspection-changes.ts'
import { DEFECT_TYPES, defectTitle, URGENCIES } from '#contract/maintenance/maintenance-choices.ts'
import classes from '#src/areas/maintenance/new/new-inspection.module.css'
import type { TypedDefect } from '#src/areas/maintenance/new/new-inspection-values.ts'
import { named } from '#src/form/fields/bound-field.ts'
import fieldClasses from '#src/form/fields/field.module.css'
import { MarkChoice } from './mark-choice.tsx'

interface TypedDefectFieldsProps {
  readonly defect: TypedDefect
  /** The form was validated and has errors: missing required values are shown as errors. */
  readonly isJudged: boolean
  readonly onChange: (defect: TypedDefect) => void
  /** More fields of the defect: its photos. */
  readonly children?: ReactNode
}

/** The fields of a defect: type, urgency and description. A checklist defect has a fixed type. */
export function TypedDefectFields({ defect, isJudged, onChange, children }: TypedDefectFieldsProps) {
  const { client_id, defect_type, urgency, description, isOfChecklist } = defect
  const title = defect_type === '' ? 'New defect' : defectTitle(defect_type)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend that can't be laid out.
    <div role="group" aria-label={title} className={classes.defect}>
      {isOfChecklist ? null : <DefectType {...{ defect, isJudged, onChange }} />}
      <div>
        <p className={classes.label}>Urgency</p>
        <MarkChoice
          label={`Urgency of ${title}`}
          name={`urgency-${client_id}`}
          marks={URGENCIES}
          value={urgency}
          onChoose={(to) => onChange({ ...defect, urgency: to })}
        />
      </div>
      <Textarea
        label="Description (optional)"
        autoComplete="off"
        size="md"
        autosize
        minRows={2}
        classNames={{ label: fieldClasses.label }}
        value={description}
        onChange={(event) => onChange({ ...defect, description: event.currentTarget.value })}
      />
      {children}
    </div>
  )
}

const CHOICES = DEFECT_TYPES.map(({ value, title }) => ({ value, label: title }))

function DefectType({ defect, isJudged, onChange }: Omit<TypedDefectFieldsProps, 'children'>) {
  const isMissing = isJudged && defect.defect_type === ''
  return (
    <NativeSelect
      label="Defect"
      size="md"
      classNames={{ label: fieldClasses.label }}
      aria-required
      error={isMissing ? named(INSPECTION_RULES.required, 'Defect') : null}
      aria-invalid={isMissing}
      value={defect.defect_type}
      data={[...(defect.defect_type === '' ? [{ value: '', label: '', disabled: true }] : []), ...CHOICES]}
      onChange={(event) => {
        const chosen = DEFECT_TYPES.find(({ value }) => value === event.currentTarget.value)
        if (chosen) onChange({ ...defect, defect_type: chosen.value })
      }}
    />
  )
}
