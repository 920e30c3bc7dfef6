import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import classes from '#src/areas/maintenance/detail/inspection-detail.module.css'
import { AttachmentsField } from '#src/form/attachments/attachments-field.tsx'
import { DraftDialog } from '#src/form/frame/draft-form-dialog.tsx'
import { DraftFormFrame } from '#src/form/frame/draft-form-frame.tsx'
import { Notice } from '#src/ui/notice/notice.tsx'
import { existingFiles } from './edit-inspection.ts'
import { EditInspectionFields } from './edit-inspection-fields.tsx'
import { useInspectionEdit } from './use-inspection-edit.ts'

interface EditInspectionDialogProps {
  readonly inspection: Inspection
  /** The tab in which the inspection was opened. It decides which fields the form has. */
  readonly tab: InspectionTab
  /** The changes were saved, discarded or stored as a draft. */
  readonly onClose: () => void
}

/** The dialog that edits an inspection. */
export function EditInspectionDialog({ inspection, tab, onClose }: EditInspectionDialogProps) {
  const edited = useInspectionEdit(inspection, tab, onClose)
  const { was, form, files, setFiles } = edited
  return (
    <DraftDialog title="Edit Details" draftForm={edited}>
      <p className={classes.subtitle}>Inspection in preview mode</p>
      <DraftFormFrame draftForm={edited} submit="Save" isPinned what="inspection">
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
      </DraftFormFrame>
    </DraftDialog>
  )
}
