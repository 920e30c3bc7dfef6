import type { Sql } from '#server/db/db.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { findOwnSessions } from './own-session-repository.ts'

/** The user whose sessions are listed. */
export interface OwnSessions {
  readonly user: number
  /** The session of the request. */
  readonly session: string
  readonly now: Date
}

export function listOwnSessions(sql: Sql, { user, session, now }: OwnSessions, page: PageRequest): Promise<PageText> {
  return findOwnSessions(sql, user, session, now, page)
}
