import type { SecurityKind } from '#contract/session/security.ts'
import { kindWords } from '#contract/session/security-words.ts'
import type { RequestSource, SecurityLine } from '#server/base/request-source.ts'
import type { Db, Sql } from '#server/db/db.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { takeMore } from '#server/throttle/throttle-repository.ts'
import { isBounded, LISTED, unlisted } from './listed-refusals.ts'
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
 * the transaction of the change that it tells of; before a user is deleted, whose name it takes. Of what strangers are refused
 * so many are added as there is room for: of the others there is the line, their number (`tellCounted`), and an event that
 * says that they are only counted.
 */
export async function noteSecurityEvent(sql: Sql, source: RequestSource, happened: Happened): Promise<void> {
  const { network } = source
  const full = isBounded(happened) ? await unlisted(sql, { ...happened, network }) : null
  if (full === null) return add(sql, source, happened)
  say(sql, source, { ...rowOf(source, happened), detail: happened.detail ?? {}, is_listed: false })
  if (!full.isFirst) return
  const detail = { what: kindWords(happened.kind), limit: full.limit }
  await add(sql, source, { ...happened, kind: 'refusals_counted', detail })
}

/** Adds how many refusals were only counted since this was last told, by kind. Done twice, or by two processes, it says it once. */
export async function tellCounted(db: Db, log: SecurityLine, at: Date): Promise<void> {
  const source = { session: null, network: '', userAgent: '', log }
  await db.tx(async (sql) => {
    for (const { word, more } of await takeMore(sql, LISTED)) {
      const detail = { what: kindWords(word), refusals: more }
      await add(sql, source, { kind: 'refusals_counted', at, actor: null, subject: null, detail })
    }
  })
}

const rowOf = ({ session, network, userAgent }: RequestSource, { kind, at, actor, subject }: Happened) => ({
  at: at.toISOString(),
  kind,
  actor,
  subject,
  session,
  network,
  userAgent,
})

function say(
  sql: Sql,
  { log }: RequestSource,
  line: Readonly<Record<string, unknown>> & { readonly kind: SecurityKind },
): void {
  sql.afterCommit(() => log.say({ channel: 'security', ...line }, line.kind))
}

async function add(sql: Sql, source: RequestSource, happened: Happened): Promise<void> {
  const row = rowOf(source, happened)
  const { detail = {} } = happened
  await addSecurityEvent(sql, { ...row, detail: JSON.stringify(detail) })
  say(sql, source, { ...row, detail })
}

/** A reset that was asked for: whether a link is mailed, or it is the first one that is one too many for the account. */
export type AskedReset = 'mailed' | 'too many'

/**
 * Adds that a reset link was asked for, for the account with this e-mail, if there is one. What is done in the database is
 * the same either way, or the time it takes would tell who has an account.
 */
export async function noteResetAsked(
  sql: Sql,
  source: RequestSource,
  email: string,
  { asked, at }: { readonly asked: AskedReset; readonly at: Date },
): Promise<void> {
  const kind = asked === 'mailed' ? 'reset_asked' : 'throttled'
  const detail = asked === 'mailed' ? {} : { limit: 'mails to one account' }
  const { session, network, userAgent } = source
  const row = { at: at.toISOString(), kind, network, userAgent, detail: JSON.stringify(detail) } as const
  const subject = await addResetAsked(sql, email, row)
  if (subject !== null) say(sql, source, { ...row, actor: null, subject, session, detail })
}

/** One page of the security log, newest first. */
export function listSecurityEvents(sql: Sql, filter: SecurityFilter, page: PageRequest): Promise<PageText> {
  return findSecurityEvents(sql, filter, page)
}
