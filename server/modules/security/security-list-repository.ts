import * as z from 'zod/mini'
import type { SecurityKind } from '#contract/security.ts'
import type { Sql } from '#server/db/db.ts'
import { cursorId } from '#server/records/cursor.ts'
import { instantText } from '#server/records/instant-sql.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/page-sql.ts'

/** Which events are asked for. Days are of the company's time, both included. */
export interface SecurityFilter {
  readonly kind?: SecurityKind | undefined
  /** Whom they are about, or who did them. */
  readonly user?: number | undefined
  readonly date_after?: string | undefined
  readonly date_before?: string | undefined
}

const newestFirst: ListOrder<z.ZodMiniTuple> = {
  name: 'newest',
  keys: [
    { sql: '(extract(epoch from e.at) * 1000000)::bigint', type: 'bigint' },
    { sql: 'e.id', type: 'bigint' },
  ],
  isDescending: true,
  cursor: z.tuple([cursorId, cursorId]),
}

const named = (who: string) =>
  `case when e.${who}_id is not null then json_build_object('id', e.${who}_id, 'name', e.${who}_name) end`

/** One page of the security log, newest first. */
export function findSecurityEvents(sql: Sql, filter: SecurityFilter, page: PageRequest): Promise<PageText> {
  const midnight = (day: string) => `(${day}::date::timestamp at time zone 'America/Chicago')`
  const where = `($1::text is null or e.kind = $1) and ($2::bigint is null or e.actor_id = $2 or e.subject_id = $2)
    and ($3::text is null or e.at >= ${midnight('$3')})
    and ($4::text is null or e.at < ${midnight('($4::date + 1)')})`
  const list = {
    name: 'security.list',
    from: 'security_events e',
    where,
    count: `select count(*) from security_events e where ${where}`,
    params: [filter.kind ?? null, filter.user ?? null, filter.date_after ?? null, filter.date_before ?? null],
    columns: 'e.*',
    alias: 'e',
    joins: '',
    row: `json_build_object('id', e.id, 'at', ${instantText('e.at')}, 'kind', e.kind, 'actor', ${named('actor')},
      'subject', ${named('subject')}, 'session', e.session, 'network', e.network, 'user_agent', e.user_agent,
      'detail', e.detail)`,
  }
  return queryPage(sql, list, newestFirst, page)
}
