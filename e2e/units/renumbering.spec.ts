import type { Page } from '@playwright/test'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { find, lines, vehiclesOf } from '#e2e/support/company/map.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, nothingWaits, savedForOffline } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'

/** What the demo company's trucks are called: the device has kept them, and no other journey makes one of these. */
const KEPT = /^10\d\d$/

/** A truck that is on the map and was inspected, what it is called, and its last inspection. */
async function inspectedOnTheMap(admin: Api) {
  const vehicles = await vehiclesOf(admin)
  const { results } = await admin.get<{ readonly results: readonly Inspection[] }>(
    '/api/maintenance/inspections/?limit=200',
  )
  for (const inspection of results) {
    const vehicle = vehicles.find(({ unit }) => unit?.id === inspection.transport.id)
    if (vehicle?.unit?.driver && KEPT.test(vehicle.unit.id))
      return { id: vehicle.unit.id, number: vehicle.unit.number ?? vehicle.unit.id, inspection }
  }
  throw new Error('no truck of the map was inspected')
}

async function expectNumber(page: Page, { number, title }: { readonly number: string; readonly title: string }) {
  await page.goto('/map')
  await expect(lines(page, 'Vehicles').first()).toBeVisible()
  await find(page).fill(number)
  await expect(lines(page, 'Vehicles').first().locator('strong')).toHaveText(number)
  await page.getByRole('tab', { name: 'Drivers', exact: true }).click()
  await expect(lines(page, 'Drivers').first()).toContainText(`Truck ${number}`)
  await page.goto('/maintenance')
  const line = page.getByRole('article', { name: new RegExp(`^${number}, `) }).first()
  await expect(line).toContainText(title)
  await line.getByRole('button', { name: new RegExp(`^Open ${number}, `) }).click()
  await expect(page.getByRole('dialog').or(page.getByRole('complementary')).first()).toContainText(
    `${number} · ${title}`,
  )
}

test('a truck that is renumbered has its new number on the map and in Maintenance, without a network and with one', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { id, number, inspection } = await inspectedOnTheMap(admin)
  const title = inspection.transport.title.slice(`${number} · `.length)
  await savedForOffline(page)
  network.set('down')
  await page.goto(`/trucks?find=${number}`)
  const card = page.getByRole('article', { name: `Truck ${number}`, exact: true })
  await card.getByRole('button', { expanded: false, name: /expenses$/ }).click()
  await card.getByRole('button', { name: `Edit Truck ${number}` }).click()
  await page.getByRole('dialog').getByLabel('Unit number', { exact: true }).fill(`${number}77`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await changesWaiting(page, 1)
  await expectNumber(page, { number: `${number}77`, title })
  network.set('none')
  await nothingWaits(page)
  await expectNumber(page, { number: `${number}77`, title })
  // Other journeys know it by the number that it had.
  expect(await admin.patch(`/api/trucks/${id}/`, { unit_number: number })).toBe(200)
})
