import type { Role } from '#contract/access.ts'
import { sortName } from '#contract/people.ts'
import type { Sql } from '#server/db/db.ts'
import { type Author, type FieldChange, historyInsert, historyParams } from '#server/records/history-log.ts'

export interface UserRow {
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

/**
 * Makes a user and logs it; answers the id, or null when the address or the device's name for it is taken. `changes`:
 * what the history tells of the new user.
 */
export async function insertUser(
  sql: Sql,
  row: UserRow,
  author: Author,
  changes: readonly FieldChange[],
): Promise<number | null> {
  const { client_id, first_name, last_name, email, phone, role, user_permissions, passwordHash } = row
  const log = historyParams({ area: 'users', version: 1, author, changes })
  const [made] = await sql.query<{ id: number }>(
    'users.insert',
    `with made as (
       insert into users (client_id, first_name, last_name, sort_name, email, phone, role, permissions, password_hash)
       values ($1::uuid, $2, $3, $4, $5, $6, $7, $8::smallint[], $9) on conflict do nothing returning id),
     logged as (${historyInsert(10, 'made.id')}, made)
     select id from made`,
    [client_id, first_name, last_name, sortName(row), email, phone, role, user_permissions, passwordHash, ...log],
  )
  return made?.id ?? null
}

/** The photo of a user who was just made: its file must be somebody's before it can be. */
export async function setFirstPhoto(sql: Sql, user: number, photo: string): Promise<void> {
  await sql.query('users.first_photo', 'update users set photo = $2 where id = $1::integer', [user, photo])
}

export async function deleteUser(sql: Sql, user: number): Promise<void> {
  await sql.query('users.delete', 'delete from users where id = $1::integer', [user])
}
