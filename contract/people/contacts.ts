import * as z from 'zod/mini'
import { byText } from '#contract/text/search.ts'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { clientId, kind, serverId, version } from '#contract/wire/record.ts'

/** A department and its contact details. It has one or two phones. */
export const contact = z.object({
  id: serverId,
  department_name: z.string(),
  email: z.string(),
  location: z.string(),
  phones: z.array(z.object({ phone: z.string() })),
  client_id: z.nullable(clientId),
  version,
})
export type Contact = z.output<typeof contact>

/** Contacts on the device. A contact that a device created keeps its `client_id` as key. */
export const contactKind = kind(
  'contact',
  (row: Pick<Contact, 'id' | 'client_id' | 'department_name'>) => row.client_id ?? `${row.id}`,
)

export const contactEndpoints = {
  list: endpoint({
    name: 'contacts.list',
    summary: 'The departments with their contact details, by page and by name.',
    method: 'GET',
    path: '/api/dashboard/contacts/',
    access: signedIn,
    query: z.object(pageQuery),
    reply: pageOf(contact),
  }),
}

/** The server's `ORDER BY`, for rows on the device. */
export const compareContacts = byText<Contact>(({ department_name }) => department_name)
