import type { Sql } from '#server/db/db.ts'
import { type Author, HISTORY_PARAMS, historyInsert, historyParams } from '#server/records/history-log.ts'
import { namedParams } from '#server/records/named-params.ts'
import { oneUserByEmail } from '#server/records/sql/email-sql.ts'

/**
 * Sets (or with null removes) the password of an active user, and raises the version. Returns the version and the
 * user's address, or null if no such active user exists.
 */
export async function writePassword(
  sql: Sql,
  user: number,
  passwordHash: string | null,
): Promise<{ readonly version: number; readonly email: string } | null> {
  const [row] = await sql.query<{ version: number; email: string }>(
    'passwords.write',
    'update users set password_hash = $2, version = version + 1 where id = $1 and is_active returning version, email',
    [user, passwordHash],
  )
  return row ?? null
}

const { $, valuesOf } = namedParams('user', ...HISTORY_PARAMS)

/** Logs that the password was changed: who and when, but neither the old nor the new value. */
export async function logPassword(sql: Sql, user: number, version: number, author: Author): Promise<void> {
  const changes = [{ field: 'password', from: null, to: null }]
  const params = valuesOf({ user, ...historyParams({ area: 'users', version, author, changes }) })
  await sql.query('passwords.log', historyInsert($, `${$.user}::integer`), params)
}

/** The user with this e-mail; null if none has it. */
export async function findUserByEmail(sql: Sql, email: string): Promise<{ id: number; is_active: boolean } | null> {
  const [row] = await sql.query<{ id: number; is_active: boolean }>(
    'passwords.by_email',
    `select u.id, u.is_active from users u ${oneUserByEmail('$1')}`,
    [email],
  )
  return row ?? null
}
