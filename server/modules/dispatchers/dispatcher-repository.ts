import * as z from 'zod/mini'
import type { Sql } from '#server/db/db.ts'
import { cursorId, cursorText } from '#server/records/cursor.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/page-sql.ts'
import { personJson } from '#server/records/person.ts'

/** One page of dispatchers' names, by name. */
export function findDispatcherNames(sql: Sql, page: PageRequest): Promise<PageText> {
  const list = {
    name: 'dispatchers.mini',
    from: 'dispatchers p join users u on u.id = p.user_id',
    where: 'p.is_current',
    count: 'select count(*) from dispatchers p where p.is_current',
    params: [],
    columns: 'p.id, p.user_id',
    alias: 'p',
    joins: 'join users u on u.id = p.user_id',
    row: `json_build_object('id', p.id, 'user', ${personJson('u')})`,
  }
  const order = {
    name: 'name',
    keys: [
      { sql: 'u.sort_name', type: 'text' },
      { sql: 'p.id', type: 'bigint' },
    ],
    cursor: z.tuple([cursorText, cursorId]),
  } as const
  return queryPage(sql, list, order, page)
}
