import { telematicsEndpoints } from '#contract/boards/telematics.ts'
import { view } from '#contract/wire/access.ts'
import { mapSettingsEndpoints } from '#contract/wire/map-settings.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'
import { assetsRenumbered, driversRenumbered, vehiclesRenumbered } from './items/renumbered-items.ts'

/** The areas whose changes affect the map's items. Positions have their own query: see `livePositions`. */
const SHOWN_AREAS = ['trucks', 'trailers', 'drivers', 'users'] as const

/** The vehicles with their last positions. */
export const mappedVehicles = recordQuery({
  key: ['map', 'vehicles'],
  endpoint: telematicsEndpoints.vehicles,
  areas: SHOWN_AREAS,
  access: view('trucks'),
  overlay: vehiclesRenumbered,
})

export const mappedDrivers = recordQuery({
  key: ['map', 'drivers'],
  endpoint: telematicsEndpoints.drivers,
  areas: SHOWN_AREAS,
  access: view('drivers'),
  overlay: driversRenumbered,
})

export const mappedAssets = recordQuery({
  key: ['map', 'assets'],
  endpoint: telematicsEndpoints.assets,
  areas: SHOWN_AREAS,
  access: view('trailers'),
  overlay: assetsRenumbered,
})

/** The state of the telematics feed. */
export const telematicsState = recordQuery({
  key: ['map', 'feed'],
  endpoint: telematicsEndpoints.feed,
  areas: ['positions'],
})

/** The map background that the operator has chosen. */
export const mapBackground = recordQuery({
  key: ['map', 'background'],
  endpoint: mapSettingsEndpoints.get,
  areas: [],
})

/** Prefetched: the last positions of all items. */
export const mapToPrefetch = prefetchList(() => [
  mappedVehicles,
  mappedDrivers,
  mappedAssets,
  telematicsState,
  mapBackground,
])
