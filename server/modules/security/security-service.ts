import type { SecurityKind } from '#contract/security.ts'
import type { Sql } from '#server/db/db.ts'
import type { RequestSource } from '#server/http/request-source.ts'
import type { PageRequest, PageText } from '#server/records/page-sql.ts'
import { findSecurityEvents, type SecurityFilter } from './security-list-repository.ts'
import { addSecurityEvent } from './security-repository.ts'

const MOST_USER_AGENT = 300

/** Something that happened to an account or a session. */
export interface Happened {
  readonly kind: SecurityKind
  readonly at: Date
  /** Who did it; null when nobody is signed in. */
  readonly actor: number | null
  /** Whose account it is about. */
  readonly subject: number | null
  /** What else is told. No secret, no e-mail address, no phone. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Adds an event to the security log, and says one line of it (channel `security`) in the server's log once it stays. Inside
 * the transaction of the change that it tells of; before a user is deleted, whose name it takes.
 */
export async function noteSecurityEvent(sql: Sql, source: RequestSource, happened: Happened): Promise<void> {
  const { kind, at, actor, subject, detail = {} } = happened
  const { session, network } = source
  const userAgent = source.userAgent.slice(0, MOST_USER_AGENT)
  const row = { at: at.toISOString(), kind, actor, subject, session, network, userAgent }
  await addSecurityEvent(sql, { ...row, detail: JSON.stringify(detail) })
  sql.afterCommit(() => source.log.info({ channel: 'security', ...row, detail }, kind))
}

/** One page of the security log, newest first. */
export function listSecurityEvents(sql: Sql, filter: SecurityFilter, page: PageRequest): Promise<PageText> {
  return findSecurityEvents(sql, filter, page)
}
