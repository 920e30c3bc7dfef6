import { telematicsEndpoints } from '#contract/boards/telematics.ts'
import { view } from '#contract/wire/access.ts'
import { mapSettingsEndpoints } from '#contract/wire/map-settings.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'
import { assetsRenumbered, driversRenumbered, vehiclesRenumbered } from './items/renumbered-items.ts'

/** What changes who and what is on the map. Where they are meanwhile is asked for by itself: see `livePositions`. */
const SHOWN = ['trucks', 'trailers', 'drivers', 'users']

/** Where vehicles last were. */
export const mappedVehicles = recordQuery({
  key: ['map', 'vehicles'],
  endpoint: telematicsEndpoints.vehicles,
  areas: SHOWN,
  access: view('trucks'),
  overlay: vehiclesRenumbered,
})

export const mappedDrivers = recordQuery({
  key: ['map', 'drivers'],
  endpoint: telematicsEndpoints.drivers,
  areas: SHOWN,
  access: view('drivers'),
  overlay: driversRenumbered,
})

export const mappedAssets = recordQuery({
  key: ['map', 'assets'],
  endpoint: telematicsEndpoints.assets,
  areas: SHOWN,
  access: view('trailers'),
  overlay: assetsRenumbered,
})

/** From whom positions come, and whether they do. */
export const telematicsState = recordQuery({
  key: ['map', 'feed'],
  endpoint: telematicsEndpoints.feed,
  areas: ['positions'],
})

/** What the operator has chosen to lie beneath. */
export const mapBackground = recordQuery({
  key: ['map', 'background'],
  endpoint: mapSettingsEndpoints.get,
  areas: [],
})

/** What a device keeps of the map without being asked: where everything last was. */
export const mapToKeep = prefetchList(() => [
  mappedVehicles,
  mappedDrivers,
  mappedAssets,
  telematicsState,
  mapBackground,
])
