import type { Sql } from '#server/db/db.ts'
import { notFound } from '#server/http/problem.ts'
import type { PageRequest, PageText } from '#server/records/page-sql.ts'
import { findOwnSessions, revokeOwn } from './own-session-repository.ts'

/** Where a person is signed in. */
export interface OwnSessions {
  readonly user: number
  /** The session that asks. */
  readonly session: string
  readonly now: Date
}

export function listOwnSessions(sql: Sql, { user, session, now }: OwnSessions, page: PageRequest): Promise<PageText> {
  return findOwnSessions(sql, user, session, now, page)
}

/** Ends a session at once, access tokens included; throws 404 when it is somebody else's, unknown, or over already. */
export async function endOwnSession(sql: Sql, user: number, session: string, now: Date): Promise<void> {
  if (!(await revokeOwn(sql, user, session, now))) throw notFound()
}
