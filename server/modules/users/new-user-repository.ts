import type { NewUser } from '#contract/people/user-changes.ts'
import type { Role } from '#contract/wire/access.ts'
import { sortName } from '#contract/wire/people.ts'
import type { Sql } from '#server/db/db.ts'
import { columnsOf, type StoredFields } from '#server/records/columns.ts'
import {
  type Author,
  type FieldChange,
  HISTORY_PARAMS,
  historyInsert,
  historyParams,
} from '#server/records/history-log.ts'
import { namedParams } from '#server/records/named-params.ts'
import { indirectChangeInsert } from '#server/records/sync/indirect-changes.ts'

/** A new row of `users`. The duty (driver or dispatcher) and the photo are written separately. */
export type UserRow = StoredFields<
  Exclude<keyof NewUser, 'password' | 'send_email' | 'driver' | 'dispatcher' | 'photo'>,
  {
    readonly client_id: string | null
    readonly first_name: string
    readonly last_name: string
    readonly email: string
    readonly phone: string
    readonly role: Role
    /** Ascending. */
    readonly user_permissions: readonly number[]
    readonly passwordHash: string | null
  }
>

const COLUMNS = columnsOf<UserRow & { readonly sort_name: string }>({
  client_id: 'uuid',
  first_name: 'text',
  last_name: 'text',
  sort_name: 'text',
  email: 'text',
  phone: 'text',
  role: 'text',
  user_permissions: ['permissions', 'smallint[]'],
  passwordHash: ['password_hash', 'text'],
})

const { $, valuesOf } = namedParams('row', ...HISTORY_PARAMS)
const INSERT = `
  with made as (
    insert into users (${COLUMNS.names}) select ${COLUMNS.rowFields()} from ${COLUMNS.row($.row)}
    on conflict do nothing returning id),
  logged as (${historyInsert($, 'made.id')}, made)
  select id from made`

/**
 * Creates a user and logs it. Returns the id, or null if the address or the `client_id` is taken. `changes`: the
 * history entries of the new user.
 */
export async function insertUser(
  sql: Sql,
  row: UserRow,
  author: Author,
  changes: readonly FieldChange[],
): Promise<number | null> {
  const log = historyParams({ area: 'users', version: 1, author, changes })
  const params = valuesOf({ row: COLUMNS.json({ ...row, sort_name: sortName(row) }), ...log })
  const [made] = await sql.query<{ id: number }>('users.insert', INSERT, params)
  return made?.id ?? null
}

/** Sets the photo of a new user. Written afterward, because the file needs an existing user as its owner. */
export async function setFirstPhoto(sql: Sql, user: number, photo: string): Promise<void> {
  await sql.query('users.first_photo', 'update users set photo = $2 where id = $1::integer', [user, photo])
}

/** The area of an indirect change for a deleted fleet manager. */
export const FORMER_MANAGER = 'former_fleet_manager'

/**
 * Records that show the name of user `$1` and stay when the user is deleted. A deleted fleet manager also leaves a list
 * for users who may not know of other deleted users: `FORMER_MANAGER` stands for that.
 */
const SHOWING_USER = `
  select 'maintenance', i.id::text from inspections i where i.fleet_manager_id = $1::integer
  union all select 'maintenance', i.id::text from inspections i where i.approved_by = $1::integer
  union all select 'maintenance', i.id::text from inspections i where i.created_by = $1::integer
  union all select 'maintenance', c.inspection_id::text from inspection_comments c where c.user_id = $1::integer
  union all select t.kind || 's', t.id from units t where t.fleet_manager_id = $1::integer
  union all select '${FORMER_MANAGER}', u.id::text from users u where u.id = $1::integer and u.role = 'fleet_manager'`

/** Deletes a user. Records that show the user's name lose it, so devices receive them again. */
export async function deleteUser(sql: Sql, user: number, now: Date): Promise<void> {
  // A statement of its own: it waits for changes that refer to the user, and the next statement then sees them.
  await sql.query('users.lock_deleted', 'select id from users where id = $1::integer for update', [user])
  // A change of a report locks it before it notes it. In another order the two would block each other.
  await sql.query(
    'users.lock_reports',
    `select id from inspections where $1::integer in (fleet_manager_id, approved_by, created_by) order by id for update`,
    [user],
  )
  await sql.query(
    'users.delete',
    `with indirect as (${indirectChangeInsert(SHOWING_USER, '$2')}) delete from users where id = $1::integer`,
    [user, now.toISOString()],
  )
}
