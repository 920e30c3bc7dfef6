import * as z from 'zod/mini'
import type { SecurityKind } from '#contract/session/security.ts'
import type { Sql } from '#server/db/db.ts'
import { cursorId } from '#server/records/sql/cursor.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

/** Which events are asked for. Days are of the company's time, both included. */
export interface SecurityFilter {
  readonly kind?: SecurityKind | undefined
  /** Whom they are about, or who did them. */
  readonly user?: number | undefined
  readonly date_after?: string | undefined
  readonly date_before?: string | undefined
}

/** Events get their numbers as they are added: the newest has the highest. */
const newestFirst: ListOrder<z.ZodMiniTuple> = {
  name: 'newest',
  keys: [{ sql: 'e.id', type: 'bigint' }],
  isDescending: true,
  cursor: z.tuple([cursorId]),
}

const midnight = (day: string) => `(${day}::date::timestamp at time zone 'America/Chicago')`
/** What each filter asks of an event, by the number of its parameter. */
const CONDITIONS: Readonly<Record<keyof SecurityFilter, (at: string) => string>> = {
  kind: (at) => `e.kind = ${at}`,
  user: (at) => `(e.actor_id = ${at}::integer or e.subject_id = ${at}::integer)`,
  date_after: (at) => `e.at >= ${midnight(at)}`,
  date_before: (at) => `e.at < ${midnight(`(${at}::date + 1)`)}`,
}
const FILTERS = Object.keys(CONDITIONS) as (keyof SecurityFilter)[]

const named = (who: string) =>
  `case when e.${who}_id is not null then json_build_object('id', e.${who}_id, 'name', e.${who}_name) end`

/** One page of the security log, newest first. */
export function findSecurityEvents(sql: Sql, filter: SecurityFilter, page: PageRequest): Promise<PageText> {
  const given = FILTERS.filter((name) => filter[name] !== undefined)
  const where = ['true', ...given.map((name, n) => CONDITIONS[name](`$${n + 1}`))].join(' and ')
  const list = {
    // What is not asked for is not in the statement: each set of filters has a plan by its own index.
    name: ['security.list', ...given].join('.'),
    from: 'security_events e',
    where,
    count: `select count(*) from security_events e where ${where}`,
    params: given.map((name) => filter[name]),
    columns: 'e.*',
    alias: 'e',
    joins: '',
    row: `json_build_object('id', e.id, 'at', ${instantText('e.at')}, 'kind', e.kind, 'actor', ${named('actor')},
      'subject', ${named('subject')}, 'session', e.session, 'network', e.network, 'user_agent', e.user_agent,
      'detail', e.detail)`,
  }
  return queryPage(sql, list, newestFirst, page)
}
