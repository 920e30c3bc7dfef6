import type { Contact } from '#contract/contacts.ts'
import type { ContactAct } from './contact-entry.tsx'
import { ContactHistory } from './contact-history.tsx'
import { EditContactDialog } from './edit-contact-dialog.tsx'
import { RemoveContactQuestion } from './remove-contact-question.tsx'

interface ContactDialogProps {
  readonly act: ContactAct
  readonly contact: Contact
  readonly onClose: () => void
  /** It was removed: what had the focus is gone. */
  readonly onGone: () => void
}

/** What an administrator has begun with a department. */
export function ContactDialog({ act, contact, onClose, onGone }: ContactDialogProps) {
  switch (act) {
    case 'edit':
      return <EditContactDialog contact={contact} onClose={onClose} />
    case 'remove':
      return <RemoveContactQuestion contact={contact} onClose={onClose} onGone={onGone} />
    case 'history':
      return <ContactHistory contact={contact} onClose={onClose} />
  }
}
