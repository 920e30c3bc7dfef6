import { fromDevice } from '#src/offline/reading/declared-query.ts'
import { mappedAssets, mappedDrivers, mappedVehicles, telematicsState } from './map-queries.ts'
import type { MapTab } from './map-search.ts'

/** Gets ready what a tab of the map shows first. The map itself waits for nobody. */
export async function readyMap(tab: MapTab): Promise<void> {
  const shown = { vehicles: mappedVehicles, drivers: mappedDrivers, assets: mappedAssets }[tab]
  await Promise.all([fromDevice(shown), fromDevice(telematicsState)])
}
