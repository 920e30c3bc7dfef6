import type { Sql } from '#server/db/db.ts'

/** SQL for whether the next try needs no wait: fewer than `free` tries are stored. */
const areFree = (hits: string) => `cardinality(${hits}) < $4::integer`

/**
 * SQL for the wait after the last of `hits`: 1, 2, 4 … seconds, up to the longest wait. `hits` has at least `free`
 * tries.
 */
const waitAfter = (hits: string) =>
  `least($5::integer, power(2, least(cardinality(${hits}) - $4::integer, 20))) * interval '1 second'`

/**
 * SQL for whether a hit counts. A hit in the future comes from another server's clock, or from a clock that was set
 * back since. It counts only up to the longest wait ahead, so that no client waits longer than twice the longest wait.
 */
const COUNTS = `hit > $3::timestamptz and hit <= $2::timestamptz + $5::integer * interval '1 second'`

const newest = (count: string) =>
  `array(select hit from unnest(t.hits) as hit where ${COUNTS} order by hit desc limit ${count})`

/** When a delay begins to grow, and its maximum. */
export interface Delay {
  /** The number of tries that need no wait. */
  readonly free: number
  readonly longestSeconds: number
}

/** The number of tries to store: enough for the longest wait. More tries would not change the wait. */
const hitsToKeep = ({ free, longestSeconds }: Delay) => free + Math.ceil(Math.log2(longestSeconds)) + 1

const paramsOf = (bucket: string, now: Date, since: Date, delay: Delay) => [
  bucket,
  now.toISOString(),
  since.toISOString(),
  delay.free,
  delay.longestSeconds,
]

/**
 * Adds a try to the bucket unless the wait after the last try is still running. It is one statement, so of several
 * tries at the same time only one gets in. Returns whether the try was added.
 */
export async function addDelayedHit(
  sql: Sql,
  bucket: string,
  { now, since, delay }: { readonly now: Date; readonly since: Date; readonly delay: Delay },
): Promise<boolean> {
  const storedHits = newest('$6::integer')
  const added = await sql.query(
    'throttles.add_delayed',
    `insert into throttles as t (bucket, hits, touched_at) values ($1, array[$2::timestamptz], $2::timestamptz)
     on conflict (bucket) do update set touched_at = excluded.touched_at, hits = ${newest('$6::integer - 1')} || excluded.hits
     where ${areFree(storedHits)} or $2::timestamptz >= (${storedHits})[1] + ${waitAfter(storedHits)}
     returning 1 as added`,
    [...paramsOf(bucket, now, since, delay), hitsToKeep(delay)],
  )
  return added.length > 0
}

/** The end of the wait after the last try, at least `now`. Null when no wait is needed. */
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
