import type { Sql } from '#server/db/db.ts'

/** Those who have fewer than the free ones behind them wait for nothing. */
const areFree = (hits: string) => `cardinality(${hits}) < $4::integer`

/** Seconds to wait after the last of `hits`, which are no fewer than the free ones: 1, 2, 4 … up to the longest wait. */
const waitAfter = (hits: string) =>
  `least($5::integer, power(2, least(cardinality(${hits}) - $4::integer, 20))) * interval '1 second'`

/**
 * Whether a hit counts. One that lies ahead is of another server, or of a clock that was set back since: it counts only
 * so far ahead that none waits for longer than twice the longest wait.
 */
const COUNTS = `hit > $3::timestamptz and hit <= $2::timestamptz + $5::integer * interval '1 second'`

const newest = (kept: string) =>
  `array(select hit from unnest(t.hits) as hit where ${COUNTS} order by hit desc limit ${kept})`

/** When a delay begins to grow, and how long it gets. */
export interface Delay {
  /** So many tries wait for nothing. */
  readonly free: number
  readonly longestSeconds: number
}

/** As many tries as the longest wait needs: more say nothing that these do not. */
const keptOf = ({ free, longestSeconds }: Delay) => free + Math.ceil(Math.log2(longestSeconds)) + 1

const paramsOf = (bucket: string, now: Date, since: Date, delay: Delay) => [
  bucket,
  now.toISOString(),
  since.toISOString(),
  delay.free,
  delay.longestSeconds,
]

/**
 * Adds a try to the bucket, unless it comes before the wait after the last one is over: one statement, so that of tries at
 * the same time one alone slips in. Answers whether it was added.
 */
export async function addDelayedHit(
  sql: Sql,
  bucket: string,
  { now, since, delay }: { readonly now: Date; readonly since: Date; readonly delay: Delay },
): Promise<boolean> {
  const known = newest('$6::integer')
  const added = await sql.query(
    'throttles.add_delayed',
    `insert into throttles as t (bucket, hits, touched_at) values ($1, array[$2::timestamptz], $2::timestamptz)
     on conflict (bucket) do update set touched_at = excluded.touched_at, hits = ${newest('$6::integer - 1')} || excluded.hits
     where ${areFree(known)} or $2::timestamptz >= (${known})[1] + ${waitAfter(known)}
     returning 1 as added`,
    [...paramsOf(bucket, now, since, delay), keptOf(delay)],
  )
  return added.length > 0
}

/** When the wait after the last try is over, `now` at the earliest; null when no try has to wait. */
export async function findWaitEnd(
  sql: Sql,
  bucket: string,
  now: Date,
  since: Date,
  delay: Delay,
): Promise<Date | null> {
  const [row] = await sql.query<{ at: string | null }>(
    'throttles.wait_end',
    `select greatest($2::timestamptz, max(hit) + ${waitAfter('array_agg(hit)')}) as at
     from throttles t, unnest(t.hits) as hit where t.bucket = $1 and ${COUNTS} having count(*) >= $4::integer`,
    paramsOf(bucket, now, since, delay),
  )
  return row?.at ? new Date(row.at) : null
}
