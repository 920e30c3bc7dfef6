import type { Sql } from '#server/db/db.ts'
import { theOneWith } from '#server/records/sql/email-sql.ts'

export interface Account {
  readonly id: number
  readonly password_hash: string | null
  readonly is_active: boolean
  /** Whether the user has signed in from the device before. */
  readonly is_known_device: boolean
}

/**
 * The account with this e-mail, A to Z in any case; null where there is none. Of two that differ in nothing
 * else, from before they were held apart, the one that is written so.
 * @param device a UUID in lower case; empty where the client names none
 */
export async function findAccount(sql: Sql, email: string, device: string): Promise<Account | null> {
  const [row] = await sql.query<Account>(
    'sessions.account',
    `select u.id, u.password_hash, u.is_active,
       $2 <> '' and exists (select from sessions s where s.user_id = u.id and s.device = $2) as is_known_device
     from users u ${theOneWith('$1')}`,
    [email, device],
  )
  return row ?? null
}
