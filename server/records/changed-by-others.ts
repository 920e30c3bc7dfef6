import type { HistoryArea } from '#contract/history.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from './history-log.ts'
import type { FieldSince } from './merge.ts'

interface Since {
  readonly area: HistoryArea
  readonly record: number | string
  /** The version that the person saw. */
  readonly seenVersion: number
}

interface HistoryRow {
  readonly field: string
  readonly from_value: unknown
  readonly at: string
  readonly id: number | null
  readonly first_name: string
  readonly last_name: string
  readonly is_others: boolean
}

/**
 * The fields of a record that somebody else has changed since the person looked. What this person did on this device is
 * no news to them; without a device named, everything since is.
 */
export async function changedByOthers(
  sql: Sql,
  author: Author,
  { area, record, seenVersion }: Since,
): Promise<ReadonlyMap<string, FieldSince>> {
  const rows = await sql.query<HistoryRow>(
    'history.changed_by_others',
    `select h.field, h.from_value, h.at, u.id, u.first_name, u.last_name,
       (h.user_id is distinct from $4::integer or h.device_id is distinct from $5::uuid or $5::uuid is null) as is_others
     from history h left join users u on u.id = h.user_id
     where h.area = $1 and h.record_id = $2 and h.version > $3 order by h.version, h.seq`,
    [area, String(record), seenVersion, author.user, author.device],
  )
  const changed = new Map<string, FieldSince>()
  for (const row of rows) {
    const before = changed.get(row.field)
    // A field is as it is now by its last change, whoever made that; it was seen as before the first of somebody else.
    if (before || row.is_others) changed.set(row.field, { was: before ? before.was : row.from_value, ...lastOf(row) })
  }
  return changed
}

function lastOf({ id, first_name, last_name, at }: HistoryRow): Pick<FieldSince, 'by' | 'at'> {
  return { by: id === null ? null : { id, first_name, last_name }, at }
}
