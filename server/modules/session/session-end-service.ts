import { notFound } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { endLiveSessions, endOneSession, endSessionsBeyond } from './ended-session-repository.ts'

/** Live sessions per user at most, so that a script that keeps signing in does not fill the database. */
const MAX_LIVE = 100
/** Sessions used within this time always stay: a session in use refreshes its token every quarter of an hour. */
const RECENT_USE_MS = 60 * 60_000

/** The request that ends sessions. */
type EndRequest = Pick<ChangeRequest, 'sql' | 'author' | 'source'>

/**
 * Ends one session of a user, including its access tokens. Throws 404 if it is another user's, unknown, or already
 * over.
 */
export async function endSession({ sql, author, source }: EndRequest, user: number, session: string): Promise<void> {
  const ended = await endOneSession(sql, user, session, author.now)
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

/** Ends all sessions of a user (null: of all users), including their access tokens, except session `except`. */
export async function endSessionsOf(
  { sql, author, source }: EndRequest,
  user: number | null,
  { except = null }: { readonly except?: string | null } = {},
): Promise<void> {
  const sessions = await endLiveSessions(sql, user, author.now, except)
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

/**
 * If a user has more than `MAX_LIVE` live sessions, ends those unused for the longest time. Sessions used within the
 * last hour stay: one program may sign in for each call while another continues with a single session.
 */
export async function endExcessSessions(
  sql: Sql,
  user: number,
  { source, now }: { readonly source: RequestSource; readonly now: Date },
): Promise<{ readonly hasEnded: boolean }> {
  const unusedSince = new Date(now.getTime() - RECENT_USE_MS)
  const sessions = await endSessionsBeyond(sql, user, { most: MAX_LIVE, unusedSince, now })
  if (sessions === 0) return { hasEnded: false }
  const detail = { sessions, most: MAX_LIVE }
  await noteSecurityEvent(sql, source, { kind: 'sessions_ended', at: now, actor: null, subject: user, detail })
  return { hasEnded: true }
}
