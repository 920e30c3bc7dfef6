import { NewInspectionDialog } from './new-inspection-dialog.tsx'
import { NEW_INSPECTION_DRAFT, type NewInspectionTyped } from './new-inspection-draft.ts'
import { WalkAroundDialog } from './walk-around-dialog.tsx'

/** Which drafts `DraftEditor` opens. */
export const draftKind = NEW_INSPECTION_DRAFT

interface DraftEditorProps {
  readonly value: NewInspectionTyped
  readonly onClose: () => void
}

/** Goes on with a new report, wherever the person is in the app; the dialog takes the input over itself. */
export function DraftEditor({ value: { entry }, onClose }: DraftEditorProps) {
  return entry === 'walk' ? <WalkAroundDialog onClose={onClose} /> : <NewInspectionDialog onClose={onClose} />
}
