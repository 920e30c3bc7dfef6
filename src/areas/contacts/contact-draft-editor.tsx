import { administrator } from '#contract/wire/access.ts'
import { draftEditor } from '#src/record/draft-editor.ts'
import { useCan } from '#src/session/use-can.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { contactDraft, EditContactDialog, NewContactDialog, newContactDraft } from './contact-form.tsx'

/** Goes on with a new department. */
export const newContactEditor = draftEditor(newContactDraft, ({ onClose }) =>
  useCan(administrator) ? (
    <NewContactDialog onClose={onClose} />
  ) : (
    <Dialog title="Add department" onClose={onClose}>
      <p>Only an administrator can add departments.</p>
    </Dialog>
  ),
)

/** Goes on with changes of a department. */
export const contactEditor = draftEditor(contactDraft, ({ value: { was }, onClose }) =>
  useCan(administrator) ? (
    <EditContactDialog contact={was} onClose={onClose} />
  ) : (
    <Dialog title="Edit information" onClose={onClose}>
      <p>Only an administrator can change departments.</p>
    </Dialog>
  ),
)
