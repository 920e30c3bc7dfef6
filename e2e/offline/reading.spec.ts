import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { waitUntilRemembered } from '#e2e/support/device/local-storage.ts'
import { backdateLastContact } from '#e2e/support/device/sealed-boot.ts'
import { expect } from '#e2e/support/expect.ts'
import { openDriversWith } from '#e2e/support/kill-point.ts'
import {
  changesWaiting,
  driverCard,
  nothingWaits,
  sendHeldChanges,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'

const savedNotice = (page: Page) => page.getByText(/^Saved for offline/)
const notSavedNotice = (page: Page) => page.getByRole('heading', { name: 'Not saved on this device yet' })
/** The requests for the drivers that are stored to their end. The dashboard does not show drivers. */
const STORED_DRIVERS = '/api/drivers/?'
const isPageStream = (call: string) => call.startsWith('GET /api/pages/')
const isListCall = ({ path }: { path: string }) => /^\/api\/(?:drivers|schedule|pages)\//.test(path)

test('pages that were never opened are available offline, and a prefetch that a kill interrupted continues where it stopped', async ({
  emptyBrowser,
  network,
  api,
}) => {
  const [driver] = await api.drivers()
  if (!driver) throw new Error('the demo company has no driver')
  const name = `${driver.user.first_name} ${driver.user.last_name}`
  let page = emptyBrowser.page()
  network.set('hang', isListCall)
  await signIn(page, 'dispatcher', { remember: true })
  await readyForOffline(page)
  await waitUntilRemembered(emptyBrowser)
  page = await emptyBrowser.restart()
  // Without the stream of all lists, the device fetches them one by one.
  network.set('hang', ({ path }) => /^\/api\/(?:schedule|pages)\//.test(path))
  const earlierCalls = network.calls().length
  const callsTo = (path: string) =>
    network
      .calls()
      .slice(earlierCalls)
      .filter((call) => call.startsWith(`GET ${path}`)).length
  await page.goto('/')
  await expect.poll(() => callsTo('/api/schedule/'), { timeout: 40_000 }).toBeGreaterThan(0)
  // The prefetch has fetched the drivers: they come before the schedule, which hangs.
  const driversCalls = callsTo(STORED_DRIVERS)
  expect(driversCalls).toBeGreaterThan(0)
  await emptyBrowser.kill()

  network.set('none')
  await emptyBrowser.relaunch()
  page = emptyBrowser.page()
  await page.goto('/')
  await expect(savedNotice(page)).toBeVisible({ timeout: 30_000 })
  expect(callsTo(STORED_DRIVERS)).toBe(driversCalls)
  // The stream has the lists that are missing, and no other.
  const streamed = new URL(`http://host${network.calls().findLast(isPageStream)?.slice('GET '.length)}`)
  expect(streamed.searchParams.get('lists')).toContain('/api/schedule/')
  expect(streamed.searchParams.get('lists')).not.toContain('/api/drivers/?')

  network.set('down')
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  await page.goto('/schedule?week=1')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await page.goto('/device')
  await expect(savedNotice(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save for offline now' })).toBeDisabled()
})

test('a page on its first visit says within five seconds that the connection hangs, and loads over a slow connection', async ({
  emptyBrowser,
  network,
}) => {
  const page = emptyBrowser.page()
  network.set('hang', isListCall)
  await signIn(page, 'dispatcher')
  await readyForOffline(page)
  network.set('hang', ({ path }) => path.startsWith('/api/'))
  const clickedAt = Date.now()
  await page.getByRole('link', { name: 'Drivers', exact: true }).first().click()
  await expect(notSavedNotice(page)).toBeVisible()
  expect(Date.now() - clickedAt).toBeLessThan(5_000)
  await expect(page.getByText(/^Offline since/)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  network.set('none')
  network.delay(4_000)
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^Offline since/)).toHaveCount(0, { timeout: 30_000 })
})

test('after 14 days without the server nothing can be read until the next sign-in; held changes are then sent when the user says Send', async ({
  emptyBrowser,
  network,
  api,
  subject,
}) => {
  const { driver, name, newStatus, newTitle } = subject
  await signIn(emptyBrowser.page(), 'dispatcher')
  const page = await openDriversWith(emptyBrowser, subject)
  await readyForOffline(page)
  network.set('down')
  await setDriverStatus(page, name, newTitle)
  await changesWaiting(page, 1)
  await backdateLastContact(page, 15 * 24 * 60 * 60_000)
  for (const path of ['/drivers', '/schedule', '/outbox', '/device']) {
    await page.goto(path)
    await expect(page.getByText(/has not reached the server for 14 days/)).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
  }
  await emptyBrowser.context().clearCookies()
  network.set('none')
  await signIn(page, 'dispatcher')
  await sendHeldChanges(page)
  await expect.poll(async () => (await api.driver(driver.id)).current_status, { timeout: 30_000 }).toBe(newStatus)
  await nothingWaits(page)
  expect((await api.driver(driver.id)).version).toBe(driver.version + 1)
})

test('app files that the browser cleared are reported offline and restored online', async ({ scene, network }) => {
  const { page, name } = scene
  const clearAppFiles = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((one) => one.startsWith('workbox-precache'))
      await Promise.all(names.map((one) => caches.delete(one)))
    })
  const countAppFiles = () =>
    page.evaluate(async () => {
      const found = (await caches.keys()).find((one) => one.startsWith('workbox-precache'))
      return found ? (await (await caches.open(found)).keys()).length : 0
    })
  const total = await countAppFiles()
  await clearAppFiles()
  network.set('down')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Haulyard needs a network once' })).toBeVisible()

  network.set('none')
  await page.reload()
  await expect(driverCard(page, name)).toBeVisible()
  // About 170 files, one after the other.
  await expect.poll(countAppFiles, { timeout: 30_000 }).toBe(total)
  network.set('down')
  await page.reload()
  await expect(driverCard(page, name)).toBeVisible()
})
