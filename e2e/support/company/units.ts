import type { Locator, Page } from '@playwright/test'
import { driverCard } from '#e2e/support/page/screens.ts'
import { expect } from '../expect.ts'

type UnitKind = 'Truck' | 'Trailer'

/** The button that shows and changes a driver's truck or trailer. */
export function unitButton(page: Page, name: string, sort: UnitKind, unit: string | null): Locator {
  return driverCard(page, name).getByRole('button', { name: `${sort} of ${name}: ${unit ?? 'none'}`, exact: true })
}

/** Opens the list of units that a driver can get. */
export async function openUnits(page: Page, name: string, sort: UnitKind): Promise<Locator> {
  await driverCard(page, name)
    .getByRole('button', { name: new RegExp(`^${sort} of ${name}:`) })
    .click()
  const list = page.getByRole('dialog', { name: `${sort} of ${name}` })
  await expect(list.getByRole('option').first()).toBeVisible()
  return list
}

/** Picks a unit by its id; null for no unit. */
export async function pickUnit(page: Page, name: string, sort: UnitKind, unit: string | null): Promise<void> {
  const list = await openUnits(page, name, sort)
  const title = unit === null ? new RegExp(`^No ${sort.toLowerCase()}$`) : new RegExp(`^${unit}( · |$)`)
  await list.getByRole('option', { name: title }).click()
}
