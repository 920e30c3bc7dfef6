import { useKeptForm } from '#src/form/use-kept-form.ts'
import { newContactDraft } from './contact-draft.ts'
import { NO_CONTACT } from './contact-form.ts'
import { saveNewContact } from './save-contact.ts'

/** What is typed about a new department, and its saving. */
export function useNewContactForm(onClose: () => void) {
  return useKeptForm({
    start: NO_CONTACT,
    nothing: null,
    kind: newContactDraft,
    key: 'new',
    pack: ({ values }) => ({ values }),
    unpack: ({ values }) => ({ values, beside: null }),
    save: ({ values }, own) => saveNewContact(values, own),
    onSaved: onClose,
    onGivenUp: onClose,
  })
}
