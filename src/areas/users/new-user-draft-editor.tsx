import { administrator } from '#contract/access.ts'
import { useCan } from '#src/session/use-can.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { NewUserDialog } from './new-user-dialog.tsx'
import { type NewUserTyped, newUserDraft } from './user-draft.ts'

/** Which drafts `DraftEditor` opens. */
export const draftKind = newUserDraft

interface DraftEditorProps {
  readonly value: NewUserTyped
  readonly onClose: () => void
}

/** Goes on with a new user, wherever the person is in the app; the dialog takes the input over itself. */
export function DraftEditor({ onClose }: DraftEditorProps) {
  if (useCan(administrator)) return <NewUserDialog onClose={onClose} />
  return (
    <Dialog title="Add new user" onClose={onClose}>
      <p>Only an administrator can add users.</p>
    </Dialog>
  )
}
