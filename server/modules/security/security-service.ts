import type { SecurityKind } from '#contract/session/security.ts'
import { kindWords } from '#contract/session/security-words.ts'
import type { RequestSource, SecurityChannel } from '#server/base/request-source.ts'
import type { Db, Sql } from '#server/db/db.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { takeRefusalCounts } from '#server/throttle/throttle-repository.ts'
import { findReachedLimit, isLimited, LISTED } from './listed-refusals.ts'
import { findSecurityEvents, type SecurityFilter } from './security-list-repository.ts'
import { addResetRequest, addSecurityEvent } from './security-repository.ts'

/** An event that concerns an account or a session. */
export interface NewSecurityEvent {
  readonly kind: SecurityKind
  readonly at: Date
  /** The user who did it; null when no user is signed in. */
  readonly actor: number | null
  /** The user whose account it concerns. */
  readonly subject: number | null
  /** More facts. Must not contain secrets, e-mail addresses or phone numbers. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Adds an event to the security log and, after the commit, writes one line (channel `security`) to the server's log.
 * Call it in the transaction of the change it describes, and before a user is deleted, because it stores the user's
 * name. Refusals of callers who are not signed in are added up to a limit. Refusals beyond the limit leave the log
 * line, a count (`addRefusalCounts`), and one event that states that they are only counted.
 */
export async function noteSecurityEvent(sql: Sql, source: RequestSource, happened: NewSecurityEvent): Promise<void> {
  const { network } = source
  const full = isLimited(happened) ? await findReachedLimit(sql, { ...happened, network }) : null
  if (full === null) return addListedEvent(sql, source, happened)
  writeLogLine(sql, source, { ...rowOf(source, happened), detail: happened.detail ?? {}, is_listed: false })
  if (!full.isFirst) return
  const detail = { what: kindWords(happened.kind), limit: full.limit }
  await addListedEvent(sql, source, { ...happened, kind: 'refusals_counted', detail })
}

/**
 * Adds one event per kind with the number of refusals only counted since the last call. Parallel calls report each
 * count once.
 */
export async function addRefusalCounts(db: Db, log: SecurityChannel, at: Date): Promise<void> {
  const source = { session: null, network: '', userAgent: '', log }
  await db.tx(async (sql) => {
    for (const { word, more } of await takeRefusalCounts(sql, LISTED)) {
      const detail = { what: kindWords(word), refusals: more }
      await addListedEvent(sql, source, { kind: 'refusals_counted', at, actor: null, subject: null, detail })
    }
  })
}

const rowOf = ({ session, network, userAgent }: RequestSource, { kind, at, actor, subject }: NewSecurityEvent) => ({
  at: at.toISOString(),
  kind,
  actor,
  subject,
  session,
  network,
  userAgent,
})

function writeLogLine(
  sql: Sql,
  { log }: RequestSource,
  line: Readonly<Record<string, unknown>> & { readonly kind: SecurityKind },
): void {
  sql.afterCommit(() => log.say({ channel: 'security', ...line }, line.kind))
}

async function addListedEvent(sql: Sql, source: RequestSource, happened: NewSecurityEvent): Promise<void> {
  const row = rowOf(source, happened)
  const { detail = {} } = happened
  await addSecurityEvent(sql, { ...row, detail: JSON.stringify(detail) })
  writeLogLine(sql, source, { ...row, detail })
}

/**
 * Outcome of a requested reset: a link is mailed, or the account's mail limit was reached for the first time in its
 * window.
 */
export type ResetOutcome = 'mailed' | 'too many'

/**
 * Adds an event for a requested reset link if an account has this e-mail. The database work is the same in both cases:
 * otherwise its duration would reveal who has an account.
 */
export async function noteResetRequest(
  sql: Sql,
  source: RequestSource,
  email: string,
  { outcome, at }: { readonly outcome: ResetOutcome; readonly at: Date },
): Promise<void> {
  const kind = outcome === 'mailed' ? 'reset_asked' : 'throttled'
  const detail = outcome === 'mailed' ? {} : { limit: 'mails to one account' }
  const { session, network, userAgent } = source
  const row = { at: at.toISOString(), kind, network, userAgent, detail: JSON.stringify(detail) } as const
  const subject = await addResetRequest(sql, email, row)
  if (subject !== null) writeLogLine(sql, source, { ...row, actor: null, subject, session, detail })
}

/** One page of the security log, newest first. */
export function listSecurityEvents(sql: Sql, filter: SecurityFilter, page: PageRequest): Promise<PageText> {
  return findSecurityEvents(sql, filter, page)
}
