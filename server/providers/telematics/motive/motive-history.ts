import type { AssetLocation, VehicleLocation } from '#contract/boards/telematics.ts'
import type { FeedRange } from '#server/providers/feed-source.ts'
import { NothingThere } from '#server/providers/http-feed/ask-vendor.ts'
import { sideBySide } from '#server/providers/http-feed/side-by-side.ts'
import type { Told } from '#server/providers/telematics/telematics.ts'
import type { MotiveClient } from './motive-client.ts'
import { isWithin, windowsOf } from './motive-days.ts'
import { assetFixOf, vehicleFixOf } from './motive-fix.ts'
import { readRows, unwrapped } from './motive-record.ts'

/** It takes three months; but a vehicle's history has no pages, and a quarter of breadcrumbs is an answer of many megabytes. */
const MAX_DAYS = 30

type Window = FeedRange
interface Located {
  readonly located_at: string
}

const byTime = (a: Located, b: Located) => (a.located_at < b.located_at ? -1 : Number(a.located_at > b.located_at))

/** None of what the vendor does not know. */
async function noneOfUnknown(rows: Promise<readonly unknown[]>): Promise<readonly unknown[]> {
  try {
    return await rows
  } catch (error) {
    if (error instanceof NothingThere) return []
    throw error
  }
}

async function fixes<Fix extends Located>(
  days: FeedRange,
  now: Date,
  ask: (window: Window) => Promise<readonly unknown[]>,
  read: (row: unknown) => Fix | null,
): Promise<Told<Fix>> {
  const windows = windowsOf(days, MAX_DAYS, now)
  const answers = await sideBySide(days.signal, (signal) =>
    windows.map((window) => noneOfUnknown(ask({ ...window, signal }))),
  )
  const keyOf = ({ located_at }: Fix) => located_at
  const told = readRows(answers.flat(), { read, keyOf, isAsked: (fix) => isWithin(days, fix.located_at) })
  return { ...told, rows: told.rows.toSorted(byTime) }
}

/** Where a vehicle was, the earliest first; nowhere, of one that the vendor does not know. */
export function vehicleHistory(
  client: MotiveClient,
  vehicle: number,
  days: FeedRange,
  now: Date,
): Promise<Told<VehicleLocation>> {
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
  return fixes(days, now, ask, (row) => vehicleFixOf(unwrapped(row, 'vehicle_location'), now))
}

/** The same of an asset, whose days have other names. */
export function assetHistory(
  client: MotiveClient,
  asset: number,
  days: FeedRange,
  now: Date,
): Promise<Told<AssetLocation>> {
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
  return fixes(days, now, ask, (row) => assetFixOf(unwrapped(row, 'breadcrumb'), now))
}
