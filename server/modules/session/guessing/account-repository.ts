import type { Sql } from '#server/db/db.ts'
import { oneUserByEmail } from '#server/records/sql/email-sql.ts'

export interface Account {
  readonly id: number
  readonly password_hash: string | null
  readonly is_active: boolean
  /** Whether the user has signed in from the device before. */
  readonly is_known_device: boolean
}

/**
 * The account with this e-mail, ignoring the case of A to Z; null if none exists. If two old accounts differ only in
 * case, the account that is spelled exactly so.
 * @param device a UUID in lower case; empty if the client sends none
 */
export async function findAccount(sql: Sql, email: string, device: string): Promise<Account | null> {
  const [row] = await sql.query<Account>(
    'sessions.account',
    `select u.id, u.password_hash, u.is_active,
       $2 <> '' and exists (select from sessions s where s.user_id = u.id and s.device = $2) as is_known_device
     from users u ${oneUserByEmail('$1')}`,
    [email, device],
  )
  return row ?? null
}
