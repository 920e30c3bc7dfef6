import { fullName } from '#contract/wire/people.ts'
import { draftEditor } from '#src/record/draft-editor.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { rowOfSeen } from './changes/driver-record.ts'
import { detailsDraft } from './driver-details-draft.ts'
import { DriverDetailsForm } from './driver-details-form.tsx'

/** Continues the draft of a driver's changes. */
export const driverDetailsEditor = draftEditor(detailsDraft, ({ value: { was }, onClose }) => (
  <Dialog title={fullName(was.user)} size="lg" isDirty onClose={onClose}>
    <DriverDetailsForm driver={rowOfSeen(was)} onClose={onClose} />
  </Dialog>
))
