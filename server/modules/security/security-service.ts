import type { SecurityKind } from '#contract/security.ts'
import type { Sql } from '#server/db/db.ts'
import type { RequestSource } from '#server/http/request-source.ts'
import type { PageRequest, PageText } from '#server/records/page-sql.ts'
import { findSecurityEvents, type SecurityFilter } from './security-list-repository.ts'
import { addResetAsked, addSecurityEvent } from './security-repository.ts'

/** Something that happened to an account or a session. */
export interface Happened {
  readonly kind: SecurityKind
  readonly at: Date
  /** The user who did it; null when no user is signed in. */
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
  const { session, network, userAgent } = source
  const row = { at: at.toISOString(), kind, actor, subject, session, network, userAgent }
  await addSecurityEvent(sql, { ...row, detail: JSON.stringify(detail) })
  sql.afterCommit(() => source.log.say({ channel: 'security', ...row, detail }, kind))
}

/**
 * Adds that a reset link was asked for, for the account with this e-mail, if there is one. What is done in the database is
 * the same either way, or the time it takes would tell who has an account.
 */
export async function noteResetAsked(sql: Sql, source: RequestSource, email: string, at: Date): Promise<void> {
  const row = { at: at.toISOString(), network: source.network, userAgent: source.userAgent }
  const subject = await addResetAsked(sql, email, row)
  if (subject === null) return
  const line = { channel: 'security', kind: 'reset_asked', actor: null, subject, session: null, ...row, detail: {} }
  sql.afterCommit(() => source.log.say(line, 'reset_asked'))
}

/** One page of the security log, newest first. */
export function listSecurityEvents(sql: Sql, filter: SecurityFilter, page: PageRequest): Promise<PageText> {
  return findSecurityEvents(sql, filter, page)
}
