import type { Sql } from '#server/db/db.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'

/** How positions come in, as JSON (`telematicsFeed` of the contract); null where none ever did. */
export async function findFeed(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ text: string }>(
    'telematics.feed',
    `select json_build_object('vendor', vendor, 'tried_at', ${instantText('tried_at')},
       'succeeded_at', ${instantText('succeeded_at')}, 'failure', failure, 'as_of', ${instantText('now()')})::text as text from telematics_feed`,
  )
  return row?.text ?? null
}

/** Notes from whom positions come. Another vendor's ids mean other vehicles: what the one before told goes. */
export async function putVendor(sql: Sql, vendor: string): Promise<void> {
  const [former] = await sql.query<{ vendor: string }>(
    'telematics.former_vendor',
    'select vendor from telematics_feed where vendor <> $1 for update',
    [vendor],
  )
  if (former) {
    for (const table of [
      'vehicle_fixes',
      'asset_fixes',
      'telematics_vehicles',
      'telematics_assets',
      'telematics_feed',
    ]) {
      await sql.query(`telematics.forget.${table}`, `delete from ${table}`)
    }
  }
  await sql.query(
    'telematics.put_vendor',
    'insert into telematics_feed (vendor) values ($1) on conflict (is_only) do nothing',
    [vendor],
  )
}

/** From when on a feed may be asked: after a try that is settled, sooner when it is wanted, and after one that nobody settles. */
export interface PollDue {
  readonly now: Date
  readonly triedBefore: Date
  readonly wantedBefore: Date
  readonly abandonedBefore: Date
}

/**
 * Takes the feed for this process, if it is this vendor's, due, and nobody else asks: who changes the row is the one. What it
 * has taken is named by the instant.
 */
export async function claimTelematics(
  sql: Sql,
  vendor: string,
  { now, triedBefore, wantedBefore, abandonedBefore }: PollDue,
): Promise<boolean> {
  const rows = await sql.query(
    'telematics.claim',
    `update telematics_feed set tried_at = $2::timestamptz, is_wanted = false
     where vendor = $1 and (tried_at is null or tried_at <= $5::timestamptz
       or settled_at >= tried_at and (tried_at <= $3::timestamptz or is_wanted and tried_at <= $4::timestamptz))
     returning vendor`,
    [vendor, ...[now, triedBefore, wantedBefore, abandonedBefore].map((at) => at.toISOString())],
  )
  return rows.length > 0
}

/** Whether what was taken at that instant is still this process's; until the transaction ends it stays so. */
export async function holdsTelematics(sql: Sql, vendor: string, claimedAt: Date): Promise<boolean> {
  const rows = await sql.query(
    'telematics.holds',
    'select vendor from telematics_feed where vendor = $1 and tried_at = $2::timestamptz for share',
    [vendor, claimedAt.toISOString()],
  )
  return rows.length > 0
}

/** Gives back what was taken at that instant, as if it had not been. */
export async function releaseTelematics(sql: Sql, vendor: string, claimedAt: Date): Promise<void> {
  await sql.query(
    'telematics.release',
    'update telematics_feed set tried_at = null where vendor = $1 and tried_at = $2::timestamptz',
    [vendor, claimedAt.toISOString()],
  )
}

/** Has the vendor asked soon. */
export async function askSoon(sql: Sql, vendor: string): Promise<void> {
  await sql.query('telematics.ask_soon', 'update telematics_feed set is_wanted = true where vendor = $1', [vendor])
}

/** Whether positions come from that vendor. */
export async function isFeedOf(sql: Sql, vendor: string): Promise<boolean> {
  const rows = await sql.query('telematics.is_feed_of', 'select vendor from telematics_feed where vendor = $1', [
    vendor,
  ])
  return rows.length > 0
}

/** Notes that the map has something else to show. */
export async function noteMoves(sql: Sql): Promise<void> {
  await sql.query('telematics.moved', 'update telematics_feed set moved = gen_random_uuid()')
}

/** How a try ended. */
export interface PollEnd {
  readonly claimedAt: Date
  readonly endedAt: Date
  /** Null when it went well. */
  readonly failure: string | null
}

/** Notes how a try ended, unless somebody else has asked since. Maps are told when that is another state than before. */
export async function settleTelematics(
  sql: Sql,
  vendor: string,
  { claimedAt, endedAt, failure }: PollEnd,
): Promise<void> {
  await sql.query(
    'telematics.settle',
    `update telematics_feed set settled_at = $3::timestamptz, failure = $4,
       succeeded_at = case when $4::text is null then $3::timestamptz else succeeded_at end,
       moved = case when failure is distinct from $4 then gen_random_uuid() else moved end
     where vendor = $1 and tried_at = $2::timestamptz`,
    [vendor, claimedAt.toISOString(), endedAt.toISOString(), failure],
  )
}

/**
 * What the answers of the map depend on, as a text that is another one whenever something moves or a record changes. And each
 * minute: a change may be seen after one that was made later.
 */
export async function findMapState(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ state: string }>(
    'telematics.map_state',
    `select concat_ws(' ', (select moved from telematics_feed), (select max(seq) from history), date_trunc('minute', now()))
       as state`,
  )
  return row?.state ?? ''
}

/** A kind of work that is done now and then, by one process. */
export type Chore = 'count_miles' | 'sweep_fixes'

/**
 * Takes a chore for this process if it is due; answers when it was last done (null: never), or false. Within a transaction it is
 * the only one that does it until that ends.
 */
export async function claimChore(
  sql: Sql,
  chore: Chore,
  { now, doneBefore }: { readonly now: Date; readonly doneBefore: Date },
): Promise<{ readonly last: string | null } | false> {
  const [row] = await sql.query<{ last: string | null }>(
    'telematics.claim_chore',
    `with former as (select done_at from telematics_chores where chore = $1)
     insert into telematics_chores as c (chore, done_at) values ($1, $2::timestamptz)
     on conflict (chore) do update set done_at = excluded.done_at where c.done_at <= $3::timestamptz
     returning (select ${instantText('done_at')} from former) as last`,
    [chore, now.toISOString(), doneBefore.toISOString()],
  )
  return row ?? false
}
