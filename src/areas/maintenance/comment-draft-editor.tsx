import { Dialog } from '#src/ui/dialog.tsx'
import { COMMENT_DRAFT, type CommentTyped } from './comment-draft.ts'
import { CommentForm } from './comment-form.tsx'
import { unitWords } from './seen-inspection.ts'

/** Which drafts `DraftEditor` opens. */
export const draftKind = COMMENT_DRAFT

interface DraftEditorProps {
  readonly value: CommentTyped
  readonly onClose: () => void
}

/** Goes on with a comment wherever the person is in the app; the form takes the text over itself. */
export function DraftEditor({ value: { was }, onClose }: DraftEditorProps) {
  return (
    <Dialog title={`Comment on ${unitWords(was.transport)}`} isDirty onClose={onClose}>
      <CommentForm was={was} onSaved={onClose} />
    </Dialog>
  )
}
