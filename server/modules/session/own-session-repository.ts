import * as z from 'zod/mini'
import type { Sql } from '#server/db/db.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

const lastSeenFirst: ListOrder<z.ZodMiniTuple> = {
  name: 'last-seen',
  keys: [
    { sql: '(extract(epoch from s.last_seen_at) * 1000000)::bigint', type: 'bigint' },
    { sql: 's.id::text', type: 'text' },
  ],
  isDescending: true,
  cursor: z.tuple([cursorId, cursorText]),
}

/** One page of the live sessions of a user; `current` is the session of the request. */
export function findOwnSessions(
  sql: Sql,
  user: number,
  current: string,
  now: Date,
  page: PageRequest,
): Promise<PageText> {
  const where = 's.user_id = $1 and s.revoked_at is null and s.expires_at > $2::timestamptz'
  const list = {
    name: 'own_sessions.list',
    from: 'sessions s',
    where,
    count: `select count(*) from sessions s where ${where}`,
    params: [user, now.toISOString(), current],
    columns: 's.*',
    alias: 's',
    joins: '',
    row: `json_build_object('id', s.id, 'user_agent', s.user_agent,
      'last_user_agent', s.last_user_agent, 'network', s.network,
      'created_at', ${instantText('s.created_at')}, 'last_seen_at', ${instantText('s.last_seen_at')},
      'is_current', s.id = $3::uuid)`,
  }
  return queryPage(sql, list, lastSeenFirst, page)
}
