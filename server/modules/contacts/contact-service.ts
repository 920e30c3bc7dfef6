import type { ContactChange, NewContact } from '#contract/people/contact-changes.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { notFound, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { type ChangeRequest, changeRecord } from '#server/records/change-record.ts'
import { findDeleted } from '#server/records/deleted-record.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { lockForRemoval } from '#server/records/lock-for-removal.ts'
import { findMade } from '#server/records/made-once.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { contactStore, deleteContact, findContactId, findContacts, insertContact } from './contact-repository.ts'

export const listContacts = findContacts

/** The 404 that says who removed a contact; null when none of that name was removed. */
async function removalOf(sql: Sql, ref: RecordRef): Promise<Problem | null> {
  const removed = await findDeleted(sql, 'contacts', ref)
  if (removed === null) return null
  return new Problem(404, { detail: `This department was removed${removed.by && ` by ${removed.by}`}.` })
}

/** The number of a contact. Throws a 404 that says who removed it, where somebody did. */
async function getContactId(sql: Sql, ref: RecordRef): Promise<number> {
  const id = await findContactId(sql, ref)
  if (id === null) throw (await removalOf(sql, ref)) ?? notFound()
  return id
}

/** A contact as JSON; `isNew`: not one that the device has sent before. */
export type MadeContact = RecordText & { readonly isNew: boolean }

/**
 * Adds a contact. A `client_id` that is known already answers the contact that has it: the device sent it before. Throws the
 * 404 of one that was removed since.
 */
export async function makeContact({ sql, author }: ChangeRequest, body: NewContact): Promise<MadeContact> {
  const { client_id = null, ...fields } = body
  const known = await findMade(sql, client_id, {
    find: (name) => findContactId(sql, name),
    refusal: (name) => removalOf(sql, name),
    answer: (id) => contactStore.find(sql, id),
  })
  if (known) return known
  const changes = Object.entries(fields).map(([field, to]) => ({ field, from: null, to }))
  const made = await insertContact(sql, client_id, fields, { area: 'contacts', version: 1, author, changes })
  return { ...made, isNew: true }
}

/** Changes some fields of a contact. Throws 404, and 412 (see `changeRecord`). */
export async function changeContact(request: ChangeRequest, ref: RecordRef, asked: ContactChange): Promise<RecordText> {
  return changeRecord(request, contactStore, await getContactId(request.sql, ref), asked)
}

/** Removes a contact. Throws 404, and 412 when somebody else has changed it since the person looked. */
export async function removeContact(request: ChangeRequest, ref: RecordRef): Promise<void> {
  const { sql, author } = request
  const id = await getContactId(sql, ref)
  await lockForRemoval(request, contactStore, id, 'department')
  // Before the row is gone: whoever shows it hears of it.
  const changes = [{ field: 'is_deleted', from: false, to: true }]
  await noteLinkedChange(sql, { area: 'contacts', id, author, changes })
  await deleteContact(sql, id)
}
