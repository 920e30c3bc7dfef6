import { prepareFromDevice } from '#src/offline/reading/declared-query.ts'
import { mappedAssets, mappedDrivers, mappedVehicles, telematicsState } from './map-queries.ts'
import type { MapTab } from './map-search.ts'

/** Loads the data for the first render of a map tab. The map itself does not wait for it. */
export async function loadMap(tab: MapTab): Promise<void> {
  const shown = { vehicles: mappedVehicles, drivers: mappedDrivers, assets: mappedAssets }[tab]
  await Promise.all([prepareFromDevice(shown), prepareFromDevice(telematicsState)])
}
