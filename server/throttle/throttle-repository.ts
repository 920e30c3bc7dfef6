import type { Sql } from '#server/db/db.ts'

/**
 * Adds a try to the bucket unless it already has `most` tries after `since`. It is one statement: tries at the same
 * time wait for the row lock, so none exceeds the limit. Returns whether the try was added.
 */
export async function addHit(
  sql: Sql,
  bucket: string,
  { now, since, most }: { readonly now: Date; readonly since: Date; readonly most: number },
): Promise<boolean> {
  const added = await sql.query(
    'throttles.add',
    `insert into throttles as t (bucket, hits, touched_at) values ($1, array[$2::timestamptz], $2::timestamptz)
     on conflict (bucket) do update set touched_at = excluded.touched_at,
       hits = array(select hit from unnest(t.hits) as hit where hit > $3::timestamptz order by hit) || excluded.hits
     where (select count(*) from unnest(t.hits) as hit where hit > $3::timestamptz) < $4::integer
     returning 1 as added`,
    [bucket, now.toISOString(), since.toISOString(), most],
  )
  return added.length > 0
}

/** The time of the oldest try after `since`. Null when the bucket has none. */
export async function findOldestHit(sql: Sql, bucket: string, since: Date): Promise<Date | null> {
  const [row] = await sql.query<{ at: string | null }>(
    'throttles.oldest',
    'select min(hit) as at from throttles t, unnest(t.hits) as hit where t.bucket = $1 and hit > $2::timestamptz',
    [bucket, since.toISOString()],
  )
  return row?.at ? new Date(row.at) : null
}

/**
 * What a correct try does to the counts: it clears `bucketToClear` and removes itself from `bucketsToLower`.
 */
export interface ForgivenTries {
  readonly bucketToClear: string | null
  readonly bucketsToLower: readonly string[]
}

/**
 * SQL for the tries of the row `t` without one try at the time `at`. When several tries have this time, only one is
 * removed.
 */
export const withoutHit = (at: string) => `array(
  select o.hit from unnest(t.hits) with ordinality as o (hit, n)
  where o.n is distinct from array_position(t.hits, ${at}) order by o.n)`

/** Removes one try that was added at the time `hit`. Other tries with the same time stay. */
export async function removeHit(sql: Sql, bucket: string, hit: Date): Promise<void> {
  await sql.query(
    'throttles.remove',
    `update throttles t set hits = ${withoutHit('$2::timestamptz')} where t.bucket = $1`,
    [bucket, hit.toISOString()],
  )
}

/** Counts a try that came while the bucket was full. Returns the number of such tries since they were last reported. */
export async function countRefusal(sql: Sql, bucket: string, now: Date): Promise<number> {
  const [row] = await sql.query<{ more: number }>(
    'throttles.count_more',
    `insert into throttles as t (bucket, hits, touched_at, more) values ($1, '{}', $2::timestamptz, 1)
     on conflict (bucket) do update set more = t.more + 1 returning more`,
    [bucket, now.toISOString()],
  )
  return row?.more ?? 1
}

/**
 * The number of tries that came while their bucket was full, for all buckets whose name has `firstWord` as its first
 * word. They are grouped by the second word, and their counts start again at 0.
 */
export function takeRefusalCounts(
  sql: Sql,
  firstWord: string,
): Promise<{ readonly word: string; readonly more: number }[]> {
  return sql.query(
    'throttles.take_more',
    `with counted as (select bucket, more from throttles where more > 0 and split_part(bucket, ' ', 1) = $1 for update),
       anew as (update throttles t set more = 0 from counted c where t.bucket = c.bucket)
     select split_part(bucket, ' ', 2) as word, sum(more)::bigint as more from counted group by 1 order by 1`,
    [firstWord],
  )
}

/** Deletes a bucket with all its tries. */
export async function forgetHits(sql: Sql, bucket: string): Promise<void> {
  await sql.query('throttles.forget', 'delete from throttles where bucket = $1', [bucket])
}
