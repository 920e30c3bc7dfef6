import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'

/** The heading of a page: "Truck 1042". */
export const pageHeading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** A part of a unit's page: "Summary". */
export const unitPart = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** Opens a truck's own page. */
export async function openTruckPage(page: Page, truck: string): Promise<void> {
  await page.goto(`/units/truck/${truck}`)
  await expect(pageHeading(page, `Truck ${truck}`)).toBeVisible()
}
