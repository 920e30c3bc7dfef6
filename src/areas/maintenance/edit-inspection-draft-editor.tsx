import { EditInspectionDialog } from './edit-inspection-dialog.tsx'
import { EDIT_DRAFT, type EditTyped } from './edit-inspection-draft.ts'

/** Which drafts `DraftEditor` opens. */
export const draftKind = EDIT_DRAFT

interface DraftEditorProps {
  readonly value: EditTyped
  readonly onClose: () => void
}

/** Goes on with what was typed about an inspection, wherever the person is in the app; the dialog takes the input over itself. */
export function DraftEditor({ value: { was, tab }, onClose }: DraftEditorProps) {
  return <EditInspectionDialog inspection={was} tab={tab} onClose={onClose} />
}
