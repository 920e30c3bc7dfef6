import * as z from 'zod/mini'
import type { ContactChange } from '#contract/people/contact-changes.ts'
import { type Contact, contact } from '#contract/people/contacts.ts'
import { valueWords } from '#src/format/value-words.ts'
import { appRecord } from '#src/record/app-record.ts'
import { textField } from '#src/record/field-kinds.ts'
import type { FieldsOf } from '#src/record/field-list.ts'
import { contactRows } from './contact-rows.ts'

/** Phones as text: "(815) 555-0140, (800) 555-0140". Accepts the wire's form or such a text. */
function phonesWords(value: unknown): string {
  const phones = contact.shape.phones.safeParse(value)
  return phones.success ? phones.data.map(({ phone }) => phone).join(', ') : valueWords(value)
}

/** Splits phones that were typed in one line. The separators can't be part of a phone number. */
const typedPhones = (line: unknown): Contact['phones'] =>
  String(line)
    .split(/[,;\n]/)
    .map((phone) => ({ phone: phone.trim() }))
    .filter(({ phone }) => phone !== '')

/** A department with its phones and e-mail. */
export const contactRecord = appRecord({
  kind: contactRows,
  seen: z.extend(contact, { id: z.int().check(z.nonnegative()) }),
  title: ({ department_name }: Contact) => department_name,
  fields: {
    department_name: textField('Department'),
    location: textField('Location'),
    phones: {
      title: 'Phones',
      value: contact.shape.phones,
      as: { is: 'text' },
      words: phonesWords,
      shown: phonesWords,
      typed: typedPhones,
    },
    email: textField('Email'),
  } satisfies FieldsOf<Contact, ContactChange>,
})
