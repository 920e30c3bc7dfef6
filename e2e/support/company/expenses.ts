import type { Locator, Page } from '@playwright/test'
import type { TollVehicle } from '#contract/expenses/tolls.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { money } from '#src/format/numbers.ts'
import { expenseWeekAt } from '#src/format/week.ts'
import { expect } from '../expect.ts'

export const tollCard = (page: Page): Locator => page.getByRole('region', { name: 'Toll Expenses' })
export const fuelCard = (page: Page): Locator => page.getByRole('region', { name: 'Fuel Expenses' })

/** The calls that ask for tolls. */
export const asksTolls = ({ path }: { readonly path: string }): boolean =>
  path.startsWith('/api/bestpass/toll_expenses')

/** A figure as a card shows it. */
const FIGURE = /\$[\d,]+\.\d\d/

/** Opens the dashboard and waits for both figures. */
export async function openExpenses(page: Page): Promise<void> {
  await page.goto('/')
  for (const card of [tollCard(page), fuelCard(page)]) await expect(card).toContainText(FIGURE)
}

export async function tollVehiclesOf(admin: Api): Promise<readonly TollVehicle[]> {
  return (await admin.get<{ readonly results: readonly TollVehicle[] }>('/api/bestpass/vehicles/?limit=1000')).results
}

/** What the server says that they paid in a week (all without any), as a card shows it. */
export async function tollsOf(admin: Api, vehicles: readonly TollVehicle[], week = -1): Promise<string> {
  const { start, end } = expenseWeekAt(chicagoDay(Date.now()), week)
  // A list of none would be those of none.
  const question = { FromDate: start, ToDate: end, ...(vehicles.length > 0 && { vehicles }) }
  const { amount } = await admin.ask<{ readonly amount: number }>('/api/bestpass/toll_expenses/', question)
  return money(amount)
}

/** The same of fuel, of all or of one by the fuel network's number. */
export async function fuelOf(admin: Api, week = -1, driver?: number): Promise<string> {
  const { start, end } = expenseWeekAt(chicagoDay(Date.now()), week)
  const of = driver === undefined ? '' : `&driver_ids=${driver}`
  const path = `/api/pilot_flying_j/fuel_transactions/fuel-expenses/?date_after=${start}&date_before=${end}${of}`
  return money((await admin.get<{ readonly total: number }>(path)).total)
}

/** Ticks trucks by their numbers and saves them. */
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
