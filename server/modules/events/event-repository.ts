import type { Sql } from '#server/db/db.ts'

/** The columns of a history row that events need. */
export interface HistoryRow {
  readonly seq: number
  readonly area: string
  readonly record_id: string
  readonly version: number
}

const ROW = 'h.seq, h.area, h.record_id, h.version'

/**
 * At most `most` rows within the ranges, by sequence number. Each range is a lateral index lookup: in a plain join the
 * database scans the whole history in order, hoping to reach `most` rows early.
 */
export function findRows(
  sql: Sql,
  ranges: readonly { readonly first: number; readonly last: number }[],
  most: number,
): Promise<HistoryRow[]> {
  return sql.query<HistoryRow>(
    'events.in_ranges',
    `select h.* from unnest($1::bigint[], $2::bigint[]) as r(first, last) cross join lateral (
       select ${ROW} from history h where h.seq between r.first and r.last order by h.seq limit $3::bigint) h
     order by h.seq limit $3::bigint`,
    [ranges.map(({ first }) => first), ranges.map(({ last }) => last), most],
  )
}

/** The newest rows, at most `most` and none older than `since`, by sequence number. */
export function findRowsSince(sql: Sql, since: Date, most: number): Promise<HistoryRow[]> {
  return sql.query<HistoryRow>(
    'events.since',
    `select ${ROW} from (select * from history order by seq desc limit $2::bigint) h
     where h.at >= $1::timestamptz order by h.seq`,
    [since.toISOString(), most],
  )
}

/** The highest sequence number of the history; 0 while it is empty. */
export async function findNewest(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ newest: number }>(
    'events.newest',
    'select coalesce(max(seq), 0) as newest from history',
  )
  return row?.newest ?? 0
}

/** A mark that changes whenever something on the map moves; null when no positions have ever come in. */
export async function findMoveMark(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ moved: string }>('events.moved', 'select moved from telematics_feed')
  return row?.moved ?? null
}
