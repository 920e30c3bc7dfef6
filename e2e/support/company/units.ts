import type { Locator, Page } from '@playwright/test'
import { driverCard } from '#e2e/support/page/screens.ts'
import { expect } from '../expect.ts'

type Sort = 'Truck' | 'Trailer'

/** The button that says a driver's truck or trailer and changes it. */
export function unitButton(page: Page, name: string, sort: Sort, unit: string | null): Locator {
  return driverCard(page, name).getByRole('button', { name: `${sort} of ${name}: ${unit ?? 'none'}`, exact: true })
}

/** Opens the list of what a driver can have. */
export async function openUnits(page: Page, name: string, sort: Sort): Promise<Locator> {
  await driverCard(page, name)
    .getByRole('button', { name: new RegExp(`^${sort} of ${name}:`) })
    .click()
  const list = page.getByRole('dialog', { name: `${sort} of ${name}` })
  await expect(list.getByRole('option').first()).toBeVisible()
  return list
}

/** Picks a unit by its id; null for none. */
export async function pickUnit(page: Page, name: string, sort: Sort, unit: string | null): Promise<void> {
  const list = await openUnits(page, name, sort)
  const title = unit === null ? new RegExp(`^No ${sort.toLowerCase()}$`) : new RegExp(`^${unit}( · |$)`)
  await list.getByRole('option', { name: title }).click()
}
