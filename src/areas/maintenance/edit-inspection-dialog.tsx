import { Button } from '@mantine/core'
import type { InspectionTab } from '#contract/inspection-lists.ts'
import type { Inspection } from '#contract/inspections.ts'
import { AttachmentsField } from '#src/form/attachments-field.tsx'
import { FormFrame } from '#src/form/form-frame.tsx'
import { RestoredNote } from '#src/form/restored-note.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { existingFiles } from './edit-inspection.ts'
import { EditInspectionFields } from './edit-inspection-fields.tsx'
import classes from './inspection-detail.module.css'
import { useEditForm } from './use-edit-form.ts'

interface EditInspectionDialogProps {
  readonly inspection: Inspection
  /** The tab in which it was opened: by it goes what is asked for. */
  readonly tab: InspectionTab
  /** Saved, given up or put off. */
  readonly onClose: () => void
}

/** What is on its way is waited for, a few seconds at most: whoever leaves then would not hear of a refusal. */
const stay = () => undefined

/** What an inspection tells, to be changed. */
export function EditInspectionDialog({ inspection, tab, onClose }: EditInspectionDialogProps) {
  const edited = useEditForm(inspection, tab, onClose)
  const { was, form, files, setFiles, meanwhile } = edited
  const { isSubmitting } = form.frame
  return (
    <Dialog title="Edit Details" size="lg" isDirty={edited.isDirty} onClose={isSubmitting ? stay : onClose}>
      <p className={classes.subtitle}>Inspection in preview mode</p>
      <FormFrame
        frame={form.frame}
        submit="Save"
        actions={
          <Button variant="default" size="md" disabled={isSubmitting} onClick={edited.giveUp}>
            Cancel
          </Button>
        }
      >
        {edited.isRestored ? <RestoredNote onStartOver={edited.startOver} /> : null}
        {meanwhile === null ? null : <Notice tone="caution">{meanwhile}</Notice>}
        {was.transport.is_deleted ? (
          <Notice tone="caution">{was.transport.title} was deleted: choose another unit to change this report.</Notice>
        ) : null}
        <EditInspectionFields form={form} was={was} tab={tab} />
        <AttachmentsField
          label="Attachments"
          name="files"
          value={files.attachments}
          onChange={(attachments) => setFiles((before) => ({ ...before, attachments }))}
          existing={existingFiles(was)}
          removed={files.removed}
          onRemovedChange={(removed) => setFiles((before) => ({ ...before, removed }))}
        />
      </FormFrame>
    </Dialog>
  )
}
