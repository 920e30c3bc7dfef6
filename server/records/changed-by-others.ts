import type { HistoryArea } from '#contract/wire/access.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from './history-log.ts'
import type { FieldSince } from './merge.ts'

/** One field of one change of a record, by whoever it was. */
interface ToldChange {
  readonly version: number
  readonly field: string
  readonly from_value: unknown
  readonly to_value: unknown
  readonly is_others: boolean
  readonly at: string
  readonly id: number | null
  readonly first_name: string
  readonly last_name: string
}

/** What the history tells of a record since somebody looked. */
export interface Told {
  /** The fields that somebody else has changed. */
  readonly fields: ReadonlyMap<string, FieldSince>
  /** All of it, oldest first. */
  readonly changes: readonly ToldChange[]
}
export const NOTHING_TOLD: Told = { fields: new Map(), changes: [] }

interface HistoryRow extends ToldChange {
  readonly record_id: string
}

/**
 * What others have done with some records since the person looked, by the records' ids; one of which nothing is told is left
 * out. What this person did on this device is no news to them; without a device named, everything since is.
 * @param seen by id, the version that the person saw
 */
export async function changedByOthers(
  sql: Sql,
  author: Author,
  area: HistoryArea,
  seen: ReadonlyMap<number | string, number>,
): Promise<ReadonlyMap<string, Told>> {
  const rows = await sql.query<HistoryRow>(
    'history.changed_by_others',
    `select h.record_id, h.version, h.field, h.from_value, h.to_value, h.at, u.id, u.first_name, u.last_name,
       (h.user_id is distinct from $4::integer or h.device_id is distinct from $5::uuid or $5::uuid is null) as is_others
     from unnest($2::text[], $3::integer[]) as seen(record_id, version)
     join history h on h.area = $1 and h.record_id = seen.record_id and h.version > seen.version
     left join users u on u.id = h.user_id
     order by h.version, h.seq`,
    [area, [...seen.keys()].map(String), [...seen.values()], author.user, author.device],
  )
  const byRecord = Map.groupBy(rows, (row) => row.record_id)
  return new Map([...byRecord].map(([record, own]) => [record, toldBy(own)]))
}

/** The same of one record. */
export async function recordChangedByOthers(
  sql: Sql,
  author: Author,
  area: HistoryArea,
  [record, seen]: readonly [id: number | string, seen: number],
): Promise<Told> {
  const told = await changedByOthers(sql, author, area, new Map([[record, seen]]))
  return told.get(String(record)) ?? NOTHING_TOLD
}

/** What of it happened after a version. */
export function toldSince({ changes }: Told, version: number): Told {
  return toldBy(changes.filter((one) => one.version > version))
}

/** `rows`: of one record, oldest first. */
function toldBy(rows: readonly ToldChange[]): Told {
  const fields = new Map<string, FieldSince>()
  for (const row of rows) {
    const before = fields.get(row.field)
    // A field is as it is now by its last change, whoever made that; it was seen as before the first of somebody else.
    if (before || row.is_others) fields.set(row.field, { was: before ? before.was : row.from_value, ...lastOf(row) })
  }
  return { fields, changes: rows }
}

function lastOf({ id, first_name, last_name, at }: ToldChange): Pick<FieldSince, 'by' | 'at'> {
  return { by: id === null ? null : { id, first_name, last_name }, at }
}
