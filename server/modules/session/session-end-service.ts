import { notFound } from '#server/http/problem.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { endAll, endOne } from './ended-session-repository.ts'

/** Who ends sessions, and how. */
type Ending = Pick<ChangeRequest, 'sql' | 'author' | 'source'>

/** Ends one session of a person at once, access tokens included; throws 404 when it is of another, unknown, or over already. */
export async function endSession({ sql, author, source }: Ending, user: number, session: string): Promise<void> {
  const ended = await endOne(sql, user, session, author.now)
  if (ended === null) throw notFound()
  const detail = { browser: ended.userAgent }
  await noteSecurityEvent(sql, source, {
    kind: 'session_ended',
    at: author.now,
    actor: author.user,
    subject: user,
    detail,
  })
}

/**
 * Ends all sessions of a person at once, access tokens included, or of all people (`null`); `except` is the session that may
 * go on.
 */
export async function endSessionsOf(
  { sql, author, source }: Ending,
  user: number | null,
  { except = null }: { readonly except?: string | null } = {},
): Promise<void> {
  const sessions = await endAll(sql, user, author.now, except)
  const isOwnAmong = user === null || user === author.user
  const detail = { sessions, ...(isOwnAmong && { own_stays: except !== null }) }
  await noteSecurityEvent(sql, source, {
    kind: 'sessions_ended',
    at: author.now,
    actor: author.user,
    subject: user,
    detail,
  })
}
