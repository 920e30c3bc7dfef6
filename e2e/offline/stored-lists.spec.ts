import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectListening, setStatus } from '#e2e/support/live-updates.ts'
import { driverStatus, nothingWaits, savedForOffline, setDriverStatus } from '#e2e/support/page/screens.ts'

/** A request for a page of a list that this device stores whole. */
const isStoredPage = (call: string) => /GET \/api\/(drivers|trucks|trailers)\/\?.*limit=250/.test(call)
const isSync = (call: string) => call.startsWith('GET /api/sync/?after=')

test('a colleague’s change reaches a stored list by the event stream, without a request', async ({
  ownScene: { page, driver, name },
  network,
  admin,
}) => {
  await savedForOffline(page)
  await page.goto('/drivers')
  await expect(driverStatus(page, name, 'On The Road')).toBeVisible()
  await expectListening(network)
  // The first change may arrive before the device has requested what it missed: the second one needs no request.
  await setStatus(admin, driver.id, 'firing_process')
  await expect(driverStatus(page, name, 'Firing')).toBeVisible()
  await expect.poll(() => network.calls().filter(isSync).length, { timeout: 10_000 }).toBeGreaterThan(0)
  const before = network.calls().length
  await setStatus(admin, driver.id, 'on_vacation')
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
  expect(network.calls().slice(before)).toEqual([])
  network.set('down')
  const tab = await page.context().newPage()
  await tab.goto('/drivers')
  await expect(driverStatus(tab, name, 'Vacation')).toBeVisible()
})

test('the user’s own change reaches the stored lists without fetching a list', async ({
  ownScene: { page, name },
  network,
}) => {
  await savedForOffline(page)
  await page.goto('/drivers')
  await expect(driverStatus(page, name, 'On The Road')).toBeVisible()
  await expectListening(network)
  const before = network.calls().length
  const since = () => network.calls().slice(before)
  await setDriverStatus(page, name, 'Detention / Layover')
  await nothingWaits(page)
  await expect.poll(() => since().filter(isSync).length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(since().filter(isStoredPage)).toEqual([])
})
