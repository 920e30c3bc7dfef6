import { valueAt } from '#server/providers/http-feed/vendor-rows.ts'
import type { TelematicsAsset, TelematicsRows } from '#server/providers/telematics/telematics.ts'
import { assetFixOf, isLocationReported } from './motive-fix.ts'
import { byId, eitherText, mergeLists } from './motive-record.ts'

/** Possible paths of the location. Working clients read the first; the vendor's documentation shows the others. */
const PLACES = [
  'asset_gateway.last_location',
  'asset_gateway.current_location',
  'last_location',
  'current_location',
] as const

/** Merges the assets of the list with makes and the list with locations, including assets that are in only one list. */
export function mergeAssets(
  list: readonly unknown[],
  locations: readonly unknown[],
  now: Date,
): TelematicsRows<TelematicsAsset> {
  return mergeLists(byId(list, 'asset'), byId(locations, 'asset'), ({ id, listed, located }) => {
    const text = (name: string) => eitherText(listed, located, name)
    const location = PLACES.map((place) => valueAt(located, place)).find(isLocationReported)
    const last_location = assetFixOf(location, now, valueAt(located, 'asset_gateway'))
    const row = {
      id,
      name: text('name'),
      make: text('make'),
      model: text('model'),
      type: text('type'),
      vin: text('vin'),
      status: text('status'),
      last_location,
    }
    return { row, isMislocated: last_location === null && location !== undefined }
  })
}
