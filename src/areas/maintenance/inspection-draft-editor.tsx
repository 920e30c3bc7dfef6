import type { Inspection } from '#contract/maintenance/inspections.ts'
import { draftEditor } from '#src/record/draft-editor.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { AddPhotosDialog } from './attachments/add-photos-dialog.tsx'
import { PHOTOS_DRAFT } from './attachments/add-photos-draft.ts'
import { unitWords } from './changes/seen-inspection.ts'
import { COMMENT_DRAFT } from './detail/comment-draft.ts'
import { CommentForm } from './detail/comment-form.tsx'
import { EditInspectionDialog } from './edit/edit-inspection-dialog.tsx'
import { EDIT_DRAFT } from './edit/edit-inspection-draft.ts'
import { NewInspectionDialog } from './new/new-inspection-dialog.tsx'
import { NEW_INSPECTION_DRAFT } from './new/new-inspection-draft.ts'
import { newInspectionStart } from './new/new-inspection-start.ts'
import { withUnit } from './new/new-inspection-values.ts'
import { SettleDialog } from './signing/settle-dialog.tsx'
import { SETTLE_DRAFT } from './signing/settle-draft.ts'
import { WalkAroundDialog } from './walk-around/walk-around-dialog.tsx'

const startWith = (unit: Inspection['transport']) => () => withUnit(newInspectionStart(), unit)

/** Reopens the draft of a new report. */
export const newInspectionEditor = draftEditor(NEW_INSPECTION_DRAFT, ({ value: { entry, values }, onClose }) =>
  entry === 'walk' ? (
    <WalkAroundDialog unit={values.transport} onClose={onClose} />
  ) : (
    <NewInspectionDialog
      {...(entry === 'unit' && values.transport && { start: startWith(values.transport), isOfUnit: true })}
      onClose={onClose}
    />
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

/** Reopens the draft of a certification. */
export const settleEditor = draftEditor(SETTLE_DRAFT, ({ value: { was, defect, to }, onClose }) => (
  <SettleDialog row={was} settling={{ defect, to }} onClose={onClose} />
))

/** Reopens the draft of photos for a defect. */
export const photosEditor = draftEditor(PHOTOS_DRAFT, ({ value: { was, defect }, onClose }) => (
  <AddPhotosDialog row={was} defect={defect} onClose={onClose} />
))
