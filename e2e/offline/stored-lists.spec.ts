import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { setStatus } from '#e2e/support/live-updates.ts'
import { driverStatus, nothingWaits, savedForOffline, setDriverStatus } from '#e2e/support/page/screens.ts'

/** Not the browser's check for a new version of the app. */
const isCall = (call: string) => call.includes(' /api/')

/** The responses that this page has received, not a page before it in the same tab. */
const responsesOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(location.origin, '')))

/** Opens the drivers page and waits until the device has received what it missed before its event stream began. */
async function openDrivers(page: Page): Promise<void> {
  await page.goto('/drivers')
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
  await openDrivers(page)
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
  await openDrivers(page)
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
