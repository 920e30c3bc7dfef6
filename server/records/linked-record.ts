import type { HistoryArea } from '#contract/wire/access.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author, FieldChange } from './history-log.ts'
import { RECORD_TABLES } from './record-tables.ts'

interface LinkedChange {
  readonly area: HistoryArea
  readonly id: number | string
  readonly author: Author
  readonly changes: readonly FieldChange[]
}

/**
 * Logs a change that was made through another record: raises the version of record `id` and adds the changes to its
 * history. For example, a driver is also a user, and comments of an inspection have changes of their own. Devices that
 * show the record then learn of the change, and a change of the same field there gets a conflict.
 */
export async function logLinkedChange(sql: Sql, { area, id, author, changes }: LinkedChange): Promise<void> {
  if (changes.length === 0) return
  const { table, idType } = RECORD_TABLES[area]
  await sql.query(
    `linked.${area}`,
    `with r as (update ${table} set version = version + 1 where id = $1::${idType} returning version)
     insert into history (area, record_id, version, at, user_id, device_id, field, from_value, to_value)
     select $2, $1::text, r.version, $3::timestamptz, $4::integer, $5::uuid, f.field, f."from", f."to"
     from r, jsonb_to_recordset($6::jsonb) as f(field text, "from" jsonb, "to" jsonb)`,
    [id, area, author.now.toISOString(), author.user, author.device, JSON.stringify(changes)],
  )
}

/**
 * Writes the photo of a driver or dispatcher. The photo is stored in the user's row. Call it before the record's own
 * row is written, because the response to that write contains the photo.
 */
export async function writeLinkedPhoto(
  sql: Sql,
  area: 'drivers' | 'dispatchers',
  id: number,
  photo: string | null,
): Promise<void> {
  await sql.query(
    `linked.photo.${area}`,
    `update users set photo = $2 where id = (select user_id from ${RECORD_TABLES[area].table} where id = $1::integer)`,
    [id, photo],
  )
}
