import type { Role } from '#contract/wire/access.ts'
import { sortName } from '#contract/wire/people.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordStore } from '#server/records/change-record.ts'
import { columnsOf } from '#server/records/columns.ts'
import { followManager } from '#server/records/following-contacts.ts'
import { HISTORY_PARAMS, historyInsert, historyParams } from '#server/records/history-log.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { DISPATCHER_COLUMNS, DRIVER_COLUMNS } from './duty-repository.ts'
import { writeDuties } from './user-duties.ts'
import type { PersonFields, UserFields } from './user-fields.ts'
import { duties, isShown, otherUserJson, type Sight, USER_JSON } from './user-json.ts'

const nameOf = (ref: RecordRef) => (typeof ref === 'number' ? 'id' : 'client_id')
const isThe = (ref: RecordRef) => (typeof ref === 'number' ? 'u.id = $1::bigint' : 'u.client_id = $1::uuid')

/** A user as the wire shows it in full; null when there is none. */
export async function findUser(sql: Sql, ref: RecordRef): Promise<(RecordText & { readonly id: number }) | null> {
  const [row] = await sql.query<RecordText & { id: number }>(
    `users.find.${nameOf(ref)}`,
    `select ${USER_JSON}::text as text, u.version, u.id from users u ${duties()} where ${isThe(ref)}`,
    [ref],
  )
  return row ?? null
}

/** Areas that may show a person. */
export const SHOWING = ['drivers', 'dispatchers', 'schedule', 'trucks', 'trailers'] as const

const SIGHT: Sight = {
  drivers: '$2::boolean',
  dispatchers: '$3::boolean',
  schedule: '$4::boolean',
  trucks: '$5::boolean',
  trailers: '$6::boolean',
}

/**
 * A user as others see it; null when there is none, and when no area shows it that the viewer may view.
 * @param isSeen whether the viewer may view each of `SHOWING`
 */
export async function findOtherUser(sql: Sql, ref: RecordRef, isSeen: readonly boolean[]): Promise<RecordText | null> {
  const [row] = await sql.query<RecordText>(
    `users.find_other.${nameOf(ref)}`,
    `select ${otherUserJson(SIGHT)}::text as text, u.version from users u ${duties()}
     where ${isThe(ref)} and ${isShown(SIGHT)}`,
    [ref, ...isSeen],
  )
  return row ?? null
}

/** The id and the role of a user, by the server's name or the device's; null when there is none. */
export async function findRole(sql: Sql, ref: RecordRef): Promise<{ readonly id: number; readonly role: Role } | null> {
  const [row] = await sql.query<{ id: number; role: Role }>(
    `users.role.${nameOf(ref)}`,
    `select u.id, u.role from users u where ${isThe(ref)}`,
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
  from users u ${duties()} where u.id = $1::integer`

/** By these a person is reached: units that tell it of their fleet manager follow. */
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
    // In steps: what is only joined to a locked row may be older than what the lock had to wait for. The dispatcher that the
    // user is, or who leads the driver that the user is, and that driver first, as changes of those do.
    await sql.query(
      `users.lock_dispatcher.${nameOf(ref)}`,
      `select 1 from dispatchers p where p.user_id = (select u.id from users u where ${isThe(ref)})
         or p.id = (select d.dispatcher_id from drivers d join users u on u.id = d.user_id where ${isThe(ref)})
       order by p.id for no key update`,
      [ref],
    )
    await sql.query(
      `users.lock_driver.${nameOf(ref)}`,
      `select 1 from drivers d join users u on u.id = d.user_id where ${isThe(ref)} for no key update of d`,
      [ref],
    )
    const [found] = await sql.query<{ id: number }>(
      `users.lock.${nameOf(ref)}`,
      `select u.id from users u where ${isThe(ref)} for no key update`,
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
    const isReached = log.changes.some(({ field }) => CONTACT.includes(field))
    const { first_name, last_name, email, phone } = fields
    if (isReached) await followManager(sql, log.author, id, { first_name, last_name, email, phone })
    const user = await findUser(sql, id)
    if (!user) throw new Error(`user ${id} vanished while it was locked`)
    return user
  },

  find: (sql, ref) => findUser(sql, ref),
}
