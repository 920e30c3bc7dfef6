import { FeedFailure } from '#server/providers/feed-source.ts'
import { runInParallel } from '#server/providers/http-feed/run-in-parallel.ts'
import type { VendorAddress } from '#server/providers/http-feed/vendor-call.ts'
import type { Patience } from '#server/providers/http-feed/vendor-fetch.ts'
import type {
  PeriodsRequest,
  TelematicsPeriod,
  TelematicsRows,
  TelematicsSource,
} from '#server/providers/telematics/telematics.ts'
import { mergeAssets } from './motive-assets.ts'
import { MOTIVE_PATIENCE, type MotiveClient, motiveClient } from './motive-client.ts'
import { isWithin, windowsOf } from './motive-days.ts'
import { assetHistory, vehicleHistory } from './motive-history.ts'
import { periodOf, periodsQuery } from './motive-periods.ts'
import { readRows } from './motive-record.ts'
import { mergeVehicles } from './motive-vehicles.ts'

/** Motive updates a vehicle's position about every two minutes. */
const POLL_MS = 30_000
/** Motive's limit: "Date range cannot be greater than 30 days". */
const MAX_DAYS = 30

/** The paths of two lists about the same things: their descriptions and their positions. */
interface Lists {
  readonly list: { readonly path: string; readonly places: readonly [string, ...string[]] }
  readonly locations: Lists['list']
}

const VEHICLES: Lists = {
  list: { path: '/v1/vehicles', places: ['vehicles'] },
  // The list of API version 3 lacks odometer and fuel, and leaves out vehicles that are parked for long.
  locations: { path: '/v2/vehicle_locations', places: ['vehicles', 'vehicle_locations'] },
}
const ASSETS: Lists = {
  list: { path: '/v1/assets', places: ['assets'] },
  locations: { path: '/v1/asset_locations', places: ['assets', 'asset_locations'] },
}

/**
 * The rows of both lists. A failure of the locations fails the request. A failure of the descriptions gives null: the
 * key may lack permission for them, and the map must not be empty because plates are missing.
 */
async function fetchBoth(client: MotiveClient, { list, locations }: Lists, signal: AbortSignal) {
  return await runInParallel(signal, (signal) => [
    client.pages({ ...list, query: [], signal }).catch((error: unknown): null => {
      if (error instanceof FeedFailure) return null
      throw error
    }),
    client.pages({ ...locations, query: [], signal }),
  ])
}

const latestFirst = (a: TelematicsPeriod, b: TelematicsPeriod) =>
  a.start_time === b.start_time ? b.id - a.id : a.start_time < b.start_time ? 1 : -1

async function fetchDrivingPeriods(
  client: MotiveClient,
  request: PeriodsRequest,
  now: Date,
): Promise<TelematicsRows<TelematicsPeriod>> {
  const subjectQuery = periodsQuery(request)
  const queries = windowsOf(request, MAX_DAYS, now).map(
    ({ first, last }) => [['start_date', first], ['end_date', last], ...subjectQuery] as const,
  )
  const answers = await runInParallel(request.signal, (signal) =>
    queries.map((query) => client.pages({ path: '/v1/driving_periods', query, places: ['driving_periods'], signal })),
  )
  const reported = readRows(answers.flat(), {
    read: periodOf,
    keyOf: ({ id }) => id,
    isRequested: ({ start_time }) => isWithin(request, start_time),
  })
  return { ...reported, rows: reported.rows.toSorted(latestFirst) }
}

/** Motive (previously KeepTruckin), queried with the company's key. */
export function motiveTelematics(
  access: VendorAddress,
  patience: Patience = MOTIVE_PATIENCE,
  clock: () => Date = () => new Date(),
): TelematicsSource {
  const client = motiveClient(access, patience)
  return {
    vendor: 'motive',
    isSimulated: false,
    pollMs: POLL_MS,
    vehicles: async (signal) => {
      const [list, locations] = await fetchBoth(client, VEHICLES, signal)
      return { ...mergeVehicles(list ?? [], locations, clock()), isPartial: list === null }
    },
    assets: async (signal) => {
      const [list, locations] = await fetchBoth(client, ASSETS, signal)
      return { ...mergeAssets(list ?? [], locations, clock()), isPartial: list === null }
    },
    drivingPeriods: (request) => fetchDrivingPeriods(client, request, clock()),
    vehicleHistory: (vehicle, days) => vehicleHistory(client, vehicle, days, clock()),
    assetHistory: (asset, days) => assetHistory(client, asset, days, clock()),
  }
}
