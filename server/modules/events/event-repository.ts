import type { Sql } from '#server/db/db.ts'

/**
 * The columns of a change that events need: a row of the history, or an indirect change (`indirectChangeInsert`), which
 * has the version 0.
 */
export interface HistoryRow {
  readonly seq: number
  readonly area: string
  readonly record_id: string
  readonly version: number
  /** When the change was made, in milliseconds since 1970. */
  readonly at: number
}

const ROW = 'h.seq, h.area, h.record_id, h.version, floor(extract(epoch from h.at) * 1000)::float8 as at'

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
       select ${ROW} from all_changes h where h.seq between r.first and r.last order by h.seq limit $3::bigint) h
     order by h.seq limit $3::bigint`,
    [ranges.map(({ first }) => first), ranges.map(({ last }) => last), most],
  )
}

/** The newest rows, at most `most` and none older than `since`, by sequence number. */
export function findRowsSince(sql: Sql, since: Date, most: number): Promise<HistoryRow[]> {
  return sql.query<HistoryRow>(
    'events.since',
    `select ${ROW} from (select * from all_changes order by seq desc limit $2::bigint) h
     where h.at >= $1::timestamptz order by h.seq`,
    [since.toISOString(), most],
  )
}

/** The highest number of a change; 0 while there is none. */
export async function findNewest(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ newest: number }>(
    'events.newest',
    'select coalesce(max(seq), 0) as newest from all_changes',
  )
  return row?.newest ?? 0
}

/** A row of the history, which never changes, with the time of its change. */
export interface HistoryMark {
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly at: number
}

const MARK = `seq, floor(extract(epoch from at) * 1000)::float8 as at from history`

/** The last row of the history up to a number; null when there is none. */
export async function findLastMark(sql: Sql, newest: number): Promise<HistoryMark | null> {
  const [row] = await sql.query<HistoryMark>(
    'events.last_mark',
    `select ${MARK} where seq <= $1::bigint order by seq desc limit 1`,
    [newest],
  )
  return row ?? null
}

/** Whether the history has this row with this time. */
export async function hasMark(sql: Sql, { seq, at }: HistoryMark): Promise<boolean> {
  const [row] = await sql.query<HistoryMark>('events.mark', `select ${MARK} where seq = $1::bigint`, [seq])
  return row?.at === at
}

/** A mark that changes whenever something on the map moves; null when no positions have ever come in. */
export async function findMoveMark(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ moved: string }>('events.moved', 'select moved from telematics_feed')
  return row?.moved ?? null
}
