import { administrator } from '#contract/access.ts'
import { useCan } from '#src/session/use-can.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { type NewContactTyped, newContactDraft } from './contact-draft.ts'
import { NewContactDialog } from './new-contact-dialog.tsx'

/** Which drafts `DraftEditor` opens. */
export const draftKind = newContactDraft

interface DraftEditorProps {
  readonly value: NewContactTyped
  readonly onClose: () => void
}

/** Goes on with a new department, wherever the person is in the app; the dialog takes the input over itself. */
export function DraftEditor({ onClose }: DraftEditorProps) {
  if (useCan(administrator)) return <NewContactDialog onClose={onClose} />
  return (
    <Dialog title="Add department" onClose={onClose}>
      <p>Only an administrator can add departments.</p>
    </Dialog>
  )
}
