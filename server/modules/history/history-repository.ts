import * as z from 'zod/mini'
import type { HistoryArea } from '#contract/wire/access.ts'
import { clientId, type RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import { RECORD_TABLES } from '#server/records/record-tables.ts'
import { cursorId } from '#server/records/sql/cursor.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import { numberOf } from '#server/records/sql/unit-number-sql.ts'

/** The server's id of a record, found by that id or by its client id; null when the record does not exist. */
export async function findRecordId(sql: Sql, area: HistoryArea, ref: RecordRef): Promise<number | string | null> {
  const { table, isNamedByDevices, unitKind } = RECORD_TABLES[area]
  if (unitKind !== null) {
    const name = clientId.safeParse(ref)
    const [found] = await sql.query<{ id: string }>(
      'history.unit',
      'select id from units where kind = $2 and (id = $1 or client_id = $3::uuid)',
      [String(ref), unitKind, name.success ? name.data : null],
    )
    return found?.id ?? null
  }
  const isNamed = typeof ref !== 'number'
  if (isNamed && !isNamedByDevices) return null
  const [row] = await sql.query<{ id: number }>(
    `history.${area}.${isNamed ? 'client_id' : 'id'}`,
    `select id from ${table} where ${isNamed ? 'client_id = $1::uuid' : 'id = $1::bigint'}`,
    [ref],
  )
  return row?.id ?? (area === 'users' && !isNamed ? findDeletedUser(sql, ref) : null)
}

/**
 * The id of a deleted user; null if no such user existed. The account's history stays readable. Ids are never reused.
 */
async function findDeletedUser(sql: Sql, id: number): Promise<number | null> {
  const deleted = await sql.query(
    'history.deleted_user',
    `select 1 as deleted from history where area = 'users' and record_id = $1::bigint::text and field = 'is_deleted' limit 1`,
    [id],
  )
  return deleted.length > 0 ? id : null
}

const newestFirst: ListOrder<z.ZodMiniTuple> = {
  name: 'newest',
  keys: [
    { sql: 'h.version', type: 'bigint' },
    { sql: 'h.seq', type: 'bigint' },
  ],
  isDescending: true,
  cursor: z.tuple([cursorId, cursorId]),
}

/** SQL: a value as shown to users. A unit's id is replaced by the unit's current number. */
const displayedValue = (value: string) => `case when h.field in ('truck_id', 'trailer_id', 'transport') then coalesce(
  (select to_json(${numberOf('t')}) from units t where t.id = ${value} #>> '{}'), ${value}::json) else ${value}::json end`

/** One page of a record's changes, newest first, with one row per field. */
export function findHistory(sql: Sql, area: HistoryArea, id: number | string, page: PageRequest): Promise<PageText> {
  const where = 'h.area = $1 and h.record_id = $2'
  const list = {
    name: 'history.list',
    from: 'history h',
    where,
    count: `select count(*) from history h where ${where}`,
    params: [area, String(id)],
    columns: 'h.*',
    alias: 'h',
    joins: 'left join users u on u.id = h.user_id',
    row: `json_build_object('version', h.version,
      'at', ${instantText('h.at')},
      'user', case when u.id is not null
        then json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end,
      'field', h.field, 'from', ${displayedValue('h.from_value')}, 'to', ${displayedValue('h.to_value')})`,
  }
  return queryPage(sql, list, newestFirst, page)
}
