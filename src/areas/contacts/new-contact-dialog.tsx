import { KeptFormDialog } from '#src/form/kept-form-dialog.tsx'
import { ContactFields } from './contact-fields.tsx'
import { useNewContactForm } from './use-new-contact-form.ts'

/** A department that everybody may call from now on. */
export function NewContactDialog({ onClose }: { readonly onClose: () => void }) {
  const typed = useNewContactForm(onClose)
  return (
    <KeptFormDialog title="Add department" kept={typed} submit="Add department" onClose={onClose}>
      <ContactFields subtitle="You can add department contact information" form={typed.form} />
    </KeptFormDialog>
  )
}
