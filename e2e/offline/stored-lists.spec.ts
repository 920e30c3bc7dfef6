import type { Page } from '@playwright/test'
import { weekOnScreen } from '#e2e/support/company/week.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { setStatus } from '#e2e/support/live-updates.ts'
import { driverStatus, nothingWaits, savedForOffline, setDay, setDriverStatus } from '#e2e/support/page/screens.ts'

/** Not the browser's check for a new version of the app. */
const isCall = (call: string) => call.includes(' /api/')

/** The responses that this page has received, not a page before it in the same tab. */
const responsesOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(location.origin, '')))

/** Opens a page and waits until the device has received what it missed before its event stream began. */
async function openUpToDate(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect
    .poll(async () => (await responsesOf(page)).some((path) => path.startsWith('/api/sync/?after=')), {
      timeout: 20_000,
    })
    .toBe(true)
}

test('a colleague’s change reaches a stored list by the event stream, without a request', async ({
  ownScene: { page, driver, name },
  network,
  admin,
}) => {
  await savedForOffline(page)
  await openUpToDate(page, '/drivers')
  await expect(driverStatus(page, name, 'On The Road')).toBeVisible()
  const before = network.calls().length
  await setStatus(admin, driver.id, 'on_vacation')
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
  expect(network.calls().slice(before).filter(isCall)).toEqual([])
  network.set('down')
  const tab = await page.context().newPage()
  await tab.goto('/drivers')
  await expect(driverStatus(tab, name, 'Vacation')).toBeVisible()
})

test('the user’s own change is shown and settled by its own response, without a further request', async ({
  ownScene: { page, driver, name },
  network,
  admin,
}) => {
  await savedForOffline(page)
  await openUpToDate(page, '/drivers')
  await expect(driverStatus(page, name, 'On The Road')).toBeVisible()
  const before = network.calls().length
  await setDriverStatus(page, name, 'Detention / Layover')
  await nothingWaits(page)
  // A settled change hides no later one of a colleague.
  await setStatus(admin, driver.id, 'on_vacation')
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
  expect(network.calls().slice(before).filter(isCall)).toEqual([`PATCH /api/drivers/${driver.id}/`])
  network.set('down')
  const tab = await page.context().newPage()
  await tab.goto('/drivers')
  await expect(driverStatus(tab, name, 'Vacation')).toBeVisible()
})

test('a colleague’s day reaches the schedule on screen and on the device without a request, and so does the user’s own', async ({
  ownScene: { page },
  network,
  admin,
}) => {
  await savedForOffline(page)
  await openUpToDate(page, '/schedule?tab=edit')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  const { cell, dates, drivers } = await weekOnScreen(page)
  const [date, driver] = [dates[2], drivers[0]]
  const planned = cell(0, 2)
  const before = network.calls().length
  const days = [{ date, status: 'detention__layover', description: 'Dock 9 at noon' }]
  expect(await admin.post('/api/schedule/days/', { driver, days })).toBe(200)
  await expect(planned).toContainText('Dock 9 at noon')
  expect(network.calls().slice(before).filter(isCall)).toEqual([])
  await setDay(page, cell(0, 3), 'Vacation', 'Back on Monday')
  await nothingWaits(page)
  // A new day or a planned one: both are one call.
  const own = [expect.stringMatching(/^(POST|PATCH) \/api\/schedule\//)]
  expect(network.calls().slice(before).filter(isCall)).toEqual(own)
  network.set('down')
  const tab = await page.context().newPage()
  await tab.goto('/schedule?tab=edit')
  const stored = (column: number) => tab.locator(`[role=gridcell][data-driver="${driver}"][data-column="${column}"]`)
  await expect(stored(2)).toContainText('Dock 9 at noon')
  await expect(stored(3)).toContainText('Back on Monday')
})
