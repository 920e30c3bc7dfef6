import { valueAt } from '#server/providers/http-feed/vendor-rows.ts'
import type { TelematicsAsset, Told } from '#server/providers/telematics/telematics.ts'
import { assetFixOf, isTold } from './motive-fix.ts'
import { byId, eitherText, merged } from './motive-record.ts'

/** Where the location may stand: working clients read the first, the vendor's pages show others. */
const PLACES = [
  'asset_gateway.last_location',
  'asset_gateway.current_location',
  'last_location',
  'current_location',
] as const

/** The company's assets of the list with makes and of the list with locations, also those that are in one list alone. */
export function mergedAssets(
  list: readonly unknown[],
  locations: readonly unknown[],
  now: Date,
): Told<TelematicsAsset> {
  return merged(byId(list, 'asset'), byId(locations, 'asset'), ({ id, listed, located }) => {
    const text = (name: string) => eitherText(listed, located, name)
    const location = PLACES.map((place) => valueAt(located, place)).find(isTold)
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
