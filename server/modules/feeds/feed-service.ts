import type { ExpenseKind } from '#contract/expenses/tolls.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { type FeedSource, failureWords, withoutDuplicates } from '#server/providers/feed-source.ts'
import type { FuelRow, FuelSource } from '#server/providers/fuel/fuel.ts'
import type { TollRow, TollSource } from '#server/providers/tolls/tolls.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import { storeMatchedFuel, storeMatchedTolls } from './expense-rows.ts'
import {
  type ClaimedFeed,
  claimFeed,
  findFeeds,
  findRollingTrucks,
  noteSynced,
  setFeedVendor,
  storeFeedResult,
} from './feed-repository.ts'

export const listFeeds = findFeeds
export const listRollingTrucks = findRollingTrucks

const MINUTE_MS = 60_000
/** The wait before the next try: `REST_MS` after a success, `RETRY_MS` after a failure. */
const REST_MS = 180 * MINUTE_MS
const RETRY_MS = 30 * MINUTE_MS
/** The longest duration of one try: shorter than `RETRY_MS`, so that no other process begins the next try meanwhile. */
const TRY_MS = 25 * MINUTE_MS
/** The number of days requested from a vendor at the first sync. */
const FIRST_DAYS = 366
/** The number of days in one request. Completed days remain stored if a later request fails. */
const DAYS_PER_REQUEST = 31

export interface SyncParts {
  readonly db: Db
  readonly clock: () => Date
  readonly log: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
}

/** A kind of expense: its vendor, and the function that stores its rows. */
interface Feed<Row extends { readonly key: string }> {
  readonly kind: ExpenseKind
  readonly source: FeedSource<Row>
  readonly store: (sql: Sql, vendor: string, rows: readonly Row[]) => Promise<void>
}

export const syncTolls = (parts: SyncParts, source: TollSource, signal: AbortSignal): Promise<void> =>
  sync<TollRow>(parts, { kind: 'tolls', source, store: storeMatchedTolls }, signal)

export const syncFuel = (parts: SyncParts, source: FuelSource, signal: AbortSignal): Promise<void> =>
  sync<FuelRow>(parts, { kind: 'fuel', source, store: storeMatchedFuel }, signal)

/**
 * Fetches new expenses from the vendor, if that is due and no other process does it, and stores the result. A failure
 * of the vendor never throws, and rows that were stored before it remain.
 */
async function sync<Row extends { readonly key: string }>(
  parts: SyncParts,
  feed: Feed<Row>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = parts
  const { kind, source } = feed
  if (!source.isSimulated) await setFeedVendor(db, kind, source.vendor)
  const now = clock()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const due = { now, afterSuccess: ago(REST_MS), afterFailure: ago(RETRY_MS) }
  const claimed = await claimFeed(db, kind, source.vendor, due)
  if (claimed === null) return
  const tried = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)])
  try {
    const skipped = await syncDays(db, feed, daysToFetch(source, claimed, chicagoDay(now)), tried)
    if (skipped > 0) log.warn({ kind, skipped }, 'a vendor sent rows that nobody could make sense of')
    await storeFeedResult(db, kind, { succeededAt: clock(), failure: skipped > 0 ? skippedWords(skipped) : null })
  } catch (error) {
    // The server is stopping. The next start continues.
    if (signal.aborted) return
    log.warn({ kind, vendor: source.vendor, err: error }, 'expenses could not be had from a vendor')
    await storeFeedResult(db, kind, { succeededAt: null, failure: failureWords(error, tried) })
  }
}

const skippedWords = (skipped: number) =>
  skipped === 1 ? 'One row could not be read and was left out.' : `${skipped} rows could not be read and were left out.`

function daysToFetch({ lateDays }: FeedSource<unknown>, { begins_on, synced_to }: ClaimedFeed, today: string) {
  const from = addDays(synced_to ?? today, synced_to === null ? 1 - FIRST_DAYS : -lateDays)
  return { first: begins_on !== null && begins_on > from ? begins_on : from, last: today }
}

/** Fetches the days in parts and stores each page. Returns the number of rows that could not be read. */
async function syncDays<Row extends { readonly key: string }>(
  db: Db,
  { kind, source, store }: Feed<Row>,
  { first, last }: { readonly first: string; readonly last: string },
  signal: AbortSignal,
): Promise<number> {
  let skipped = 0
  for (let from = first; from <= last; from = addDays(from, DAYS_PER_REQUEST)) {
    const end = addDays(from, DAYS_PER_REQUEST - 1)
    const until = end < last ? end : last
    for await (const page of source.fetch({ first: from, last: until, signal })) {
      signal.throwIfAborted()
      skipped += page.skipped
      // `db.tx` retries the transaction after a deadlock.
      await db.tx((sql) =>
        store(
          sql,
          source.vendor,
          withoutDuplicates(page.rows, ({ key }) => key),
        ),
      )
    }
    await noteSynced(db, kind, until)
  }
  return skipped
}
