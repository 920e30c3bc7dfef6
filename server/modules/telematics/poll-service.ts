import type { Db, Sql } from '#server/db/db.ts'
import { failureWords, withoutDuplicates } from '#server/providers/feed-source.ts'
import type {
  TelematicsAsset,
  TelematicsRows,
  TelematicsSource,
  TelematicsVehicle,
} from '#server/providers/telematics/telematics.ts'
import {
  claimChore,
  claimTelematics,
  holdsTelematics,
  isFeedOf,
  releaseTelematics,
  storePollResult,
  storeVendor,
  updateMoveMark,
} from './feed-repository.ts'
import { findFleetTrailers, findFleetTrucks } from './fleet-repository.ts'
import { countMiles } from './mileage-repository.ts'
import { hideUnlisted, putAssets, putVehicles, sweepFixes } from './position-repository.ts'

export const listFleetTrucks = findFleetTrucks
export const listFleetTrailers = findFleetTrailers

export interface PollParts {
  readonly db: Db
  readonly clock: () => Date
  readonly log: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
}

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS
/** Tolerance: a process that checks slightly early still finds the feed due. */
const EARLY_MS = 2 * SECOND_MS
/** Timeout of a poll. A process that has not stored a result 30 seconds after it is considered dead. */
const TRY_MS = 180 * SECOND_MS
const ABANDONED_MS = TRY_MS + 30 * SECOND_MS
/** Minimum time between two polls, even when webhooks request more. */
const REST_MS = 10 * SECOND_MS
const COUNT_MS = 300 * SECOND_MS
/** Every position is kept for `WHOLE_MS`, then one per minute until `RETENTION_MS`. */
const WHOLE_MS = DAY_MS
const RETENTION_MS = 90 * DAY_MS
/** Recently thinned positions are checked again, because a process may have stopped halfway. */
const RECHECK_MS = 2 * HOUR_MS

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Polls the vendor for all positions if a poll is due and no other process is polling, and stores the result. Vendor
 * errors never throw: the old positions stay, and their age is visible.
 */
export async function pollTelematics(parts: PollParts, source: TelematicsSource, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = parts
  const { vendor } = source
  if (!source.isSimulated && !(await isFeedOf(db, vendor))) await db.tx((sql) => storeVendor(sql, vendor))
  const now = clock()
  const due = {
    now,
    triedBefore: ago(now, source.pollMs - EARLY_MS),
    wantedBefore: ago(now, REST_MS),
    abandonedBefore: ago(now, ABANDONED_MS),
  }
  if (!(await claimTelematics(db, vendor, due))) return
  const settle = (failure: string | null) => storePollResult(db, vendor, { claimedAt: now, endedAt: clock(), failure })
  const tried = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)])
  try {
    const [vehicles, assets] = await Promise.all([source.vehicles(tried), source.assets(tried)])
    logGaps(parts, vehicles, assets)
    await storeLists(db, { vendor, claimedAt: now }, { vehicles, assets })
    await settle(null)
  } catch (error) {
    // The server is stopping: the next process to check can poll immediately.
    if (signal.aborted) return await releaseTelematics(db, vendor, now)
    log.warn({ vendor, err: error }, 'positions could not be had from the vendor')
    await settle(failureWords(error, tried))
  }
}

function logGaps({ log }: PollParts, ...lists: readonly TelematicsRows<unknown>[]): void {
  const skipped = lists.reduce((sum, one) => sum + one.skipped, 0)
  if (skipped > 0) log.warn({ skipped }, 'telematics told of something that nobody could make sense of')
  if (lists.some(({ isPartial }) => isPartial)) log.warn({}, 'a part of the vendor’s lists could not be had')
}

/** Positions of vehicles and assets. Ids must be unique within each list. */
interface Positions {
  readonly vehicles: readonly TelematicsVehicle[]
  readonly assets: readonly TelematicsAsset[]
}

interface VendorLists {
  readonly vehicles: TelematicsRows<TelematicsVehicle>
  readonly assets: TelematicsRows<TelematicsAsset>
}

/** This process's claim to poll the vendor. */
interface Claim {
  readonly vendor: string
  readonly claimedAt: Date
}

async function putPositions(sql: Sql, { vehicles, assets }: Positions): Promise<number> {
  return (await putVehicles(sql, vehicles)) + (await putAssets(sql, assets))
}

const idOf = ({ id }: { readonly id: number }) => id

/** Stores the vendor's full lists, unless another process has claimed the feed since: its lists are newer. */
async function storeLists(db: Db, { vendor, claimedAt }: Claim, { vehicles, assets }: VendorLists): Promise<void> {
  const changed = await db.tx(async (sql) => {
    if (!(await holdsTelematics(sql, vendor, claimedAt))) return 0
    const unique = { vehicles: withoutDuplicates(vehicles.rows, idOf), assets: withoutDuplicates(assets.rows, idOf) }
    const moved = await putPositions(sql, unique)
    // If a list is partial, a missing row does not mean that the vendor no longer has it.
    const hiddenVehicles = vehicles.isPartial ? 0 : await hideUnlisted(sql, 'vehicles', unique.vehicles.map(idOf))
    const hiddenAssets = assets.isPartial ? 0 : await hideUnlisted(sql, 'assets', unique.assets.map(idOf))
    return moved + hiddenVehicles + hiddenAssets
  })
  // Outside the transaction: it must not wait for the single feed row while it holds locks on vehicle rows.
  if (changed > 0) await updateMoveMark(db)
}

/** Stores the positions of some vehicles or assets between two polls. */
export async function storePositions(db: Db, positions: Positions): Promise<void> {
  if ((await db.tx((sql) => putPositions(sql, positions))) > 0) await updateMoveMark(db)
}

/** Counts miles and thins position histories; each when due, and in one process only. */
export async function doTelematicsChores({ db, clock }: Omit<PollParts, 'log'>): Promise<void> {
  const now = clock()
  await db.tx(async (sql) => {
    if (await claimChore(sql, 'count_miles', { now, doneBefore: ago(now, COUNT_MS) })) await countMiles(sql)
  })
  const due = await claimChore(db, 'sweep_fixes', { now, doneBefore: ago(now, HOUR_MS) })
  if (due === false) return
  const thinnedFrom = due.last === null ? ago(now, RETENTION_MS) : ago(new Date(due.last), WHOLE_MS + RECHECK_MS)
  await sweepFixes(db, { deletedBefore: ago(now, RETENTION_MS), thinnedFrom, thinnedBefore: ago(now, WHOLE_MS) })
}
