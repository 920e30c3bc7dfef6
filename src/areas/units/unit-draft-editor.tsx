import { EDIT_DRAFTS, type UnitTyped } from './unit-draft.ts'
import { UnitEditDialog } from './unit-edit-dialog.tsx'

/** Which drafts `DraftEditor` opens. */
export const draftKind = [EDIT_DRAFTS.truck, EDIT_DRAFTS.trailer]

interface DraftEditorProps {
  readonly value: UnitTyped
  readonly onClose: () => void
}

/** Goes on with what was typed about a unit, wherever the person is in the app; the dialog takes the input over itself. */
export function DraftEditor({ value: { was }, onClose }: DraftEditorProps) {
  return <UnitEditDialog unit={was} onClose={onClose} />
}
