import type { Contact } from '#contract/contacts.ts'
import { KeptFormDialog } from '#src/form/kept-form-dialog.tsx'
import { ContactFields } from './contact-fields.tsx'
import { useContactForm } from './use-contact-form.ts'

interface EditContactDialogProps {
  readonly contact: Contact
  /** Saved, given up or put off. */
  readonly onClose: () => void
}

/** What is told of a department, to be changed. */
export function EditContactDialog({ contact, onClose }: EditContactDialogProps) {
  const edited = useContactForm(contact, onClose)
  return (
    <KeptFormDialog title="Edit information" kept={edited} submit="Save" onClose={onClose}>
      <ContactFields subtitle="You can edit department contact information" form={edited.form} />
    </KeptFormDialog>
  )
}
