import type { HistoryArea } from '#contract/wire/access.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from './history-log.ts'
import type { ChangeByOthers } from './merge.ts'

/** One changed field from the history of a record. `is_others`: the change was not made by this user on this device. */
interface HistoryChange {
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

/** The history of a record since the version that the user saw. */
export interface ChangesSince {
  /** The fields that others have changed. */
  readonly fields: ReadonlyMap<string, ChangeByOthers>
  /** All changes by anyone, oldest first. */
  readonly changes: readonly HistoryChange[]
}
export const NO_CHANGES: ChangesSince = { fields: new Map(), changes: [] }

interface HistoryRow extends HistoryChange {
  readonly record_id: string
}

/**
 * The history of several records since the user saw them, by record id. Records without changes are left out. The
 * user's own changes on this device do not count as changes by others. When `author` has no device, all changes count.
 * @param seen by record id, the version that the user saw
 */
export async function findChangesSince(
  sql: Sql,
  author: Author,
  area: HistoryArea,
  seen: ReadonlyMap<number | string, number>,
): Promise<ReadonlyMap<string, ChangesSince>> {
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
  return new Map([...byRecord].map(([record, changes]) => [record, summarizeChanges(changes)]))
}

/** Like `findChangesSince`, for one record. */
export async function findRecordChangesSince(
  sql: Sql,
  author: Author,
  area: HistoryArea,
  [record, seen]: readonly [id: number | string, seen: number],
): Promise<ChangesSince> {
  const byRecord = await findChangesSince(sql, author, area, new Map([[record, seen]]))
  return byRecord.get(String(record)) ?? NO_CHANGES
}

/** The part of the history after `version`. */
export function changesAfter({ changes }: ChangesSince, version: number): ChangesSince {
  return summarizeChanges(changes.filter((change) => change.version > version))
}

/** `rows` are the changes of one record, oldest first. */
function summarizeChanges(rows: readonly HistoryChange[]): ChangesSince {
  const fields = new Map<string, ChangeByOthers>()
  for (const row of rows) {
    const before = fields.get(row.field)
    // `by` and `at` come from the latest change, by any author. `was` is the value before the first change by others.
    if (before || row.is_others) fields.set(row.field, { was: before ? before.was : row.from_value, ...authorOf(row) })
  }
  return { fields, changes: rows }
}

function authorOf({ id, first_name, last_name, at }: HistoryChange): Pick<ChangeByOthers, 'by' | 'at'> {
  return { by: id === null ? null : { id, first_name, last_name }, at }
}
