import type { AssetLocation, VehicleLocation } from '#contract/boards/telematics.ts'
import type { FeedRange } from '#server/providers/feed-source.ts'
import { runInParallel } from '#server/providers/http-feed/run-in-parallel.ts'
import { VendorNotFound } from '#server/providers/http-feed/vendor-fetch.ts'
import type { TelematicsRows } from '#server/providers/telematics/telematics.ts'
import type { MotiveClient } from './motive-client.ts'
import { isWithin, windowsOf } from './motive-days.ts'
import { assetFixOf, vehicleFixOf } from './motive-fix.ts'
import { readRows, unwrap } from './motive-record.ts'

/**
 * Motive accepts three months. A vehicle's history has no pages though, and three months of positions are many
 * megabytes.
 */
const MAX_DAYS = 30

type Window = FeedRange
interface Located {
  readonly located_at: string
}

const byTime = (a: Located, b: Located) => (a.located_at < b.located_at ? -1 : Number(a.located_at > b.located_at))

/** No rows when the vendor does not know the vehicle or asset (404). */
async function emptyIfUnknown(rows: Promise<readonly unknown[]>): Promise<readonly unknown[]> {
  try {
    return await rows
  } catch (error) {
    if (error instanceof VendorNotFound) return []
    throw error
  }
}

async function fetchFixes<Fix extends Located>(
  days: FeedRange,
  now: Date,
  ask: (window: Window) => Promise<readonly unknown[]>,
  read: (row: unknown) => Fix | null,
): Promise<TelematicsRows<Fix>> {
  const windows = windowsOf(days, MAX_DAYS, now)
  const answers = await runInParallel(days.signal, (signal) =>
    windows.map((window) => emptyIfUnknown(ask({ ...window, signal }))),
  )
  const keyOf = ({ located_at }: Fix) => located_at
  const reported = readRows(answers.flat(), { read, keyOf, isRequested: (fix) => isWithin(days, fix.located_at) })
  return { ...reported, rows: reported.rows.toSorted(byTime) }
}

/** Positions of a vehicle, earliest first; empty for a vehicle that the vendor does not know. */
export function vehicleHistory(
  client: MotiveClient,
  vehicle: number,
  days: FeedRange,
  now: Date,
): Promise<TelematicsRows<VehicleLocation>> {
  const ask = ({ first, last, signal }: Window) =>
    client.rows({
      path: `/v3/vehicle_locations/${vehicle}`,
      query: [
        ['start_date', first],
        ['end_date', last],
      ],
      places: ['vehicle_locations'],
      signal,
    })
  return fetchFixes(days, now, ask, (row) => vehicleFixOf(unwrap(row, 'vehicle_location'), now))
}

/** Positions of an asset, earliest first. The query names for its days differ from those of vehicles. */
export function assetHistory(
  client: MotiveClient,
  asset: number,
  days: FeedRange,
  now: Date,
): Promise<TelematicsRows<AssetLocation>> {
  const ask = ({ first, last, signal }: Window) =>
    client.pages({
      path: `/v1/asset_locations/${asset}`,
      query: [
        ['start_time', first],
        ['end_time', last],
      ],
      places: ['breadcrumbs', 'asset.breadcrumbs'],
      signal,
    })
  return fetchFixes(days, now, ask, (row) => assetFixOf(unwrap(row, 'breadcrumb'), now))
}
