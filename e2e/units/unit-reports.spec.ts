import type { Page } from '@playwright/test'
import { aReport, DEFECT_REPORT, inspectionPanel, inspectionRow } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { expect } from '#e2e/support/expect.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const close = (page: Page) => inspectionPanel(page).getByRole('button', { name: 'Close', exact: true })
const addressOf = (page: Page) => page.evaluate(() => window.location.pathname + window.location.search)

test('a report opened from a truck’s own page returns to the truck when it is closed, also after a reload', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  await aReport(manager, truck, DEFECT_REPORT)
  await page.goto(`/units/truck/${truck}`)
  await part(page, 'Last reports').getByRole('link').first().click()
  await close(page).click()
  await expect(title(page, `Truck ${truck}`)).toBeVisible()
  expect(await addressOf(page)).toBe(`/units/truck/${truck}`)

  // The reason leads to the same report. Escape closes it like its button.
  await part(page, 'Summary').getByRole('link', { name: 'open major defect' }).click()
  await expect(inspectionPanel(page)).toContainText('Cords showing')
  await page.keyboard.press('Escape')
  await expect(title(page, `Truck ${truck}`)).toBeVisible()

  await part(page, 'Open defects').getByRole('link').first().click()
  await page.reload()
  await close(page).click()
  await expect(title(page, `Truck ${truck}`)).toBeVisible()
})

test('a report whose address was opened directly closes to the list, and so does one opened from the list', async ({
  shop,
  manager,
  truck,
}) => {
  const page = shop.page()
  const { id } = await aReport(manager, truck, DEFECT_REPORT)
  await page.goto(`/maintenance?open=${id}`)
  await close(page).click()
  await expect(inspectionPanel(page)).toHaveCount(0)
  await expect.poll(() => addressOf(page)).toBe('/maintenance')

  await page.goto(`/maintenance?vehicles=${truck}`)
  await inspectionRow(page, truck).getByRole('button').first().click()
  // A second tap while the first one goes back must not leave the list too.
  await close(page).dblclick()
  await expect(inspectionPanel(page)).toHaveCount(0)
  await expect.poll(() => addressOf(page)).toContain(`vehicles=`)
  await expect(title(page, 'Maintenance')).toBeVisible()
})
