import * as z from 'zod/mini'
import { administrator } from '#contract/access.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { seenContact } from './contact-change.ts'
import type { ContactValues } from './contact-form.ts'

const text = z.string()
const values: z.ZodMiniType<ContactValues> = z.object({
  department_name: text,
  location: text,
  phone_1: text,
  phone_2: text,
  email: text,
})

const wordsOf = ({ department_name, location, phone_1, phone_2, email }: ContactValues) =>
  [department_name, location, phone_1, phone_2, email].filter(Boolean).join(' · ')

const newContactTyped = z.object({ values })
export type NewContactTyped = z.output<typeof newContactTyped>

/** A department that is not added yet. */
export const newContactDraft: DraftKind<NewContactTyped> = {
  name: 'contacts.new',
  version: 1,
  access: administrator,
  schema: newContactTyped,
  words: ({ values: kept }) => ({
    record: kept.department_name.trim() || 'a new department',
    text: wordsOf(kept) || 'New department',
  }),
}

const contactTyped = z.object({ was: seenContact, values })
export type ContactTyped = z.output<typeof contactTyped>

/** A department that is changed and not saved; with what was known of it when the typing began. */
export const contactDraft: DraftKind<ContactTyped> = {
  name: 'contacts.edit',
  version: 1,
  access: administrator,
  schema: contactTyped,
  words: ({ was, values: kept }) => ({ record: was.department_name, text: wordsOf(kept) || was.department_name }),
}
