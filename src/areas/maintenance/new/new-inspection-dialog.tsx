import { useState } from 'react'
import { AttachmentsField } from '#src/form/attachments/attachments-field.tsx'
import { DraftFormDialog } from '#src/form/frame/draft-form-dialog.tsx'
import { ApprovalField } from './approval-field.tsx'
import { NewInspectionForm, useRules } from './new-inspection-form.tsx'
import { newInspectionStart } from './new-inspection-start.ts'
import type { InspectionValues } from './new-inspection-values.ts'
import { saveNewInspections } from './save-new-inspection.ts'
import { useNewInspectionForm } from './use-new-inspection-form.ts'

interface NewInspectionDialogProps {
  /** The values the form starts with. */
  readonly start?: () => InspectionValues
  /** The report was added, discarded or saved as a draft. */
  readonly onClose: () => void
}

const NO_FILES: readonly never[] = []

/** The dialog for a new report with all fields. */
export function NewInspectionDialog({ start = newInspectionStart, onClose }: NewInspectionDialogProps) {
  const [values] = useState(start)
  const typed = useNewInspectionForm({
    entry: 'form',
    start: values,
    save: (report, submitter) => saveNewInspections([report], submitter),
    onClose,
  })
  const { form, files, setFiles } = typed
  const rules = useRules(form)
  return (
    <DraftFormDialog title="Add Inspection" draftForm={typed} submit="Add Inspection" what="inspection">
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
