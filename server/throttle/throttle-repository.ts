import type { Sql } from '#server/db/db.ts'

/**
 * Adds a try to the bucket, unless `most` of those after `since` are there already: one statement, so that tries at the
 * same time wait for each other's row and none slips past. Answers whether it was added.
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

/** When the oldest of the tries after `since` was made; null when there is none. */
export async function findOldestHit(sql: Sql, bucket: string, since: Date): Promise<Date | null> {
  const [row] = await sql.query<{ at: string | null }>(
    'throttles.oldest',
    'select min(hit) as at from throttles t, unnest(t.hits) as hit where t.bucket = $1 and hit > $2::timestamptz',
    [bucket, since.toISOString()],
  )
  return row?.at ? new Date(row.at) : null
}

/** What a right try does to the counts: those of one bucket are forgotten, and it takes itself back in others. */
export interface Forgiven {
  readonly forget: string | null
  readonly takeBack: readonly string[]
}

/** The tries of a row `t` of the table without one that was made at `at`: of several of that moment one goes. */
export const withoutHit = (at: string) => `array(
  select o.hit from unnest(t.hits) with ordinality as o (hit, n)
  where o.n is distinct from array_position(t.hits, ${at}) order by o.n)`

/** Takes one try back that was added at `hit`, and leaves those of others, even of the same moment. */
export async function removeHit(sql: Sql, bucket: string, hit: Date): Promise<void> {
  await sql.query(
    'throttles.remove',
    `update throttles t set hits = ${withoutHit('$2::timestamptz')} where t.bucket = $1`,
    [bucket, hit.toISOString()],
  )
}

/** Counts what came when the bucket was full; answers how many that are, since it was last told. */
export async function countMore(sql: Sql, bucket: string, now: Date): Promise<number> {
  const [row] = await sql.query<{ more: number }>(
    'throttles.count_more',
    `insert into throttles as t (bucket, hits, touched_at, more) values ($1, '{}', $2::timestamptz, 1)
     on conflict (bucket) do update set more = t.more + 1 returning more`,
    [bucket, now.toISOString()],
  )
  return row?.more ?? 1
}

/** How many came when buckets were full whose names begin with `what`, by the word after it; they are counted anew then. */
export function takeMore(sql: Sql, what: string): Promise<{ readonly word: string; readonly more: number }[]> {
  return sql.query(
    'throttles.take_more',
    `with counted as (select bucket, more from throttles where more > 0 and split_part(bucket, ' ', 1) = $1 for update),
       anew as (update throttles t set more = 0 from counted c where t.bucket = c.bucket)
     select split_part(bucket, ' ', 2) as word, sum(more)::bigint as more from counted group by 1 order by 1`,
    [what],
  )
}

/** Forgets the tries of a bucket. */
export async function forgetHits(sql: Sql, bucket: string): Promise<void> {
  await sql.query('throttles.forget', 'delete from throttles where bucket = $1', [bucket])
}
