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

/** A person in a list to pick from, which more people may read than the person's mail address and phone number. */
export const personName = z.omit(person, { email: true, phone: true })

/** How people can be reached, wherever records of other kinds tell it; a waiting change of a person is laid over it there. */
export const contactKind = kind(
  'contact_of_person',
  (row: Pick<Person, 'id' | 'first_name' | 'last_name' | 'email' | 'phone'>) => `${row.id}`,
)

/** "First Last", the order in which this company's people are sorted and shown. */
export function fullName(someone: { readonly first_name: string; readonly last_name: string }): string {
  return `${someone.first_name} ${someone.last_name}`.trim()
}

/**
 * The key by which people are sorted: stored by the server (collation "C") and computed on the device, so that both
 * give one order whatever the database's locale.
 */
export function sortName(someone: { readonly first_name: string; readonly last_name: string }): string {
  return fullName(someone).toLowerCase()
}

type Named = Parameters<typeof sortName>[0]

/** Orders people as the server does: by `sortName`, code unit by code unit. 0 for namesakes: the caller breaks the tie by id. */
export function compareNames(a: Named, b: Named): number {
  const [first, second] = [sortName(a), sortName(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** What a search for people looks through, folded: name, mail address, and phone number, as written and in one piece. */
export function personText(someone: Pick<Person, 'first_name' | 'last_name' | 'email' | 'phone'>): string {
  const { email, phone } = someone
  return `${folded(`${sortName(someone)} ${email} ${phone}`)} ${glued(phone)}`
}
