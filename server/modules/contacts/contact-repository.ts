import * as z from 'zod/mini'
import type { ContactChange, NewContact } from '#contract/people/contact-changes.ts'
import type { Contact } from '#contract/people/contacts.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordStore } from '#server/records/change-record.ts'
import { columnsOf, type StoredFields } from '#server/records/columns.ts'
import { HISTORY_PARAMS, type HistoryLog, historyInsert, historyParams } from '#server/records/history-log.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

/** What a person can change of a contact, under the names of the change's body. */
export type ContactFields = StoredFields<
  keyof ContactChange | Exclude<keyof NewContact, 'client_id'>,
  Pick<Contact, 'department_name' | 'email' | 'location' | 'phones'>
>

const COLUMNS = columnsOf<ContactFields>({ department_name: 'text', email: 'text', location: 'text', phones: 'jsonb' })

/** A contact as the wire shows it (`contact` of the contract), over `c`. */
const CONTACT = jsonObject<Contact>({
  id: 'c.id',
  department_name: 'c.department_name',
  email: 'c.email',
  location: 'c.location',
  phones: 'c.phones',
  client_id: 'c.client_id',
  version: 'c.version',
})

const WRITE_PARAMS = namedParams('id', 'fields', ...HISTORY_PARAMS)
const WRITE = `
  with c as (update contacts set ${COLUMNS.set(WRITE_PARAMS.$.fields)}, version = version + 1
    where id = ${WRITE_PARAMS.$.id}::integer returning *),
  logged as (${historyInsert(WRITE_PARAMS.$, `${WRITE_PARAMS.$.id}::integer`)})
  select ${CONTACT}::text as text, c.version from c`

const INSERT_PARAMS = namedParams('client_id', 'fields', ...HISTORY_PARAMS)
const INSERT = `
  with c as (insert into contacts (client_id, ${COLUMNS.names})
    select ${INSERT_PARAMS.$.client_id}::uuid, ${COLUMNS.given()} from ${COLUMNS.row(INSERT_PARAMS.$.fields)} returning *),
  logged as (${historyInsert(INSERT_PARAMS.$, 'c.id')}, c)
  select ${CONTACT}::text as text, c.version from c`

/** The server's side of `compareContacts`. */
const byName: ListOrder<z.ZodMiniTuple> = {
  name: 'name',
  keys: [
    { sql: 'lower(c.department_name collate "C")', type: 'text' },
    { sql: 'c.id', type: 'bigint' },
  ],
  cursor: z.tuple([cursorText, cursorId]),
}

/** One page of the contacts by name. */
export function findContacts(sql: Sql, page: PageRequest): Promise<PageText> {
  const list = {
    name: 'contacts.list',
    from: 'contacts c',
    where: 'true',
    count: 'select count(*) from contacts',
    params: [],
    columns: 'c.*',
    alias: 'c',
    joins: '',
    row: CONTACT,
  }
  return queryPage(sql, list, byName, page)
}

/** The number of a contact, by that or by what a device called it; null when there is none. */
export async function findContactId(sql: Sql, ref: RecordRef): Promise<number | null> {
  const isName = typeof ref === 'string'
  const [row] = await sql.query<{ id: number }>(
    isName ? 'contacts.id_by_name' : 'contacts.id',
    `select id from contacts where ${isName ? 'client_id = $1::uuid' : 'id = $1::bigint'}`,
    [ref],
  )
  return row?.id ?? null
}

/** Contacts as records that can be changed; by their numbers. */
export const contactStore: RecordStore<ContactFields> = {
  area: 'contacts',

  async lock(sql, ref) {
    const [row] = await sql.query<ContactFields & { id: number; version: number }>(
      'contacts.lock',
      `select c.id, c.version, ${COLUMNS.read('c')} from contacts c where c.id = $1::bigint for update`,
      [ref],
    )
    if (!row) return null
    const { id, version, ...fields } = row
    return { id, version, fields }
  },

  async write(sql, id, fields, log) {
    const params = WRITE_PARAMS.valuesOf({ id, fields: COLUMNS.json(fields), ...historyParams(log) })
    const [row] = await sql.query<RecordText>('contacts.write', WRITE, params)
    if (!row) throw new Error(`contact ${id} vanished while it was locked`)
    return row
  },

  async find(sql, ref) {
    const [row] = await sql.query<RecordText>(
      'contacts.find',
      `select ${CONTACT}::text as text, c.version from contacts c where c.id = $1::bigint`,
      [ref],
    )
    return row ?? null
  },
}

/** Makes a contact and logs it; answers it as JSON. */
export async function insertContact(
  sql: Sql,
  client_id: string | null,
  fields: ContactFields,
  log: HistoryLog,
): Promise<RecordText> {
  const params = INSERT_PARAMS.valuesOf({ client_id, fields: COLUMNS.json(fields), ...historyParams(log) })
  const [row] = await sql.query<RecordText>('contacts.insert', INSERT, params)
  if (!row) throw new Error('contacts.insert: no answer')
  return row
}

/** Removes a contact; what a device called it is kept for `findDeleted`. */
export async function deleteContact(sql: Sql, id: number): Promise<void> {
  await sql.query(
    'contacts.delete',
    `with gone as (delete from contacts where id = $1::integer returning id, client_id)
     insert into deleted_contacts (client_id, contact_id)
     select client_id, id from gone where client_id is not null
     on conflict (client_id) do update set contact_id = excluded.contact_id`,
    [id],
  )
}
