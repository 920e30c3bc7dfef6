import { fullName } from '#contract/people.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { type DetailsTyped, detailsDraft } from './driver-details-draft.ts'
import { DriverDetailsForm } from './driver-details-form.tsx'
import { rowOfSeen } from './seen-driver.ts'

/** Which drafts `DraftEditor` opens. */
export const draftKind = detailsDraft

interface DraftEditorProps {
  readonly value: DetailsTyped
  /** Saved, given up or put off. */
  readonly onClose: () => void
}

/** Goes on with what was typed about a driver, wherever the person is in the app; the form takes the input over itself. */
export function DraftEditor({ value: { was }, onClose }: DraftEditorProps) {
  return (
    <Dialog title={fullName(was.user)} size="lg" isDirty onClose={onClose}>
      <DriverDetailsForm driver={rowOfSeen(was)} onClose={onClose} />
    </Dialog>
  )
}
