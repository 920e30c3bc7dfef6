import { randomUUID } from 'node:crypto'
import { changeContact, createContact, removeContact } from '#src/areas/contacts/contact-commands.ts'
import { aContact } from '#tests/support/builders/a-contact.ts'
import { changeCase } from './change-case.ts'
import type { ChangeDesk } from './change-desk.ts'

function newContact() {
  const { id: _, version: __, ...contact } = aContact()
  return { ...contact, client_id: randomUUID() }
}
const created = async ({ admin }: ChangeDesk) =>
  (await admin('POST', '/api/dashboard/contacts/', { body: newContact() })).body

export const contactCases = [
  changeCase(createContact, async () => ({ contact: newContact() })),
  changeCase(changeContact, async (desk) => ({ was: await created(desk), to: { location: 'Gary IN' } })),
  changeCase(removeContact, async (desk) => ({ was: await created(desk) })),
]
