import type { Locator, Page } from '@playwright/test'
import type { TollVehicle } from '#contract/expenses/tolls.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { formatMoney } from '#src/format/numbers.ts'
import { expenseWeekAt } from '#src/format/week.ts'
import { expect } from '../expect.ts'

export const tollCard = (page: Page): Locator => page.getByRole('region', { name: 'Toll Expenses' })
export const fuelCard = (page: Page): Locator => page.getByRole('region', { name: 'Fuel Expenses' })

/** Whether a call requests tolls. */
export const isTollCall = ({ path }: { readonly path: string }): boolean =>
  path.startsWith('/api/bestpass/toll_expenses')

/** Matches an amount on a card. */
const FIGURE = /\$[\d,]+\.\d\d/

/** Opens the dashboard and waits for both amounts. */
export async function openExpenses(page: Page): Promise<void> {
  await page.goto('/')
  for (const card of [tollCard(page), fuelCard(page)]) await expect(card).toContainText(FIGURE)
}

export async function tollVehiclesOf(admin: Api): Promise<readonly TollVehicle[]> {
  return (await admin.get<{ readonly results: readonly TollVehicle[] }>('/api/bestpass/vehicles/?limit=1000')).results
}

/** The server's tolls of these vehicles (of all vehicles if none is passed) in a week, formatted as on a card. */
export async function tollsOf(admin: Api, vehicles: readonly TollVehicle[], week = -1): Promise<string> {
  const { start, end } = expenseWeekAt(chicagoDay(Date.now()), week)
  // An empty list would request the tolls of no vehicle.
  const question = { FromDate: start, ToDate: end, ...(vehicles.length > 0 && { vehicles }) }
  const { amount } = await admin.query<{ readonly amount: number }>('/api/bestpass/toll_expenses/', question)
  return formatMoney(amount)
}

/** The server's fuel expenses in a week, formatted as on a card: of all drivers, or of one by its id at the vendor. */
export async function fuelOf(admin: Api, week = -1, driver?: number): Promise<string> {
  const { start, end } = expenseWeekAt(chicagoDay(Date.now()), week)
  const filter = driver === undefined ? '' : `&driver_ids=${driver}`
  const path = `/api/pilot_flying_j/fuel_transactions/fuel-expenses/?date_after=${start}&date_before=${end}${filter}`
  return formatMoney((await admin.get<{ readonly total: number }>(path)).total)
}

/** Selects trucks by their numbers and saves the selection. */
export async function chooseTrucks(page: Page, numbers: readonly string[]): Promise<void> {
  await tollCard(page).getByRole('button', { name: 'Choose trucks' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose trucks' })
  for (const number of numbers) {
    await dialog.getByRole('searchbox').fill(number)
    await dialog.getByRole('checkbox', { name: number, exact: true }).check()
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}
