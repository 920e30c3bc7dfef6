import * as z from 'zod/mini'
import { type Contact, contact } from '#contract/contacts.ts'
import { valueWords } from '#src/format/value-words.ts'
import { type Field, type RecordKey, recordKey } from '#src/offline/command.ts'
import { contactRows } from './contact-queries.ts'

/** The id of a contact that only this device knows so far. */
export const NO_ID_YET = 0

/** A contact as the person saw it when changing it: the server's, or one that this device made and has not sent. */
export const seenContact: z.ZodMiniType<Contact> = z.extend(contact, { id: z.int().check(z.nonnegative()) })

export const contactKey = (row: Contact): RecordKey => recordKey(contactRows, contactRows.keyOf(row))

/** The version to name with a change; null for a contact that waits to be made. */
export const seenVersionOf = ({ id, version }: Contact) => (id === NO_ID_YET ? null : version)

/** What the server calls the contact, or what this device called it. */
export function refOf({ id, client_id }: Contact): number | string {
  if (id !== NO_ID_YET) return id
  if (client_id === null) throw new Error('a contact has neither an id nor a client_id')
  return client_id
}

/** The contact as the server has it, with a conflict; null when it is none. */
export const contactIn = (current: unknown): Contact | null => contact.safeParse(current).data ?? null

/** The version that an answer gives a contact, for the changes that come after. */
export function versionOfReply(reply: unknown): readonly { readonly key: RecordKey; readonly version: number }[] {
  const now = contactIn(reply)
  return now ? [{ key: contactKey(now), version: now.version }] : []
}

const text = z.optional(z.string())
/** What a change gives a contact, under the names of the wire; what is absent stays. */
export const contactPatch = z.object({
  department_name: text,
  location: text,
  phones: z.optional(contact.shape.phones),
  email: text,
})
export type ContactPatch = z.output<typeof contactPatch>

/** Whatever shows a contact. */
export const CONTACT_REFRESHES = [['contacts']] as const

/** What is told of a contact, in the order in which forms ask for it. */
const DETAILS = [
  { name: 'department_name', title: 'Department' },
  { name: 'location', title: 'Location' },
  { name: 'phones', title: 'Phones' },
  { name: 'email', title: 'Email' },
] as const

/** "(815) 555-0140, (800) 555-0140": phones as the wire has them, or as such a text already. */
export function phonesWords(value: unknown): string {
  const phones = contact.shape.phones.safeParse(value)
  return phones.success ? phones.data.map(({ phone }) => phone).join(', ') : valueWords(value)
}

/** Phones as they were typed in one line: what stands between them can be part of none. */
const typedPhones = (value: unknown): Contact['phones'] =>
  String(value)
    .split(/[,;\n]/)
    .map((phone) => ({ phone: phone.trim() }))
    .filter(({ phone }) => phone !== '')

/** The patch with what was typed at one of its fields. */
const typedAs = (name: keyof ContactPatch, value: unknown): ContactPatch => ({
  [name]: name === 'phones' ? typedPhones(value) : String(value),
})

const told = (name: keyof ContactPatch, value: ContactPatch[keyof ContactPatch]) =>
  name === 'phones' ? phonesWords(value) : value

/**
 * What a change says, for its words, for editing it, and for deciding a conflict. `was` is null for a new contact; `with` and
 * `without` are told what of the change is said otherwise, and what is left of it.
 */
export function contactFields<Input>(
  { was, to }: { readonly was: Contact | null; readonly to: ContactPatch },
  change: { readonly with: (said: ContactPatch) => Input; readonly without: (left: ContactPatch) => Input | null },
): readonly Field<Input>[] {
  return DETAILS.filter(({ name }) => to[name] !== undefined).map(({ name, title }) => ({
    names: [name],
    title,
    as: { is: 'text' },
    was: was === null ? undefined : told(name, was[name]),
    yours: told(name, to[name]),
    words: phonesWords,
    with: (value) => change.with({ ...to, ...typedAs(name, value) }),
    without: () => {
      const { [name]: _, ...left } = to
      return change.without(left)
    },
  }))
}
