import type { Contact } from '#contract/people/contacts.ts'

/** A department as in the server's responses. */
export function aContact(over: Partial<Contact> = {}): Contact {
  return {
    id: 4,
    department_name: 'Safety',
    email: 'safety@haulyard.example',
    location: 'Joliet IL',
    phones: [{ phone: '(815) 555-0141' }, { phone: '(815) 555-0142' }],
    client_id: null,
    version: 3,
    ...over,
  }
}
