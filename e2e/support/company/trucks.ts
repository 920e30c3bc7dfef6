import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Driver } from '#contract/people/drivers.ts'
import type { Truck } from '#contract/units/units.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { expect } from '../expect.ts'

/** A truck made for one test, driven by `driver` if one is given, due for its service on a day; answers its number. */
export async function aNewTruck(
  admin: Api,
  driver: number | null = null,
  next_service_date = '2099-01-01',
): Promise<string> {
  const number = `8${randomInt(100_000, 999_999)}`
  const own = {
    unit_number: number,
    licence_plate: `E${number}`,
    transponder_id: `77${number}`,
    pilot_flying_j_truck: Number(number),
    transport_model: 'Volvo VNL 760',
    year: 2025,
    color: 'Blue',
    inspection_passed_date: chicagoDay(Date.now()),
    next_service_date,
    gomotive_id: Number(number),
    fleet_manager_name: 'Greg Novak',
    fleet_manager_email: 'manager@haulyard.example',
    fleet_manager_phone: '(815) 555-0102',
    status_date_from: chicagoDay(Date.now()),
    status_date_to: null,
    driver,
  }
  expect(await admin.post('/api/trucks/', own)).toBe(201)
  return number
}

/** A driver who has no truck and may have one. */
export async function onFoot(api: Api): Promise<Driver> {
  const driver = (await api.drivers()).find((row) => row.truck === null && row.current_status !== 'firing_process')
  if (!driver) throw new Error('everybody has a truck')
  return driver
}

export const truckNow = (api: Api, id: string) => api.get<Truck>(`/api/trucks/${id}/`)

export const truckCard = (page: Page, id: string): Locator =>
  page.getByRole('article', { name: `Truck ${id}`, exact: true })

/** The button that says a truck's status and changes it. */
export const truckStatus = (page: Page, id: string, status: string): Locator =>
  page.getByRole('button', { name: `Status of Truck ${id}: ${status}`, exact: true })

/** The button that says who drives a truck and changes it. */
export const truckDriver = (page: Page, id: string, name: string | null): Locator =>
  page.getByRole('button', { name: `Driver of Truck ${id}: ${name ?? 'none'}`, exact: true })

/** Picks a truck's status; one that is asked for its days gets a last one in the month to come. */
export async function pickTruckStatus(page: Page, id: string, status: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Status of Truck ${id}:`) }).click()
  await page.getByRole('menuitemradio', { name: status, exact: true }).click()
  if (status !== 'On Service') return
  const dialog = page.getByRole('dialog', { name: `On Service: Truck ${id}` })
  // Two days apart, so that both stand in fields as well.
  await dialog.getByRole('button', { name: 'Next month' }).click()
  for (const day of [20, 24]) await dialog.getByRole('gridcell').getByRole('button').nth(day).click()
  await dialog.getByLabel('From').fill(chicagoDay(Date.now()))
  await dialog.getByRole('button', { name: 'Save' }).click()
}

/** Picks who shall drive a truck; null for nobody. */
export async function pickTruckDriver(page: Page, id: string, name: string | null): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Driver of Truck ${id}:`) }).click()
  const list = page.getByRole('dialog', { name: `Driver of Truck ${id}` })
  const title = name === null ? /^No driver$/ : new RegExp(`^${name}( · |$)`)
  await list.getByRole('option', { name: title }).click()
}
