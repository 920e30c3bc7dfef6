import type { Sql } from '#server/db/db.ts'
import { endSessions } from '#server/modules/session/session-service.ts'
import type { Author } from '#server/records/history-log.ts'
import { dropLink } from './link-repository.ts'
import { logPassword, writePassword } from './password-repository.ts'

/**
 * Sets somebody's password, in the caller's transaction: raises the person's version, logs it, ends all sessions but
 * `except` and the link that may be on its way. Answers the version, or null (and changes nothing) when there is no such
 * active person. The row is written before the sessions are ended, so that a sign-in at the same time is either ended
 * too or sees the new password.
 */
export async function changePassword(
  sql: Sql,
  { user, passwordHash, author, except = null }: PasswordChange,
): Promise<number | null> {
  const version = await writePassword(sql, user, passwordHash)
  if (version === null) return null
  await logPassword(sql, user, version, author)
  await endLink(sql, user)
  await endSessions(sql, user, author.now, { except })
  return version
}

/**
 * Ends the link that may be on its way to somebody. In the transaction that gives the person another e-mail or makes them
 * inactive, after the person's row is written: a link that is made at the same moment is then ended too, or is of the new
 * e-mail.
 */
export async function endLink(sql: Sql, user: number): Promise<void> {
  await dropLink(sql, user)
}

export interface PasswordChange {
  readonly user: number
  readonly passwordHash: string
  readonly author: Author
  /** The session that may go on. */
  readonly except?: string | null
}
