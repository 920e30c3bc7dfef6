import { notFound } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { endAll, endBeyond, endOne } from './ended-session-repository.ts'

/** So many sessions of a person stay live: a script that signs in again and again fills nothing. */
const MAX_LIVE = 100
/** One that was used since then stays in any case: who uses a session refreshes its token every quarter of an hour. */
const USED_MS = 60 * 60_000

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

/**
 * Of more sessions of a person than may be live it ends those that were used longest ago; none of the last hour: a program may
 * sign in for each call, beside another that goes on with one session.
 */
export async function endLongestUnused(
  sql: Sql,
  user: number,
  { source, now }: { readonly source: RequestSource; readonly now: Date },
): Promise<{ readonly hasEnded: boolean }> {
  const unusedSince = new Date(now.getTime() - USED_MS)
  const sessions = await endBeyond(sql, user, { most: MAX_LIVE, unusedSince, now })
  if (sessions === 0) return { hasEnded: false }
  const detail = { sessions, most: MAX_LIVE }
  await noteSecurityEvent(sql, source, { kind: 'sessions_ended', at: now, actor: null, subject: user, detail })
  return { hasEnded: true }
}
