import type { Contact } from '#contract/people/contacts.ts'

/** A row of `contacts`. */
export type SeedContact = Pick<Contact, 'id' | 'department_name' | 'email' | 'location' | 'phones'>

type Said = readonly [department: string, mailbox: string, location: string, ...phones: [string] | [string, string]]

const DEPARTMENTS: readonly Said[] = [
  ['Dispatch', 'dispatch', 'Joliet IL, terminal, 2nd floor', '(815) 555-0140', '(800) 555-0140'],
  ['Safety', 'safety', 'Joliet IL, terminal, room 114', '(815) 555-0141', '(815) 555-0142'],
  ['Maintenance', 'maintenance', 'Joliet IL, shop, bay 3', '(815) 555-0143', '(815) 555-0144'],
  ['Accounting', 'accounting', 'Chicago IL, office, 6th floor', '(773) 555-0145'],
  ['Human Resources', 'hr', 'Chicago IL, office, 5th floor', '(773) 555-0146'],
  ['Recruiting', 'recruiting', 'Indianapolis IN, drop yard', '(317) 555-0147', '(800) 555-0147'],
  ['After hours', 'after.hours', 'Joliet IL, gatehouse', '(815) 555-0148', '(800) 555-0148'],
]

/** The departments that every user may call. */
export const seedContacts: readonly SeedContact[] = DEPARTMENTS.map(
  ([department_name, mailbox, location, ...phones], index) => ({
    id: index + 1,
    department_name,
    email: `${mailbox}@haulyard.example`,
    location,
    phones: phones.map((phone) => ({ phone })),
  }),
)
