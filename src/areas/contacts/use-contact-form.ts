import type { Contact } from '#contract/contacts.ts'
import { useSeenForm } from '#src/form/use-seen-form.ts'
import { changeWords } from './contact-commands.ts'
import { contactDraft } from './contact-draft.ts'
import { patchOf, valuesOf } from './contact-form.ts'
import { contactRows } from './contact-queries.ts'
import { saveContact } from './save-contact.ts'

/** What the server says of a department otherwise than it was seen, in words; empty where it is the same. */
export const contactDiffers = (seen: Contact, now: Contact): string =>
  changeWords({ was: seen, to: patchOf(seen, valuesOf(now)) })

/** What is typed about a department, and its saving. */
export function useContactForm(contact: Contact, onClose: () => void) {
  return useSeenForm({
    row: contact,
    valuesOf,
    differs: contactDiffers,
    nothing: null,
    kind: contactDraft,
    key: contactRows.keyOf(contact),
    pack: ({ was, values }) => ({ was, values }),
    unpack: ({ was, values }) => ({ was, values, beside: null }),
    save: ({ was, values }, own) => saveContact({ was, now: contact, values }, own),
    onSaved: onClose,
    onGivenUp: onClose,
  })
}
