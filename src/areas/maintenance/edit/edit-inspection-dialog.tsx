import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import classes from '#src/areas/maintenance/detail/inspection-detail.module.css'
import { AttachmentsField } from '#src/form/attachments/attachments-field.tsx'
import { KeptDialog } from '#src/form/frame/kept-form-dialog.tsx'
import { KeptFormFrame } from '#src/form/frame/kept-form-frame.tsx'
import { Notice } from '#src/ui/notice/notice.tsx'
import { existingFiles } from './edit-inspection.ts'
import { EditInspectionFields } from './edit-inspection-fields.tsx'
import { useInspectionEdit } from './use-inspection-edit.ts'

interface EditInspectionDialogProps {
  readonly inspection: Inspection
  /** The tab in which it was opened: by it goes what is asked for. */
  readonly tab: InspectionTab
  /** Saved, given up or put off. */
  readonly onClose: () => void
}

/** What an inspection tells, to be changed. */
export function EditInspectionDialog({ inspection, tab, onClose }: EditInspectionDialogProps) {
  const edited = useInspectionEdit(inspection, tab, onClose)
  const { was, form, files, setFiles } = edited
  return (
    <KeptDialog title="Edit Details" kept={edited} onClose={onClose}>
      <p className={classes.subtitle}>Inspection in preview mode</p>
      <KeptFormFrame kept={edited} submit="Save" isPinned>
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
      </KeptFormFrame>
    </KeptDialog>
  )
}
