import { draftEditor } from '#src/record/draft-editor.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { unitWords } from './changes/seen-inspection.ts'
import { COMMENT_DRAFT } from './detail/comment-draft.ts'
import { CommentForm } from './detail/comment-form.tsx'
import { EditInspectionDialog } from './edit/edit-inspection-dialog.tsx'
import { EDIT_DRAFT } from './edit/edit-inspection-draft.ts'
import { NewInspectionDialog } from './new/new-inspection-dialog.tsx'
import { NEW_INSPECTION_DRAFT } from './new/new-inspection-draft.ts'
import { WalkAroundDialog } from './walk-around/walk-around-dialog.tsx'

/** Reopens the draft of a new report. */
export const newInspectionEditor = draftEditor(NEW_INSPECTION_DRAFT, ({ value: { entry, values }, onClose }) =>
  entry === 'walk' ? (
    <WalkAroundDialog unit={values.transport} onClose={onClose} />
  ) : (
    <NewInspectionDialog onClose={onClose} />
  ),
)

/** Reopens the draft of changes to a report. */
export const inspectionEditor = draftEditor(EDIT_DRAFT, ({ value: { was, tab }, onClose }) => (
  <EditInspectionDialog inspection={was} tab={tab} onClose={onClose} />
))

/** Reopens the draft of a comment on a report. */
export const commentEditor = draftEditor(COMMENT_DRAFT, ({ value: { was }, onClose }) => (
  <Dialog title={`Comment on ${unitWords(was.transport)}`} isDirty onClose={onClose}>
    <CommentForm was={was} onSaved={onClose} />
  </Dialog>
))
