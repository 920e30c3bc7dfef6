import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import { AttachmentsField } from '#src/form/attachments/attachments-field.tsx'
import { DraftFormDialog } from '#src/form/frame/draft-form-dialog.tsx'
import { ApprovalField } from './approval-field.tsx'
import { NewInspectionForm, useRules } from './new-inspection-form.tsx'
import { newInspectionStart } from './new-inspection-start.ts'
import type { InspectionValues } from './new-inspection-values.ts'
import { saveNewInspections } from './save-new-inspection.ts'
import { useNewInspectionForm } from './use-new-inspection-form.ts'
import { useUnitFleetManager } from './use-unit-fleet-manager.ts'

interface NewInspectionDialogProps {
  /** The values the form starts with. */
  readonly start?: () => InspectionValues
  /** The form was opened for the unit in `start`: it has its own draft, and the unit in its title. */
  readonly isOfUnit?: boolean
  /** The report was added, discarded or saved as a draft. */
  readonly onClose: () => void
}

const NO_FILES: readonly never[] = []

/** The dialog for a new report with all fields. */
export function NewInspectionDialog({
  start: startOf = newInspectionStart,
  isOfUnit = false,
  onClose,
}: NewInspectionDialogProps) {
  const [start, setStart] = useState(startOf)
  const typed = useNewInspectionForm({
    entry: isOfUnit ? 'unit' : 'form',
    start,
    save: (report, submitter) => saveNewInspections([report], submitter),
    onClose,
  })
  const { form, files, setFiles } = typed
  const rules = useRules(form)
  useUnitFleetManager({ form, unit: isOfUnit ? start.transport : null, start, setStart })
  const unit = useStore(form.form.store, ({ values }) => (isOfUnit ? values.transport : null))
  const title = unit === null ? 'Add Inspection' : `Add Inspection · ${unitNumberOf(unit)}`
  return (
    <DraftFormDialog title={title} draftForm={typed} submit="Add Inspection" what="inspection">
      <NewInspectionForm form={form} rules={rules} />
      <AttachmentsField
        label="Attachments"
        name="files"
        value={files[''] ?? NO_FILES}
        onChange={(attachments) => setFiles('', attachments)}
      />
      <ApprovalField form={form} rules={rules} />
    </DraftFormDialog>
  )
}
