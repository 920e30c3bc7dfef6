import type { Page } from '@playwright/test'
import { dialogNamed, pick } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { expect } from '#e2e/support/expect.ts'
import { newReport as form } from '#e2e/support/files/new-report.ts'
import { layerEntered } from '#e2e/support/page/layers.ts'
import { openTrucks } from '#e2e/support/page/screens.ts'

/** Goes back as Android's button does. `goBack` of the driver waits for a page that does not come. */
const back = (page: Page) => page.evaluate(() => window.history.go(-1))
const forward = (page: Page) => page.evaluate(() => window.history.go(1))
const addressOf = (page: Page) => page.evaluate(() => window.location.pathname + window.location.search)
/** Opens the form without loading the page again. */
async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Inspection' }).click()
  await expect(form(page)).toBeVisible()
}
/** The number of entries, to see that none is left over. */
const entries = (page: Page) => page.evaluate(() => window.history.length)

test('Back closes the camera, then the form with its draft kept, and leaves the page only then', async ({
  shop,
  truck,
}) => {
  const page = shop.page()
  await openTrucks(page)
  await page.getByRole('link', { name: 'Maintenance' }).first().click()
  await openForm(page)
  await pick(form(page), 'Vehicle or asset', truck)
  await form(page).getByLabel('Shop or carrier').fill('Joliet Truck Care')
  await form(page).getByRole('button', { name: 'Take photos' }).click()
  const camera = dialogNamed(page, 'Take photos')
  await expect(camera).toBeVisible()

  await back(page)
  await expect(camera).toHaveCount(0)
  await expect(form(page).getByLabel('Shop or carrier')).toHaveValue('Joliet Truck Care')
  await back(page)
  await expect(form(page)).toHaveCount(0)
  expect(await addressOf(page)).toBe('/maintenance')
  await expect(page.getByRole('heading', { name: 'Maintenance' })).toBeVisible()

  await forward(page)
  await openForm(page)
  await expect(form(page).getByLabel('Shop or carrier')).toHaveValue('Joliet Truck Care')
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(form(page)).toHaveCount(0)
  await back(page)
  await expect.poll(() => addressOf(page)).toBe('/trucks')
})

test('a dialog closed by its button leaves no spare entry, and a reload under a dialog neither', async ({ shop }) => {
  const page = shop.page()
  await openTrucks(page)
  await page.getByRole('link', { name: 'Maintenance' }).first().click()
  await openForm(page)
  await form(page).getByRole('button', { name: 'Close' }).click()
  await expect(form(page)).toHaveCount(0)
  await openForm(page)
  const length = await entries(page)
  await page.reload()
  await expect(form(page)).toHaveCount(0)
  await openForm(page)
  expect(await entries(page)).toBe(length)
  await page.keyboard.press('Escape')
  await expect(form(page)).toHaveCount(0)
  await back(page)
  await expect.poll(() => addressOf(page)).toBe('/trucks')
})

test('Back closes a menu over its list', async ({ shop, truck }) => {
  const page = shop.page()
  await openTrucks(page)
  const status = page.getByRole('button', { name: new RegExp(`Status of .*${truck}`) }).first()
  await status.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await layerEntered(page)
  await back(page)
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(await addressOf(page)).toBe('/trucks')
})

test('a page opened from a dialog goes back to the page below the dialog, once', async ({ shop }) => {
  const page = shop.page()
  await openTrucks(page)
  await page.getByRole('link', { name: 'Maintenance' }).first().click()
  await openForm(page)
  // As a link in a dialog does.
  await page.getByRole('link', { name: 'Drivers', includeHidden: true }).first().dispatchEvent('click')
  await expect.poll(() => addressOf(page)).toBe('/drivers')
  await expect(page.getByRole('heading', { level: 1, name: 'Drivers' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'haulyardLayerOver' in window.history.state)).toBe(false)
  await back(page)
  await expect.poll(() => addressOf(page)).toBe('/maintenance')
  await expect(page.getByRole('heading', { name: 'Maintenance' })).toBeVisible()
})
