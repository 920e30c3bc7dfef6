import { contactChanges } from '#contract/people/contact-changes.ts'
import { createCommand } from '#src/record/create-command.ts'
import { patchCommand } from '#src/record/patch-command.ts'
import { removeCommand } from '#src/record/remove-command.ts'
import { contactRecord } from './contact-record.ts'

/** Adds a department. */
export const createContact = createCommand(contactRecord, {
  name: 'contacts.create',
  version: 1,
  endpoint: contactChanges.create,
  areas: ['contacts'],
  part: 'contact',
  noun: 'department',
  row: (contact) => contact,
})

/** Changes fields of a department. */
export const changeContact = patchCommand(contactRecord, {
  name: 'contacts.change',
  version: 1,
  endpoint: contactChanges.update,
  areas: ['contacts'],
})

/** Removes a department permanently. */
export const removeContact = removeCommand(contactRecord, {
  name: 'contacts.remove',
  version: 1,
  endpoint: contactChanges.remove,
  areas: ['contacts'],
  noun: 'Department',
})
