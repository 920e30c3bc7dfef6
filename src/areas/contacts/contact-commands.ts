import * as z from 'zod/mini'
import { contactChanges } from '#contract/contact-changes.ts'
import { type Contact, contact } from '#contract/contacts.ts'
import { clientId } from '#contract/record.ts'
import { added, type Command, command, type Field, patched, removed } from '#src/offline/command.ts'
import { deletedField } from '#src/offline/deleted-field.ts'
import {
  CONTACT_REFRESHES,
  type ContactPatch,
  contactFields,
  contactIn,
  contactKey,
  contactPatch,
  NO_ID_YET,
  refOf,
  seenContact,
  seenVersionOf,
  versionOfReply,
} from './contact-change.ts'
import { contactRows } from './contact-queries.ts'

const { department_name, location, phones, email } = contact.shape
const newContactInput = z.object({
  contact: z.object({ client_id: clientId, department_name, location, phones, email }),
})
export type NewContactInput = z.output<typeof newContactInput>

/** The contact as it is shown until the server has it. */
const rowOf = ({ contact }: NewContactInput): Contact => ({ ...contact, id: NO_ID_YET, version: 0 })

function newContactFields(input: NewContactInput): readonly Field<NewContactInput>[] {
  const { client_id: _, ...to } = input.contact
  return contactFields(
    { was: null, to },
    { with: (said) => ({ contact: { ...input.contact, ...said } as NewContactInput['contact'] }), without: () => null },
  )
}

/** Adds a department, with a name of this device's own so that it can be changed again before it is sent. */
export const createContact: Command<NewContactInput> = command({
  name: 'contacts.create',
  version: 1,
  endpoint: contactChanges.create,
  input: newContactInput,
  request: ({ contact: body }) => ({ body }),
  touches: (input) => [contactKey(rowOf(input))],
  shows: (input) => [added(contactRows, rowOf(input))],
  fields: newContactFields,
  describe: ({ contact: made }) => ({ record: made.department_name, change: 'New department' }),
  versions: versionOfReply,
  refreshes: CONTACT_REFRESHES,
})

const changeInput = z.object({ was: seenContact, to: contactPatch })
type ChangeContact = z.output<typeof changeInput>

const withPatch = (row: Contact, to: ContactPatch): Contact => {
  const said = Object.entries(to).filter(([, value]) => value !== undefined)
  return { ...row, ...Object.fromEntries(said) }
}

function changeFields(input: ChangeContact): readonly Field<ChangeContact>[] {
  return contactFields(input, {
    with: (to) => ({ ...input, to }),
    without: (to) => (Object.keys(to).length === 0 ? null : { ...input, to }),
  })
}

/** "Location: Gary IN → Joliet IL · Phones: (815) 555-0140 → (815) 555-0141". */
export function changeWords(input: ChangeContact): string {
  return changeFields(input)
    .map(({ title, was, yours, words }) => `${title}: ${words(was)} → ${words(yours)}`)
    .join(' · ')
}

/** Changes what is told of a department. */
export const changeContact: Command<ChangeContact> = command({
  name: 'contacts.change',
  version: 1,
  endpoint: contactChanges.update,
  input: changeInput,
  request: ({ was, to }) => ({ params: { id: refOf(was) }, body: to }),
  touches: ({ was }) => [contactKey(was)],
  // One that waits to be made is shown by what makes it: once that is discarded nothing is left to change.
  shows: ({ was, to }) => [
    patched(
      contactRows,
      contactRows.keyOf(was),
      (row) => ({ ...row, ...withPatch(row, to) }),
      was.id === NO_ID_YET ? undefined : was,
    ),
  ],
  merge: (earlier, later) => ({ was: earlier.was, to: { ...earlier.to, ...later.to } }),
  inverse: ({ was, to }) => {
    const back = Object.fromEntries(Object.keys(to).map((name) => [name, was[name as keyof ContactPatch]]))
    return [{ command: changeContact, input: { was: withPatch(was, to), to: back }, seenVersion: seenVersionOf(was) }]
  },
  fields: changeFields,
  onto: (input, current) => ({ ...input, was: contactIn(current) ?? input.was }),
  describe: (input) => ({ record: input.was.department_name, change: changeWords(input) }),
  versions: versionOfReply,
  refreshes: CONTACT_REFRESHES,
})

/** The contact as the person saw it. */
const removeInput = z.object({ was: seenContact })
type RemoveContact = z.output<typeof removeInput>

/** Removes a department for good: nothing brings it back. */
export const removeContact: Command<RemoveContact> = command({
  name: 'contacts.remove',
  version: 1,
  endpoint: contactChanges.remove,
  input: removeInput,
  request: ({ was }) => ({ params: { id: refOf(was) } }),
  touches: ({ was }) => [contactKey(was)],
  shows: ({ was }) => [removed(contactRows, contactRows.keyOf(was), was.id === NO_ID_YET ? undefined : was)],
  fields: (input) => [deletedField('Department', input)],
  onto: (input, current) => ({ was: contactIn(current) ?? input.was }),
  describe: ({ was }) => ({ record: was.department_name, change: 'Removed' }),
  versions: () => [],
  refreshes: CONTACT_REFRESHES,
})
