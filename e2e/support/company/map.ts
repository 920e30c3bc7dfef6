import type { Page } from '@playwright/test'
import { vehicleState } from '#contract/boards/map-states.ts'
import type { Vehicle } from '#contract/boards/telematics.ts'
import type { Api } from '#e2e/support/server/api.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { expect } from '../expect.ts'

export const vehiclesOf = async (admin: Api): Promise<readonly Vehicle[]> => {
  const { vehicles } = await admin.get<{ readonly vehicles: readonly { readonly vehicle: Vehicle }[] }>(
    '/api/gomotive/vehicles/',
  )
  return vehicles.map(({ vehicle }) => vehicle)
}
/**
 * A vehicle with a driver and a known state. Waits until the server has fetched its vendor's data once. Takes the last
 * such vehicle, because other journeys change the first ones.
 */
export async function aLocatedVehicle(admin: Api): Promise<Vehicle> {
  const located = async () =>
    (await vehiclesOf(admin)).findLast((one) => one.unit?.driver && vehicleState(one) !== 'not_known')
  await expect.poll(located, { timeout: 30_000 }).toBeTruthy()
  return (await located()) as Vehicle
}
const list = (page: Page, name: string) => page.getByRole('list', { name })
export const listRows = (page: Page, name: string) => list(page, name).getByRole('button')
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const find = (page: Page) => page.getByRole('searchbox', { name: 'Find' })

/** The position of simulated moving vehicles. */
export const SIMULATED_POSITION = { lat: 39.5, lon: -98.4 } as const

/** Simulates moving vehicles at any hour: the demo company's trucks rest at night. */
export function simulateMoving(network: UnreliableProxy, ...ids: readonly number[]): void {
  const later = new Date(Date.now() + 60_000).toISOString()
  network.rewrite('/api/gomotive/positions/?of=vehicles', (text) => {
    const response = JSON.parse(text)
    const fix = { ...SIMULATED_POSITION, located_at: later, speed: 33, type: 'vehicle_moving', bearing: 180 }
    const rest = { description: 'Kansas', odometer: 5, engine_hours: 1, fuel_primary_remaining_percentage: 41 }
    return JSON.stringify({
      ...response,
      positions: ids.map((id) => ({ id, vehicle: null, location: { ...fix, ...rest } })),
    })
  })
}

/** Opens the map at a simulated moving vehicle, with further search parameters such as `&follow=true`. */
export async function openMovingVehicle(
  page: Page,
  { admin, network }: { readonly admin: Api; readonly network: UnreliableProxy },
  searchSuffix = '',
): Promise<Vehicle> {
  const vehicle = await openMap(page, admin)
  simulateMoving(network, vehicle.id)
  await page.goto(`/map?at=vehicle-${vehicle.id}${searchSuffix}`)
  return vehicle
}

export async function openMap(page: Page, admin: Api): Promise<Vehicle> {
  const vehicle = await aLocatedVehicle(admin)
  await page.goto('/map')
  await expect(listRows(page, 'Vehicles').first()).toBeVisible()
  return vehicle
}
