import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { queueNotice } from '#server/modules/mail/mail-service.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { endSessions } from '#server/modules/session/session-service.ts'
import type { Author } from '#server/records/history-log.ts'
import { dropLink } from './link-repository.ts'
import { logPassword, writePassword } from './password-repository.ts'

/**
 * Sets a user's password, in the caller's transaction: raises the person's version, logs it, has the person told, ends all
 * sessions but `except` and the link that may be on its way. Answers the version, or null (and changes nothing) when there is no such
 * active person. The row is written before the sessions are ended, so that a sign-in at the same time is either ended
 * too or sees the new password.
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
  await endLink(sql, user)
  await endSessions(sql, user, now, { except })
  return version
}

/**
 * Takes a user's password away, with all sessions and links, in the caller's transaction: the user can't sign
 * in until a new one is set. Answers whether there is such an active person.
 */
export async function clearPassword(
  sql: Sql,
  { user, author }: { readonly user: number; readonly author: Author },
): Promise<boolean> {
  const written = await writePassword(sql, user, null)
  if (written === null) return false
  await logPassword(sql, user, written.version, author)
  await endLink(sql, user)
  await endSessions(sql, user, author.now)
  return true
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
  readonly source: RequestSource
  /** What the person showed for it. */
  readonly by: 'password' | 'link'
  /** The session that may go on. */
  readonly except?: string | null
}
