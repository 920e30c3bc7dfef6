import type { Asset, MappedDriver, Vehicle, VehicleLocation } from './telematics.ts'

/** The states on the map, derived from the last location. */
export const MAP_STATES = [
  { value: 'moving', title: 'Moving', color: 'green' },
  { value: 'stop', title: 'Stop', color: 'red' },
  { value: 'stationary', title: 'Stationary', color: 'yellow' },
  { value: 'stale', title: 'Stale', color: 'gray' },
  { value: 'not_known', title: 'Not known', color: 'gray' },
] as const
export type MapState = (typeof MAP_STATES)[number]['value']

/** The state of a vehicle, or of the driver in it, at a location. */
function stateAt(location: VehicleLocation | null): MapState {
  if (location === null) return 'not_known'
  const { speed, type } = location
  if (speed !== null && speed > 0) return 'moving'
  return speed === 0 || type === 'vehicle_stopped' ? 'stop' : 'stationary'
}

export function vehicleState({ current_location }: Pick<Vehicle, 'current_location'>): MapState {
  return stateAt(current_location)
}

/** A driver without a vehicle is stale. */
export function driverState(driver: Pick<MappedDriver, 'vehicle' | 'current_location'>): MapState {
  return driver.vehicle === null ? 'stale' : stateAt(driver.current_location)
}

export function assetState({ asset_gateway }: Pick<Asset, 'asset_gateway'>): MapState {
  const { last_location } = asset_gateway
  if (last_location === null) return 'not_known'
  return last_location.moving ? 'moving' : 'stationary'
}

/** The trailer type as the map shows it. */
export const assetType = (type: string): 'Dryvan' | 'Drybox' => (type === 'dry_van' ? 'Dryvan' : 'Drybox')

/** Deactivated trailers are not shown. */
export const isShownAsset = ({ status }: Pick<Asset, 'status'>): boolean => status !== 'deactivated'
