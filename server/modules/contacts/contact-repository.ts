import type { ContactChange, NewContact } from '#contract/people/contact-changes.ts'
import type { Contact } from '#contract/people/contacts.ts'
import { columnsOf, type StoredFields } from '#server/records/columns.ts'
import { byText, type FieldsIn, plainRows } from '#server/records/plain/plain-rows.ts'

type ContactFields = StoredFields<Exclude<keyof ContactChange | keyof NewContact, 'client_id'>, FieldsIn<Contact>>

export const contactRows = plainRows<ContactFields>({
  area: 'contacts',
  columns: columnsOf({ department_name: 'text', email: 'text', location: 'text', phones: 'jsonb' }),
  order: byText('name', 'department_name'),
})
