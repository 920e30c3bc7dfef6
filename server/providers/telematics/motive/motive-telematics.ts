import { FeedFailure } from '#server/providers/feed-source.ts'
import type { Patience } from '#server/providers/http-feed/ask-vendor.ts'
import { sideBySide } from '#server/providers/http-feed/side-by-side.ts'
import type { VendorAddress } from '#server/providers/http-feed/vendor-call.ts'
import type { PeriodsAsked, TelematicsPeriod, TelematicsSource, Told } from '#server/providers/telematics/telematics.ts'
import { mergedAssets } from './motive-assets.ts'
import { MOTIVE_PATIENCE, type MotiveClient, motiveClient } from './motive-client.ts'
import { isWithin, windowsOf } from './motive-days.ts'
import { assetHistory, vehicleHistory } from './motive-history.ts'
import { periodOf, whosePeriods } from './motive-periods.ts'
import { readRows } from './motive-record.ts'
import { mergedVehicles } from './motive-vehicles.ts'

/** It tells a vehicle's place every other minute. */
const POLL_MS = 30_000
/** "Date range cannot be greater than 30 days" */
const MAX_DAYS = 30

/** Where two lists stand that tell of the same things: what they are, and where they are. */
interface Lists {
  readonly list: { readonly path: string; readonly places: readonly [string, ...string[]] }
  readonly locations: Lists['list']
}

const VEHICLES: Lists = {
  list: { path: '/v1/vehicles', places: ['vehicles'] },
  // The third version's list has neither odometer nor fuel, and no vehicle that is parked for long.
  locations: { path: '/v2/vehicle_locations', places: ['vehicles', 'vehicle_locations'] },
}
const ASSETS: Lists = {
  list: { path: '/v1/assets', places: ['assets'] },
  locations: { path: '/v1/asset_locations', places: ['assets', 'asset_locations'] },
}

/**
 * The rows of both lists. Without the locations there is nothing to show. Without the other list there is still what the
 * locations carry: a key may not be allowed it, and a map is not to be blank for want of plates.
 */
async function askBoth(client: MotiveClient, { list, locations }: Lists, signal: AbortSignal) {
  return await sideBySide(signal, (signal) => [
    client.pages({ ...list, query: [], signal }).catch((error: unknown): null => {
      if (error instanceof FeedFailure) return null
      throw error
    }),
    client.pages({ ...locations, query: [], signal }),
  ])
}

const latestFirst = (a: TelematicsPeriod, b: TelematicsPeriod) =>
  a.start_time === b.start_time ? b.id - a.id : a.start_time < b.start_time ? 1 : -1

async function drivingPeriods(client: MotiveClient, asked: PeriodsAsked, now: Date): Promise<Told<TelematicsPeriod>> {
  const who = whosePeriods(asked)
  const questions = windowsOf(asked, MAX_DAYS, now).map(
    ({ first, last }) => [['start_date', first], ['end_date', last], ...who] as const,
  )
  const answers = await sideBySide(asked.signal, (signal) =>
    questions.map((query) => client.pages({ path: '/v1/driving_periods', query, places: ['driving_periods'], signal })),
  )
  const told = readRows(answers.flat(), {
    read: periodOf,
    keyOf: ({ id }) => id,
    isAsked: ({ start_time }) => isWithin(asked, start_time),
  })
  return { ...told, rows: told.rows.toSorted(latestFirst) }
}

/** Motive, which was KeepTruckin, asked over the internet with the company's key. */
export function motiveTelematics(
  access: VendorAddress,
  patience: Patience = MOTIVE_PATIENCE,
  clock: () => Date = () => new Date(),
): TelematicsSource {
  const client = motiveClient(access, patience)
  return {
    vendor: 'motive',
    isMadeUp: false,
    pollMs: POLL_MS,
    vehicles: async (signal) => {
      const [list, locations] = await askBoth(client, VEHICLES, signal)
      return { ...mergedVehicles(list ?? [], locations, clock()), isPartial: list === null }
    },
    assets: async (signal) => {
      const [list, locations] = await askBoth(client, ASSETS, signal)
      return { ...mergedAssets(list ?? [], locations, clock()), isPartial: list === null }
    },
    drivingPeriods: (asked) => drivingPeriods(client, asked, clock()),
    vehicleHistory: (vehicle, days) => vehicleHistory(client, vehicle, days, clock()),
    assetHistory: (asset, days) => assetHistory(client, asset, days, clock()),
  }
}
