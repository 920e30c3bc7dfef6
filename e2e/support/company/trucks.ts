import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Driver } from '#contract/people/drivers.ts'
import type { Truck } from '#contract/units/units.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { expect } from '../expect.ts'

/** Creates a truck for one test, driven by `driver` unless null, and due for service on a date. Returns its number. */
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

/** A driver without a truck who can get one. */
export async function driverWithoutTruck(api: Api): Promise<Driver> {
  const driver = (await api.drivers()).find((row) => row.truck === null && row.current_status !== 'firing_process')
  if (!driver) throw new Error('every driver has a truck')
  return driver
}

export const truckNow = (api: Api, id: string) => api.get<Truck>(`/api/trucks/${id}/`)

export const truckCard = (page: Page, id: string): Locator =>
  page.getByRole('article', { name: `Truck ${id}`, exact: true })

/** The button that shows and changes a truck's status. */
export const truckStatus = (page: Page, id: string, status: string): Locator =>
  page.getByRole('button', { name: `Status of Truck ${id}: ${status}`, exact: true })

/** The button that shows and changes a truck's driver. */
export const truckDriver = (page: Page, id: string, name: string | null): Locator =>
  page.getByRole('button', { name: `Driver of Truck ${id}: ${name ?? 'none'}`, exact: true })

/** Picks a truck's status. *On Service*, for which the app asks for dates, gets today and a last day next month. */
export async function pickTruckStatus(page: Page, id: string, status: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Status of Truck ${id}:`) }).click()
  await page.getByRole('menuitemradio', { name: status, exact: true }).click()
  if (status !== 'On Service') return
  const dialog = page.getByRole('dialog', { name: `On Service: Truck ${id}` })
  // Two different days, so that the form shows both in fields.
  await dialog.getByRole('button', { name: 'Next month' }).click()
  for (const day of [20, 24]) await dialog.getByRole('gridcell').getByRole('button').nth(day).click()
  await dialog.getByLabel('From').fill(chicagoDay(Date.now()))
  await dialog.getByRole('button', { name: 'Save' }).click()
}

/** Picks a truck's driver; null for no driver. */
export async function pickTruckDriver(page: Page, id: string, name: string | null): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Driver of Truck ${id}:`) }).click()
  const list = page.getByRole('dialog', { name: `Driver of Truck ${id}` })
  const title = name === null ? /^No driver$/ : new RegExp(`^${name}( · |$)`)
  await list.getByRole('option', { name: title }).click()
}
