import type { Page } from '@playwright/test'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { find, listRows, vehiclesOf } from '#e2e/support/company/map.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, nothingWaits, savedForOffline } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'

/** Ids of the demo company’s trucks: the device has stored them, and no other test creates such an id. */
const DEMO_TRUCK_ID = /^10\d\d$/

/** A truck that is on the map, has a driver and was inspected: its id, its number and its last inspection. */
async function findInspectedTruckOnMap(admin: Api) {
  const vehicles = await vehiclesOf(admin)
  const { results } = await admin.get<{ readonly results: readonly Inspection[] }>(
    '/api/maintenance/inspections/?limit=200',
  )
  for (const inspection of results) {
    const vehicle = vehicles.find(({ unit }) => unit?.id === inspection.transport.id)
    if (vehicle?.unit?.driver && DEMO_TRUCK_ID.test(vehicle.unit.id))
      return { id: vehicle.unit.id, number: vehicle.unit.number ?? vehicle.unit.id, inspection }
  }
  throw new Error('no truck of the map was inspected')
}

async function expectNumber(page: Page, { number, title }: { readonly number: string; readonly title: string }) {
  await page.goto('/map')
  await expect(listRows(page, 'Vehicles').first()).toBeVisible()
  await find(page).fill(number)
  await expect(listRows(page, 'Vehicles').first().locator('strong')).toHaveText(number)
  await page.getByRole('tab', { name: 'Drivers', exact: true }).click()
  await expect(listRows(page, 'Drivers').first()).toContainText(`Truck ${number}`)
  await page.goto('/maintenance')
  const line = page.getByRole('article', { name: new RegExp(`^${number}, `) }).first()
  await expect(line).toContainText(title)
  await line.getByRole('button', { name: new RegExp(`^Open ${number}, `) }).click()
  await expect(page.getByRole('dialog').or(page.getByRole('complementary')).first()).toContainText(
    `${number} · ${title}`,
  )
}

test('a renumbered truck shows its new number on the map and in Maintenance, offline and online', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { id, number, inspection } = await findInspectedTruckOnMap(admin)
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
  // Other tests find the truck by its former number.
  expect(await admin.patch(`/api/trucks/${id}/`, { unit_number: number })).toBe(200)
})
