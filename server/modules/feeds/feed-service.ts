import type { ExpenseKind } from '#contract/expenses/tolls.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { type FeedSource, failureWords, onceEach } from '#server/providers/feed-source.ts'
import type { FuelRow, FuelSource } from '#server/providers/fuel/fuel.ts'
import type { TollRow, TollSource } from '#server/providers/tolls/tolls.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import { takeFuel, takeTolls } from './expense-rows.ts'
import {
  type Claimed,
  claimFeed,
  findFeeds,
  findRollingTrucks,
  noteSynced,
  putFeed,
  settleFeed,
} from './feed-repository.ts'

export const listFeeds = findFeeds
export const listRollingTrucks = findRollingTrucks

const MINUTE_MS = 60_000
/** How long after a try that went well, and after one that did not, the next one comes. */
const REST_MS = 180 * MINUTE_MS
const RETRY_MS = 30 * MINUTE_MS
/** One try takes no longer, so that no other process begins the next one meanwhile. */
const TRY_MS = 25 * MINUTE_MS
/** A vendor that was never asked before is asked for so many days. */
const FIRST_DAYS = 366
/** Asked for at a time; what was had before a failure is kept. */
const DAYS_AT_ONCE = 31

export interface SyncParts {
  readonly db: Db
  readonly clock: () => Date
  readonly log: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
}

/** A kind of expense: from whom it comes, and how it gets into the books. */
interface Feed<Row extends { readonly key: string }> {
  readonly kind: ExpenseKind
  readonly source: FeedSource<Row>
  readonly put: (sql: Sql, vendor: string, rows: readonly Row[]) => Promise<void>
}

export const syncTolls = (parts: SyncParts, source: TollSource, signal: AbortSignal): Promise<void> =>
  sync<TollRow>(parts, { kind: 'tolls', source, put: takeTolls }, signal)

export const syncFuel = (parts: SyncParts, source: FuelSource, signal: AbortSignal): Promise<void> =>
  sync<FuelRow>(parts, { kind: 'fuel', source, put: takeFuel }, signal)

/**
 * Asks the vendor for what is new, if that is due and no other process does it, and notes how it went. Never throws for
 * what a vendor does; what was had before that stays.
 */
async function sync<Row extends { readonly key: string }>(
  parts: SyncParts,
  feed: Feed<Row>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = parts
  const { kind, source } = feed
  if (!source.isMadeUp) await putFeed(db, kind, source.vendor)
  const now = clock()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const due = { now, afterSuccess: ago(REST_MS), afterFailure: ago(RETRY_MS) }
  const claimed = await claimFeed(db, kind, source.vendor, due)
  if (claimed === null) return
  const tried = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)])
  try {
    const skipped = await takeAll(db, feed, daysToAsk(source, claimed, chicagoDay(now)), tried)
    if (skipped > 0) log.warn({ kind, skipped }, 'a vendor sent rows that nobody could make sense of')
    await settleFeed(db, kind, { succeededAt: clock(), failure: skipped > 0 ? inWords(skipped) : null })
  } catch (error) {
    // The server stops; the next start goes on.
    if (signal.aborted) return
    log.warn({ kind, vendor: source.vendor, err: error }, 'expenses could not be had from a vendor')
    await settleFeed(db, kind, { succeededAt: null, failure: failureWords(error, tried) })
  }
}

const inWords = (skipped: number) =>
  skipped === 1 ? 'One row could not be read and was left out.' : `${skipped} rows could not be read and were left out.`

function daysToAsk({ lateDays }: FeedSource<unknown>, { begins_on, synced_to }: Claimed, today: string) {
  const from = addDays(synced_to ?? today, synced_to === null ? 1 - FIRST_DAYS : -lateDays)
  return { first: begins_on !== null && begins_on > from ? begins_on : from, last: today }
}

/** Asks part by part and puts each page into the books; answers how many rows made no sense. */
async function takeAll<Row extends { readonly key: string }>(
  db: Db,
  { kind, source, put }: Feed<Row>,
  { first, last }: { readonly first: string; readonly last: string },
  signal: AbortSignal,
): Promise<number> {
  let skipped = 0
  for (let from = first; from <= last; from = addDays(from, DAYS_AT_ONCE)) {
    const end = addDays(from, DAYS_AT_ONCE - 1)
    const until = end < last ? end : last
    for await (const page of source.fetch({ first: from, last: until, signal })) {
      signal.throwIfAborted()
      skipped += page.skipped
      // In a transaction, which begins again when it and another one wait for each other.
      await db.tx((sql) =>
        put(
          sql,
          source.vendor,
          onceEach(page.rows, ({ key }) => key),
        ),
      )
    }
    await noteSynced(db, kind, until)
  }
  return skipped
}
