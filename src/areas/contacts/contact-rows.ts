import { type Contact, contactKind } from '#contract/people/contacts.ts'
import { kind } from '#contract/wire/record.ts'

/** The record kind of contacts, with the full row type. */
export const contactRows = kind<Contact>(contactKind.name, contactKind.keyOf)
