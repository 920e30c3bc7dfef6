import * as z from 'zod/mini'
import type { SecurityKind } from '#contract/session/security.ts'
import type { Sql } from '#server/db/db.ts'
import { cursorId } from '#server/records/sql/cursor.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

/** The requested events. Dates are in the company's time zone, both inclusive. */
export interface SecurityFilter {
  readonly kind?: SecurityKind | undefined
  /** The user that the event concerns, or who caused it. */
  readonly user?: number | undefined
  readonly date_after?: string | undefined
  readonly date_before?: string | undefined
}

/** Event ids ascend as events are added: the newest has the highest. */
const newestFirst: ListOrder<z.ZodMiniTuple> = {
  name: 'newest',
  keys: [{ sql: 'e.id', type: 'bigint' }],
  isDescending: true,
  cursor: z.tuple([cursorId]),
}

const midnight = (day: string) => `(${day}::date::timestamp at time zone 'America/Chicago')`
/** The SQL condition of each filter; `at` is its parameter. */
const CONDITIONS: Readonly<Record<keyof SecurityFilter, (at: string) => string>> = {
  kind: (at) => `e.kind = ${at}`,
  user: (at) => `(e.actor_id = ${at}::integer or e.subject_id = ${at}::integer)`,
  date_after: (at) => `e.at >= ${midnight(at)}`,
  date_before: (at) => `e.at < ${midnight(`(${at}::date + 1)`)}`,
}
const FILTERS = Object.keys(CONDITIONS) as (keyof SecurityFilter)[]

const userJson = (prefix: string) =>
  `case when e.${prefix}_id is not null then json_build_object('id', e.${prefix}_id, 'name', e.${prefix}_name) end`

/** One page of the security log, newest first. */
export function findSecurityEvents(sql: Sql, filter: SecurityFilter, page: PageRequest): Promise<PageText> {
  const active = FILTERS.filter((name) => filter[name] !== undefined)
  const where = ['true', ...active.map((name, n) => CONDITIONS[name](`$${n + 1}`))].join(' and ')
  const list = {
    // The statement contains only the filters in use: each combination has its own plan and index.
    name: ['security.list', ...active].join('.'),
    from: 'security_events e',
    where,
    count: `select count(*) from security_events e where ${where}`,
    params: active.map((name) => filter[name]),
    columns: 'e.*',
    alias: 'e',
    joins: '',
    row: `json_build_object('id', e.id, 'at', ${instantText('e.at')}, 'kind', e.kind, 'actor', ${userJson('actor')},
      'subject', ${userJson('subject')}, 'session', e.session, 'network', e.network, 'user_agent', e.user_agent,
      'detail', e.detail)`,
  }
  return queryPage(sql, list, newestFirst, page)
}
