import { AttachmentsField } from '#src/form/attachments/attachments-field.tsx'
import { KeptFormDialog } from '#src/form/frame/kept-form-dialog.tsx'
import { ApprovalField } from './approval-field.tsx'
import { NewInspectionForm, useRules } from './new-inspection-form.tsx'
import { newInspectionBy } from './new-inspection-start.ts'
import type { InspectionValues } from './new-inspection-values.ts'
import { useNewInspectionForm } from './use-new-inspection-form.ts'

interface NewInspectionDialogProps {
  /** With what it begins. */
  readonly start?: () => InspectionValues
  /** Added, given up or put off. */
  readonly onClose: () => void
}

const NO_FILES: readonly never[] = []

/** A report with all that it can tell. */
export function NewInspectionDialog({ start = newInspectionBy, onClose }: NewInspectionDialogProps) {
  const typed = useNewInspectionForm({ entry: 'form', start, onClose })
  const { form, files, giveFiles } = typed
  const rules = useRules(form)
  return (
    <KeptFormDialog title="Add Inspection" kept={typed} submit="Add Inspection" onClose={onClose}>
      <NewInspectionForm form={form} rules={rules} />
      <AttachmentsField
        label="Attachments"
        name="files"
        value={files[''] ?? NO_FILES}
        onChange={(attachments) => giveFiles('', attachments)}
      />
      <ApprovalField form={form} rules={rules} />
    </KeptFormDialog>
  )
}
