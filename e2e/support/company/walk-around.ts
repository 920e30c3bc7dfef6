import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'
import type { Api } from '../server/api.ts'

/** The dialog in which a walk-around's unit is chosen. */
export const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Walk-around', exact: true })

/** The walk-around of a unit. */
export const walk = (page: Page, unit: string): Locator =>
  page.getByRole('dialog', { name: `Pre-trip · ${unit}`, exact: true })

/** The button of a lap's unit, while the page of `shown` is shown. */
export const unitButton = (page: Page, shown: string, unit: string): Locator =>
  walk(page, shown).getByRole('navigation', { name: 'Units of this lap' }).getByRole('button', { name: unit })

/** Chooses a unit in the open picker. */
export async function choose(page: Page, unit: string): Promise<void> {
  await picker(page).getByRole('combobox').fill(unit)
  await picker(page)
    .getByRole('option', { name: new RegExp(`^${unit}( |$)`) })
    .first()
    .click()
  await expect(walk(page, unit)).toBeVisible()
}

/** Opens the picker of a walk-around's unit. */
export async function openPicker(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Walk-around', exact: true }).click()
  await expect(picker(page)).toBeVisible()
}

interface NamedUnit {
  readonly id: string
  readonly driver: { readonly id: number } | null
}

/** A driver's truck and trailer: those of the first or the last such truck. */
export async function aCoupledPair(
  api: Api,
  which: 'first' | 'last' = 'first',
): Promise<readonly [truck: string, trailer: string]> {
  const unitsOf = async (path: string) =>
    (await api.get<{ readonly results: readonly NamedUnit[] }>(`/api/${path}/mini-list/?limit=1000`)).results
  const trailers = await unitsOf('trailers')
  const trucks = await unitsOf('trucks')
  for (const truck of which === 'first' ? trucks : trucks.toReversed()) {
    const trailer = trailers.find(({ driver }) => driver !== null && driver.id === truck.driver?.id)
    if (trailer) return [truck.id, trailer.id]
  }
  throw new Error('no driver has a truck and a trailer')
}

/** Begins the walk-around of a unit on the maintenance page. Returns its form. */
export async function beginWalkAround(page: Page, unit: string): Promise<Locator> {
  await openPicker(page)
  await choose(page, unit)
  return walk(page, unit)
}
