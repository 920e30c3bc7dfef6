import { Button } from '@mantine/core'
import { AttachmentsField } from '#src/form/attachments-field.tsx'
import { FormFrame } from '#src/form/form-frame.tsx'
import { RestoredNote } from '#src/form/restored-note.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ApprovalField } from './approval-field.tsx'
import { NewInspectionForm, useRules } from './new-inspection-form.tsx'
import { newInspectionBy } from './new-inspection-start.ts'
import { useNewInspectionForm } from './use-new-inspection-form.ts'

interface NewInspectionDialogProps {
  /** Added, given up or put off. */
  readonly onClose: () => void
}

/** What is on its way is waited for, a few seconds at most: whoever leaves then would not hear of a refusal. */
const stay = () => undefined
const NO_FILES: readonly never[] = []

/** A report with all that it can tell. */
export function NewInspectionDialog({ onClose }: NewInspectionDialogProps) {
  const typed = useNewInspectionForm({ entry: 'form', start: newInspectionBy, onClose })
  const { form, files, giveFiles } = typed
  const rules = useRules(form)
  const { isSubmitting } = form.frame
  return (
    <Dialog title="Add Inspection" size="lg" isDirty={typed.isDirty} onClose={isSubmitting ? stay : onClose}>
      <FormFrame
        frame={form.frame}
        submit="Add Inspection"
        actions={
          <Button variant="default" size="md" disabled={isSubmitting} onClick={typed.giveUp}>
            Cancel
          </Button>
        }
      >
        {typed.isRestored ? <RestoredNote onStartOver={typed.startOver} /> : null}
        <NewInspectionForm form={form} rules={rules} />
        <AttachmentsField
          label="Attachments"
          name="files"
          value={files[''] ?? NO_FILES}
          onChange={(attachments) => giveFiles('', attachments)}
        />
        <ApprovalField form={form} rules={rules} />
      </FormFrame>
    </Dialog>
  )
}
