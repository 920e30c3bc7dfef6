import type { Role } from '#contract/wire/access.ts'
import { sortName } from '#contract/wire/people.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordStore } from '#server/records/change-record.ts'
import { columnsOf } from '#server/records/columns.ts'
import { copyManagerContact } from '#server/records/copy-contact.ts'
import { HISTORY_PARAMS, historyInsert, historyParams } from '#server/records/history-log.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { DISPATCHER_COLUMNS, DRIVER_COLUMNS } from './duty-repository.ts'
import { writeDuties } from './user-duties.ts'
import type { PersonFields, UserFields } from './user-fields.ts'
import { isVisible, joinDuties, otherUserJson, USER_JSON, type Visibility } from './user-json.ts'

const refName = (ref: RecordRef) => (typeof ref === 'number' ? 'id' : 'client_id')
const whereRef = (ref: RecordRef) => (typeof ref === 'number' ? 'u.id = $1::bigint' : 'u.client_id = $1::uuid')

/** A user in full wire form; null if none exists. */
export async function findUser(sql: Sql, ref: RecordRef): Promise<(RecordText & { readonly id: number }) | null> {
  const [row] = await sql.query<RecordText & { id: number }>(
    `users.find.${refName(ref)}`,
    `select ${USER_JSON}::text as text, u.version, u.id from users u ${joinDuties()} where ${whereRef(ref)}`,
    [ref],
  )
  return row ?? null
}

/** Areas that may show users. */
export const USER_AREAS = ['drivers', 'dispatchers', 'schedule', 'trucks', 'trailers'] as const

const VISIBILITY: Visibility = {
  drivers: '$2::boolean',
  dispatchers: '$3::boolean',
  schedule: '$4::boolean',
  trucks: '$5::boolean',
  trailers: '$6::boolean',
}

/**
 * A user as other users see it; null if none exists, or if no area that the viewer may view shows the user.
 * @param canView whether the viewer may view each of `USER_AREAS`
 */
export async function findOtherUser(sql: Sql, ref: RecordRef, canView: readonly boolean[]): Promise<RecordText | null> {
  const [row] = await sql.query<RecordText>(
    `users.find_other.${refName(ref)}`,
    `select ${otherUserJson(VISIBILITY)}::text as text, u.version from users u ${joinDuties()}
     where ${whereRef(ref)} and ${isVisible(VISIBILITY)}`,
    [ref, ...canView],
  )
  return row ?? null
}

/** The id and the role of a user, by the server's id or the `client_id`; null if none exists. */
export async function findRole(sql: Sql, ref: RecordRef): Promise<{ readonly id: number; readonly role: Role } | null> {
  const [row] = await sql.query<{ id: number; role: Role }>(
    `users.role.${refName(ref)}`,
    `select u.id, u.role from users u where ${whereRef(ref)}`,
    [ref],
  )
  return row ?? null
}

const COLUMNS = columnsOf<PersonFields>({
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  phone: 'text',
  photo: 'text',
  role: 'text',
  is_active: 'boolean',
  user_permissions: ['permissions', 'smallint[]'],
  wants_digest: 'boolean',
})

const LOCK = `
  select u.id, u.version, ${COLUMNS.read('u')}, ${DRIVER_COLUMNS.read('d', 'driver.')},
    ${DISPATCHER_COLUMNS.read('p', 'dispatcher.')}
  from users u ${joinDuties()} where u.id = $1::integer`

/** The contact fields: units store a copy of those of their fleet manager. */
const CONTACT: readonly string[] = ['first_name', 'last_name', 'email', 'phone']

const { $, valuesOf } = namedParams('id', 'fields', 'sort_name', ...HISTORY_PARAMS)
const WRITE = `
  with u as (
    update users set ${COLUMNS.set($.fields)}, sort_name = ${$.sort_name}, version = version + 1
    where id = ${$.id}::integer returning *),
  logged as (${historyInsert($, `${$.id}::integer`)})
  select version from u`

export const userStore: RecordStore<UserFields> = {
  area: 'users',

  async lock(sql: Sql, ref: RecordRef) {
    // In steps: a row that is only joined to a locked row may be older than the change that the lock waited for. First
    // the dispatcher (the user's own, and the dispatcher of the user's driver), then the driver, in the same order as
    // changes of those.
    await sql.query(
      `users.lock_dispatcher.${refName(ref)}`,
      `select 1 from dispatchers p where p.user_id = (select u.id from users u where ${whereRef(ref)})
         or p.id = (select d.dispatcher_id from drivers d join users u on u.id = d.user_id where ${whereRef(ref)})
       order by p.id for no key update`,
      [ref],
    )
    await sql.query(
      `users.lock_driver.${refName(ref)}`,
      `select 1 from drivers d join users u on u.id = d.user_id where ${whereRef(ref)} for no key update of d`,
      [ref],
    )
    const [found] = await sql.query<{ id: number }>(
      `users.lock.${refName(ref)}`,
      `select u.id from users u where ${whereRef(ref)} for no key update`,
      [ref],
    )
    if (!found) return null
    const [row] = await sql.query<UserFields & { id: number; version: number }>('users.locked', LOCK, [found.id])
    if (!row) return null
    const { id, version, ...fields } = row
    return { id, version, fields }
  },

  async write(sql, id, fields, log) {
    await writeDuties(sql, id, fields, log)
    const params = { id, fields: COLUMNS.json(fields), sort_name: sortName(fields), ...historyParams(log) }
    await sql.query('users.write', WRITE, valuesOf(params))
    const hasContactChange = log.changes.some(({ field }) => CONTACT.includes(field))
    const { first_name, last_name, email, phone } = fields
    if (hasContactChange) await copyManagerContact(sql, log.author, id, { first_name, last_name, email, phone })
    const user = await findUser(sql, id)
    if (!user) throw new Error(`user ${id} vanished while it was locked`)
    return user
  },

  find: (sql, ref) => findUser(sql, ref),
}
