import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { isRemembered } from '#e2e/support/device/local-storage.ts'
import { heardEarlier } from '#e2e/support/device/sealed-boot.ts'
import { expect } from '#e2e/support/expect.ts'
import { drivers } from '#e2e/support/kill-point.ts'
import { changesWaiting, driverCard, nothingWaits, sendKept, setDriverStatus } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'

const saved = (page: Page) => page.getByText(/^Saved for offline/)
const notSaved = (page: Page) => page.getByRole('heading', { name: 'Not saved on this device yet' })
const ofLists = ({ path }: { path: string }) => /^\/api\/(?:drivers|schedule)\//.test(path)

test('views that were never opened are there, and what a kill broke off goes on where it was', async ({
  visitor,
  network,
  api,
}) => {
  const [driver] = await api.drivers()
  if (!driver) throw new Error('the demo company has no driver')
  const name = `${driver.user.first_name} ${driver.user.last_name}`
  let page = visitor.page()
  network.set('hang', ofLists)
  await signIn(page, 'dispatcher', { remember: true })
  await readyForOffline(page)
  await isRemembered(visitor)
  page = await visitor.restart()
  network.set('hang', ({ path }) => path.startsWith('/api/schedule/'))
  const former = network.calls().length
  const calls = (path: string) =>
    network
      .calls()
      .slice(former)
      .filter((call) => call.startsWith(`GET ${path}`)).length
  await page.goto('/')
  await expect.poll(() => calls('/api/schedule/')).toBeGreaterThan(0)
  // Names to pick come behind the schedule; what a driver costs before it.
  const before = calls('/api/drivers/weeks/')
  expect(before).toBeGreaterThan(0)
  await visitor.kill()

  network.set('none')
  await visitor.relaunch()
  page = visitor.page()
  await page.goto('/')
  await expect(saved(page)).toBeVisible({ timeout: 30_000 })
  expect(calls('/api/drivers/weeks/')).toBe(before)

  network.set('down')
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  await page.goto('/schedule?week=1')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await page.goto('/device')
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save for offline now' })).toBeDisabled()
})

test('the first visit over a connection that hangs says so after three seconds, and a slow one is used', async ({
  visitor,
  network,
}) => {
  const page = visitor.page()
  network.set('hang', ofLists)
  await signIn(page, 'dispatcher')
  await readyForOffline(page)
  network.set('hang', ({ path }) => path.startsWith('/api/'))
  const asked = Date.now()
  await page.getByRole('link', { name: 'Drivers', exact: true }).first().click()
  await expect(notSaved(page)).toBeVisible()
  expect(Date.now() - asked).toBeLessThan(5_000)
  await expect(page.getByText(/^Offline since/)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  network.set('none')
  network.delay(4_000)
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^Offline since/)).toHaveCount(0, { timeout: 30_000 })
})

test('after fourteen days without the server nothing can be read until the next sign-in; what waits is sent then, at a word', async ({
  visitor,
  network,
  api,
  subject,
}) => {
  const { driver, name, to, will } = subject
  await signIn(visitor.page(), 'dispatcher')
  const page = await drivers(visitor, subject)
  await readyForOffline(page)
  network.set('down')
  await setDriverStatus(page, name, will)
  await changesWaiting(page, 1)
  await heardEarlier(page, 15 * 24 * 60 * 60_000)
  for (const path of ['/drivers', '/schedule', '/outbox', '/device']) {
    await page.goto(path)
    await expect(page.getByText(/has not reached the server for 14 days/)).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
  }
  await visitor.context().clearCookies()
  network.set('none')
  await signIn(page, 'dispatcher')
  await sendKept(page)
  await expect.poll(async () => (await api.driver(driver.id)).current_status, { timeout: 30_000 }).toBe(to)
  await nothingWaits(page)
  expect((await api.driver(driver.id)).version).toBe(driver.version + 1)
})

test('a browser that clears the app’s files away: said without a network, mended with one', async ({
  scene,
  network,
}) => {
  const { page, name } = scene
  const clear = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((one) => one.startsWith('workbox-precache'))
      await Promise.all(names.map((one) => caches.delete(one)))
    })
  const files = () =>
    page.evaluate(async () => {
      const found = (await caches.keys()).find((one) => one.startsWith('workbox-precache'))
      return found ? (await (await caches.open(found)).keys()).length : 0
    })
  const all = await files()
  await clear()
  network.set('down')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Haulyard needs a network once' })).toBeVisible()

  network.set('none')
  await page.reload()
  await expect(driverCard(page, name)).toBeVisible()
  // Some 170 files, one after the other.
  await expect.poll(files, { timeout: 30_000 }).toBe(all)
  network.set('down')
  await page.reload()
  await expect(driverCard(page, name)).toBeVisible()
})
