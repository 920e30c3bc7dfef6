import * as z from 'zod/mini'
import { folded, glued } from '#contract/text/folded.ts'
import { kind, serverId } from './record.ts'

/** A person as other records show them. `photo` is a path-absolute URL. */
export const person = z.object({
  id: serverId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  photo: z.nullable(z.string()),
})
export type Person = z.output<typeof person>

/** A person in a picker. More users may see names than e-mail addresses and phone numbers. */
export const personName = z.omit(person, { email: true, phone: true })

/**
 * Names and contact details of people inside other records. The device applies a waiting change of a user to all of
 * them.
 */
export const personContactKind = kind(
  'contact_of_person',
  (row: Pick<Person, 'id' | 'first_name' | 'last_name' | 'email' | 'phone'>) => `${row.id}`,
)

/** "First Last", as people are shown and sorted. */
export function fullName(name: { readonly first_name: string; readonly last_name: string }): string {
  return `${name.first_name} ${name.last_name}`.trim()
}

/**
 * The sort key of people. The server stores it (collation "C") and the device computes it, so that both sort alike in
 * every locale of the database.
 */
export function sortName(name: { readonly first_name: string; readonly last_name: string }): string {
  return fullName(name).toLowerCase()
}

type NameParts = Parameters<typeof sortName>[0]

/**
 * Compares people in the server's order: by `sortName`, code unit by code unit. 0 for equal names: the caller then
 * compares ids.
 */
export function compareNames(a: NameParts, b: NameParts): number {
  const [first, second] = [sortName(a), sortName(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

/**
 * The text in which a search for people looks, folded: name, e-mail address and phone number, the number also without
 * spaces.
 */
export function personText(row: Pick<Person, 'first_name' | 'last_name' | 'email' | 'phone'>): string {
  const { email, phone } = row
  return `${folded(`${sortName(row)} ${email} ${phone}`)} ${glued(phone)}`
}
