import { expect, test } from 'vitest'
import { assetState, assetType, driverState, isShownAsset, vehicleState } from '#contract/boards/map-states.ts'
import type { VehicleLocation } from '#contract/boards/telematics.ts'

const at = (speed: number | null, type: string | null = 'breadcrumb'): VehicleLocation => ({
  lat: 41.5,
  lon: -88,
  located_at: '2026-11-21T15:00:00.000Z',
  speed,
  type,
  bearing: 90,
  description: '',
  odometer: null,
  engine_hours: null,
  fuel_primary_remaining_percentage: null,
})
const stateOf = (location: VehicleLocation | null) => vehicleState({ current_location: location })

test('a vehicle is moving above 0 mph, stopped at 0 mph or by the vendor’s type, otherwise stationary; unknown without a location', () => {
  expect(stateOf(null)).toBe('not_known')
  expect(stateOf(at(0.1))).toBe('moving')
  expect(stateOf(at(55, 'vehicle_stopped'))).toBe('moving')
  expect(stateOf(at(0, 'ignition_on'))).toBe('stop')
  expect(stateOf(at(null, 'vehicle_stopped'))).toBe('stop')
  expect(stateOf(at(null))).toBe('stationary')
  expect(stateOf(at(null, null))).toBe('stationary')
})

test('a driver without a vehicle is stale, regardless of the last location', () => {
  const vehicle = { id: 1, number: '1042' }
  expect(driverState({ vehicle: null, current_location: at(60) })).toBe('stale')
  expect(driverState({ vehicle, current_location: at(60) })).toBe('moving')
  expect(driverState({ vehicle, current_location: null })).toBe('not_known')
})

test('an asset is moving or stationary by its last location; deactivated assets are not shown', () => {
  const location = {
    lat: 41,
    lon: -88,
    located_at: '2026-11-21T15:00:00.000Z',
    bearing: null,
    battery_capacity: 80,
    mode: null,
    formatted_address: '',
    unpowered_mode_update_frequency: null,
  }
  const state = (moving: boolean) => assetState({ asset_gateway: { last_location: { ...location, moving } } })
  expect([state(true), state(false)]).toEqual(['moving', 'stationary'])
  expect(assetState({ asset_gateway: { last_location: null } })).toBe('not_known')
  expect(['active', 'deactivated', 'inactive'].filter((status) => isShownAsset({ status }))).toEqual([
    'active',
    'inactive',
  ])
})

test('a dry van is a Dryvan, anything else a Drybox', () => {
  expect(['dry_van', 'reefer', ''].map(assetType)).toEqual(['Dryvan', 'Drybox', 'Drybox'])
})
