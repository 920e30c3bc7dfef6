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
/** The server has asked its vendor once: the vehicles are where they are. Of the first other journeys make something else. */
export async function anyMoving(admin: Api): Promise<Vehicle> {
  const moving = async () =>
    (await vehiclesOf(admin)).findLast((one) => one.unit?.driver && vehicleState(one) !== 'not_known')
  await expect.poll(moving, { timeout: 30_000 }).toBeTruthy()
  return (await moving()) as Vehicle
}
const list = (page: Page, name: string) => page.getByRole('list', { name })
export const lines = (page: Page, name: string) => list(page, name).getByRole('button')
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const find = (page: Page) => page.getByRole('searchbox', { name: 'Find' })

/** Where vehicles are that are told to move. */
export const TOLD = { lat: 39.5, lon: -98.4 } as const

/** Vehicles are told to move, whatever the hour: trucks rest at night. */
export function toldToMove(network: UnreliableProxy, ...ids: readonly number[]): void {
  const later = new Date(Date.now() + 60_000).toISOString()
  network.rewrite('/api/gomotive/positions/?of=vehicles', (text) => {
    const told = JSON.parse(text)
    const fix = { ...TOLD, located_at: later, speed: 33, type: 'vehicle_moving', bearing: 180 }
    const rest = { description: 'Kansas', odometer: 5, engine_hours: 1, fuel_primary_remaining_percentage: 41 }
    return JSON.stringify({
      ...told,
      positions: ids.map((id) => ({ id, vehicle: null, location: { ...fix, ...rest } })),
    })
  })
}

/** The map at a vehicle that is told to move, and what else the address says (`&follow=true`). */
export async function openTold(
  page: Page,
  { admin, network }: { readonly admin: Api; readonly network: UnreliableProxy },
  also = '',
): Promise<Vehicle> {
  const vehicle = await openMap(page, admin)
  toldToMove(network, vehicle.id)
  await page.goto(`/map?at=vehicle-${vehicle.id}${also}`)
  return vehicle
}

export async function openMap(page: Page, admin: Api): Promise<Vehicle> {
  const vehicle = await anyMoving(admin)
  await page.goto('/map')
  await expect(lines(page, 'Vehicles').first()).toBeVisible()
  return vehicle
}
