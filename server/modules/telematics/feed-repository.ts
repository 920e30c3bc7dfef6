import type { Sql } from '#server/db/db.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'

/** State of the positions feed as JSON (`telematicsFeed` in the contract); null when no vendor was ever set up. */
export async function findFeed(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ text: string }>(
    'telematics.feed',
    `select json_build_object('vendor', vendor, 'tried_at', ${instantText('tried_at')},
       'succeeded_at', ${instantText('succeeded_at')}, 'failure', failure, 'as_of', ${instantText('now()')})::text as text from telematics_feed`,
  )
  return row?.text ?? null
}

/**
 * Stores the vendor of the positions. A new vendor's ids mean other vehicles, so all data of the former vendor is
 * deleted.
 */
export async function storeVendor(sql: Sql, vendor: string): Promise<void> {
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

/**
 * When the vendor may be polled again: `triedBefore` after a finished poll, `wantedBefore` (later) when a poll was
 * requested, `abandonedBefore` after a poll that never finished. Each is the latest time of the last poll.
 */
export interface PollDue {
  readonly now: Date
  readonly triedBefore: Date
  readonly wantedBefore: Date
  readonly abandonedBefore: Date
}

/**
 * Claims the feed for this process if it belongs to this vendor and is due. The process whose update changes the row
 * holds the claim; `now` identifies the claim.
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

/** Whether this process still holds the claim made at `claimedAt`. The answer stays true until the transaction ends. */
export async function holdsTelematics(sql: Sql, vendor: string, claimedAt: Date): Promise<boolean> {
  const rows = await sql.query(
    'telematics.holds',
    'select vendor from telematics_feed where vendor = $1 and tried_at = $2::timestamptz for share',
    [vendor, claimedAt.toISOString()],
  )
  return rows.length > 0
}

/** Releases the claim made at `claimedAt`, so that the feed is due again immediately. */
export async function releaseTelematics(sql: Sql, vendor: string, claimedAt: Date): Promise<void> {
  await sql.query(
    'telematics.release',
    'update telematics_feed set tried_at = null where vendor = $1 and tried_at = $2::timestamptz',
    [vendor, claimedAt.toISOString()],
  )
}

/** Requests a poll of the vendor soon, before its regular time. */
export async function requestPoll(sql: Sql, vendor: string): Promise<void> {
  await sql.query('telematics.ask_soon', 'update telematics_feed set is_wanted = true where vendor = $1', [vendor])
}

/** Whether the stored positions come from this vendor. */
export async function isFeedOf(sql: Sql, vendor: string): Promise<boolean> {
  const rows = await sql.query('telematics.is_feed_of', 'select vendor from telematics_feed where vendor = $1', [
    vendor,
  ])
  return rows.length > 0
}

/** Changes the move mark, so that open maps refetch. */
export async function updateMoveMark(sql: Sql): Promise<void> {
  await sql.query('telematics.moved', 'update telematics_feed set moved = gen_random_uuid()')
}

/** The result of a poll. */
export interface PollResult {
  readonly claimedAt: Date
  readonly endedAt: Date
  /** Null after success. */
  readonly failure: string | null
}

/**
 * Stores the result of a poll, unless another process has claimed the feed since. A changed failure also updates the
 * move mark.
 */
export async function storePollResult(
  sql: Sql,
  vendor: string,
  { claimedAt, endedAt, failure }: PollResult,
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
 * State that the map's responses depend on: the text changes when something moves or any record changes. It also
 * changes every minute, because a change with a lower sequence number can become visible after one with a higher
 * number.
 */
export async function findMapState(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ state: string }>(
    'telematics.map_state',
    `select concat_ws(' ', (select moved from telematics_feed), (select max(seq) from history), date_trunc('minute', now()))
       as state`,
  )
  return row?.state ?? ''
}

/** Periodic work that one process does at a time. */
export type Chore = 'count_miles' | 'sweep_fixes'

/**
 * Claims a chore for this process if it is due. Returns the time of the last run (null: never), or false when the chore
 * is not due. Inside a transaction, no other process does the chore until the transaction ends.
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
