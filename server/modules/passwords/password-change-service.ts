import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { queueNotice } from '#server/modules/mail/mail-service.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { endSessions } from '#server/modules/session/session-service.ts'
import type { Author } from '#server/records/history-log.ts'
import { deleteLinks } from './link-repository.ts'
import { logPassword, writePassword } from './password-repository.ts'

/**
 * Sets a user's password, in the caller's transaction: raises the user's version, logs the change, queues a notice to
 * the user, ends the password links, and ends all sessions except `except`. Returns the version, or null (and changes
 * nothing) if no such active user exists. Writes the row before it ends the sessions, so that a simultaneous sign-in is
 * either ended too or sees the new password.
 */
export async function changePassword(
  sql: Sql,
  { user, passwordHash, author, source, by, except = null }: PasswordChange,
): Promise<number | null> {
  const written = await writePassword(sql, user, passwordHash)
  if (written === null) return null
  const { version, email } = written
  const { now } = author
  await logPassword(sql, user, version, author)
  await noteSecurityEvent(sql, source, {
    kind: 'password_changed',
    at: now,
    actor: author.user,
    subject: user,
    detail: { by },
  })
  await queueNotice(sql, user, { kind: 'password_changed', about: {}, to: email }, now)
  await endLinks(sql, user)
  await endSessions(sql, user, now, { except })
  return version
}

/**
 * Removes a user's password, with all sessions and links, in the caller's transaction: the user can't sign in until a
 * new password is set. Returns whether such an active user exists.
 */
export async function clearPassword(
  sql: Sql,
  { user, author }: { readonly user: number; readonly author: Author },
): Promise<boolean> {
  const written = await writePassword(sql, user, null)
  if (written === null) return false
  await logPassword(sql, user, written.version, author)
  await endLinks(sql, user)
  await endSessions(sql, user, author.now)
  return true
}

/**
 * Ends the password links of a user, which may still be on their way. Call it in the transaction that changes the
 * user's e-mail or deactivates the user, after the user's row is written: a link created at the same moment is then
 * ended too, or goes to the new e-mail.
 */
export async function endLinks(sql: Sql, user: number): Promise<void> {
  await deleteLinks(sql, user)
}

export interface PasswordChange {
  readonly user: number
  readonly passwordHash: string
  readonly author: Author
  readonly source: RequestSource
  /** What authorized the change: the current password or a mailed link. */
  readonly by: 'password' | 'link'
  /** The session that stays live. */
  readonly except?: string | null
}
