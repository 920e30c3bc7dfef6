import type { Db, Sql } from '#server/db/db.ts'
import { failureWords, onceEach } from '#server/providers/feed-source.ts'
import type {
  TelematicsAsset,
  TelematicsSource,
  TelematicsVehicle,
  Told,
} from '#server/providers/telematics/telematics.ts'
import {
  claimChore,
  claimTelematics,
  holdsTelematics,
  isFeedOf,
  noteMoves,
  putVendor,
  releaseTelematics,
  settleTelematics,
} from './feed-repository.ts'
import { findFleetTrailers, findFleetTrucks } from './fleet-repository.ts'
import { countMiles } from './mileage-repository.ts'
import { keepOnlyTold, putAssets, putVehicles, sweepFixes } from './position-repository.ts'

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
/** Whoever looks a little early still finds the feed due. */
const EARLY_MS = 2 * SECOND_MS
/** One try takes no longer; who has not settled it somewhat later has died. */
const TRY_MS = 180 * SECOND_MS
const ABANDONED_MS = TRY_MS + 30 * SECOND_MS
/** However much happens, the vendor is asked no sooner than so long after the last time. */
const REST_MS = 10 * SECOND_MS
const COUNT_MS = 300 * SECOND_MS
/** How long each fix is kept, and how long one a minute. */
const WHOLE_MS = DAY_MS
const RETENTION_MS = 90 * DAY_MS
/** What was thinned so lately is looked through again: a process may have ended in the middle of it. */
const AGAIN_MS = 2 * HOUR_MS

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Asks the vendor where everything is, if that is due and no other process does it, and notes how it went. Never throws for
 * what a vendor does: what was known before stays, and shows its age.
 */
export async function pollTelematics(parts: PollParts, source: TelematicsSource, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = parts
  const { vendor } = source
  if (!source.isMadeUp && !(await isFeedOf(db, vendor))) await db.tx((sql) => putVendor(sql, vendor))
  const now = clock()
  const due = {
    now,
    triedBefore: ago(now, source.pollMs - EARLY_MS),
    wantedBefore: ago(now, REST_MS),
    abandonedBefore: ago(now, ABANDONED_MS),
  }
  if (!(await claimTelematics(db, vendor, due))) return
  const settle = (failure: string | null) => settleTelematics(db, vendor, { claimedAt: now, endedAt: clock(), failure })
  const tried = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)])
  try {
    const [vehicles, assets] = await Promise.all([source.vehicles(tried), source.assets(tried)])
    noteGaps(parts, vehicles, assets)
    await takeAll(db, { vendor, claimedAt: now }, { vehicles, assets })
    await settle(null)
  } catch (error) {
    // The server stops: whoever looks next goes on at once.
    if (signal.aborted) return await releaseTelematics(db, vendor, now)
    log.warn({ vendor, err: error }, 'positions could not be had from the vendor')
    await settle(failureWords(error, tried))
  }
}

function noteGaps({ log }: PollParts, ...told: readonly Told<unknown>[]): void {
  const skipped = told.reduce((sum, one) => sum + one.skipped, 0)
  if (skipped > 0) log.warn({ skipped }, 'telematics told of something that nobody could make sense of')
  if (told.some(({ isPartial }) => isPartial)) log.warn({}, 'a part of the vendor’s lists could not be had')
}

/** Where things are; ids of a kind must differ from each other. */
interface Positions {
  readonly vehicles: readonly TelematicsVehicle[]
  readonly assets: readonly TelematicsAsset[]
}

interface Lists {
  readonly vehicles: Told<TelematicsVehicle>
  readonly assets: Told<TelematicsAsset>
}

/** What a process has taken for itself. */
interface Claim {
  readonly vendor: string
  readonly claimedAt: Date
}

async function put(sql: Sql, { vehicles, assets }: Positions): Promise<number> {
  return (await putVehicles(sql, vehicles)) + (await putAssets(sql, assets))
}

const idOf = ({ id }: { readonly id: number }) => id

/** Takes in all that the vendor tells of, unless somebody else has asked since: then that is later. */
async function takeAll(db: Db, { vendor, claimedAt }: Claim, { vehicles, assets }: Lists): Promise<void> {
  const changed = await db.tx(async (sql) => {
    if (!(await holdsTelematics(sql, vendor, claimedAt))) return 0
    const once = { vehicles: onceEach(vehicles.rows, idOf), assets: onceEach(assets.rows, idOf) }
    const moved = await put(sql, once)
    // Of what a list that was not had tells of, nobody knows whether it is told of still.
    const gone = vehicles.isPartial ? 0 : await keepOnlyTold(sql, 'vehicles', once.vehicles.map(idOf))
    const left = assets.isPartial ? 0 : await keepOnlyTold(sql, 'assets', once.assets.map(idOf))
    return moved + gone + left
  })
  // Not within it: nobody waits for the one row of the feed while rows of vehicles are held.
  if (changed > 0) await noteMoves(db)
}

/** Takes in what the vendor tells of some, between two times that it is asked. */
export async function takePositions(db: Db, positions: Positions): Promise<void> {
  if ((await db.tx((sql) => put(sql, positions))) > 0) await noteMoves(db)
}

/** Counts miles and thins histories, each when it is due and by one process. */
export async function doTelematicsChores({ db, clock }: Omit<PollParts, 'log'>): Promise<void> {
  const now = clock()
  await db.tx(async (sql) => {
    if (await claimChore(sql, 'count_miles', { now, doneBefore: ago(now, COUNT_MS) })) await countMiles(sql)
  })
  const due = await claimChore(db, 'sweep_fixes', { now, doneBefore: ago(now, HOUR_MS) })
  if (due === false) return
  const thinnedFrom = due.last === null ? ago(now, RETENTION_MS) : ago(new Date(due.last), WHOLE_MS + AGAIN_MS)
  await sweepFixes(db, { deletedBefore: ago(now, RETENTION_MS), thinnedFrom, thinnedBefore: ago(now, WHOLE_MS) })
}
