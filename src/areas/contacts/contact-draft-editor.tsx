import { administrator } from '#contract/access.ts'
import { useCan } from '#src/session/use-can.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { type ContactTyped, contactDraft } from './contact-draft.ts'
import { EditContactDialog } from './edit-contact-dialog.tsx'

/** Which drafts `DraftEditor` opens. */
export const draftKind = contactDraft

interface DraftEditorProps {
  readonly value: ContactTyped
  readonly onClose: () => void
}

/** Goes on with what was typed about a department, wherever the person is in the app; the dialog takes the input over itself. */
export function DraftEditor({ value: { was }, onClose }: DraftEditorProps) {
  if (useCan(administrator)) return <EditContactDialog contact={was} onClose={onClose} />
  return (
    <Dialog title="Edit information" onClose={onClose}>
      <p>Only an administrator can change departments.</p>
    </Dialog>
  )
}
