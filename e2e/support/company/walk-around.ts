import type { Locator, Page } from '@playwright/test'
import { dialogNamed } from './inspections.ts'

/** Begins the walk-around of a unit on the maintenance page. Returns its form. */
export async function beginWalkAround(page: Page, unit: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Walk-around', exact: true }).click()
  const picker = dialogNamed(page, 'Walk-around')
  await picker.getByRole('combobox').fill(unit)
  await picker
    .getByRole('option', { name: new RegExp(`^${unit}`) })
    .first()
    .click()
  return dialogNamed(page, `Pre-trip · ${unit}`)
}
