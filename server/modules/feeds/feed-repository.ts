import type { ExpenseFeed, ExpenseKind } from '#contract/expenses/tolls.ts'
import type { Sql } from '#server/db/db.ts'
import type { RollingTruck } from '#server/demo/days/rolling-weeks.ts'
import { numberOf } from '#server/records/sql/unit-number-sql.ts'

/** The feed of each kind of expense, with its vendor and its state. */
export function findFeeds(sql: Sql): Promise<ExpenseFeed[]> {
  return sql.query<ExpenseFeed>(
    'feeds.all',
    'select kind, vendor, synced_to, tried_at, succeeded_at, failure from expense_feeds order by kind desc',
  )
}

const TABLES: Readonly<Record<ExpenseKind, string>> = { tolls: 'toll_transactions', fuel: 'fuel_transactions' }

/**
 * Sets the vendor for a kind of expense. A new vendor begins after the last day that the books have from other sources:
 * otherwise it would deliver the same expenses again, under its own keys.
 */
export async function setFeedVendor(sql: Sql, kind: ExpenseKind, vendor: string): Promise<void> {
  // For an unchanged vendor the last day is not searched, which would read all its rows.
  await sql.query(
    `feeds.put.${kind}`,
    `insert into expense_feeds as f (kind, vendor, begins_on)
     select $1, $2, (select max(t.date) + 1 from ${TABLES[kind]} t where t.source <> $2)
     where not exists (select from expense_feeds where kind = $1 and vendor = $2)
     on conflict (kind) do update set vendor = excluded.vendor, begins_on = excluded.begins_on, synced_to = null,
       tried_at = null, succeeded_at = null, failure = null where f.vendor <> excluded.vendor`,
    [kind, vendor],
  )
}

/**
 * A feed is due if its last try was at or before `afterSuccess` (if that try succeeded) or `afterFailure` (if it
 * failed).
 */
export interface DueTimes {
  readonly now: Date
  readonly afterSuccess: Date
  readonly afterFailure: Date
}

/** The state of a feed that this process claimed. */
export interface ClaimedFeed {
  readonly begins_on: string | null
  readonly synced_to: string | null
}

/**
 * Claims a feed for this process, if it is due and no other process claimed it: only one of them can update the row.
 */
export async function claimFeed(
  sql: Sql,
  kind: ExpenseKind,
  vendor: string,
  due: DueTimes,
): Promise<ClaimedFeed | null> {
  const [row] = await sql.query<ClaimedFeed>(
    'feeds.claim',
    `update expense_feeds set tried_at = $3::timestamptz
     where kind = $1 and vendor = $2 and (tried_at is null or tried_at <=
       case when succeeded_at >= tried_at then $4::timestamptz else $5::timestamptz end)
     returning begins_on, synced_to`,
    [kind, vendor, due.now.toISOString(), due.afterSuccess.toISOString(), due.afterFailure.toISOString()],
  )
  return row ?? null
}

/** Stores that all expenses up to a day are complete. Never moves back. */
export async function noteSynced(sql: Sql, kind: ExpenseKind, day: string): Promise<void> {
  await sql.query(
    'feeds.synced',
    'update expense_feeds set synced_to = greatest(synced_to, $2::date) where kind = $1',
    [kind, day],
  )
}

/** Stores the result of a try. */
export async function storeFeedResult(
  sql: Sql,
  kind: ExpenseKind,
  { succeededAt, failure }: { readonly succeededAt: Date | null; readonly failure: string | null },
): Promise<void> {
  await sql.query(
    'feeds.settle',
    `update expense_feeds set succeeded_at = coalesce($2::timestamptz, succeeded_at), failure = $3 where kind = $1`,
    [kind, succeededAt?.toISOString() ?? null, failure],
  )
}

/** The trucks that have a driver, ordered by id, each with the driver’s card and reefer. */
export function findRollingTrucks(sql: Sql): Promise<RollingTruck[]> {
  return sql.query<RollingTruck>(
    'feeds.rolling_trucks',
    `select t.id, t.unit_number, t.licence_plate, t.transponder_id, d.pilot_flying_j_driver as card, r.id as reefer,
       ${numberOf('r')} as reefer_number
     from units t join drivers d on d.id = t.driver_id
       left join units r on r.driver_id = d.id and r.kind = 'trailer' and r.type = 'reefer'
     where t.kind = 'truck' order by t.id collate "C"`,
  )
}
