import type { Sql } from '#server/db/db.ts'
import { notFound } from '#server/http/problem.ts'
import type { RequestSource } from '#server/http/request-source.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { endAll, endBeyond, endOne } from './ended-session-repository.ts'

/** So many sessions of a person are live: a script that signs in again and again fills nothing. */
const MOST_LIVE = 100

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

/** Of more sessions of a person than may be live it ends those that were used longest ago, but not the one that has just begun. */
export async function endLongestUnused(
  sql: Sql,
  user: number,
  { begun, source, now }: { readonly begun: string; readonly source: RequestSource; readonly now: Date },
): Promise<{ readonly hasEnded: boolean }> {
  const ended = await endBeyond(sql, user, { begun, most: MOST_LIVE, now })
  for (const { userAgent } of ended) {
    const detail = { browser: userAgent, most: MOST_LIVE }
    await noteSecurityEvent(sql, source, { kind: 'session_ended', at: now, actor: null, subject: user, detail })
  }
  return { hasEnded: ended.length > 0 }
}
