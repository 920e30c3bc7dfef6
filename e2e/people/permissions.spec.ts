import type { Page } from '@playwright/test'
import { fullName } from '#contract/wire/people.ts'
import {
  type Colleague,
  EDIT_DRIVERS,
  signInAtDrivers,
  test,
  VIEW_DRIVERS,
  VIEW_SCHEDULE,
} from '#e2e/support/company/colleague.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectListening } from '#e2e/support/live-updates.ts'
import {
  changesWaiting,
  driverCard,
  driverStatus,
  pickDriverStatus,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'

const REFUSAL = 'Permission for drivers view required'
const pageLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })

/** Stored on the device: the areas of responses in the query store, and the paths of the worker’s responses. */
function storedData({
  page,
  id,
}: Colleague): Promise<{ readonly areas: readonly string[]; readonly calls: readonly string[] }> {
  return page.evaluate(async (user) => {
    const open = indexedDB.open(`haulyard-cache-${user}`)
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result)
      open.onerror = () => reject(open.error)
    })
    const keys = db.transaction('answers').objectStore('answers').getAllKeys()
    const hashes = await new Promise<IDBValidKey[]>((resolve, reject) => {
      keys.onsuccess = () => resolve(keys.result)
      keys.onerror = () => reject(keys.error)
    })
    db.close()
    const lists = `lists-v2-${user}`
    const stored = (await caches.has(lists)) ? await (await caches.open(lists)).keys() : []
    const areas = new Set(hashes.map((hash) => String(JSON.parse(String(hash))[0])))
    return { areas: [...areas].sort(), calls: stored.map(({ url }) => new URL(url).pathname) }
  }, id)
}
const expectDriversForgotten = (colleague: Colleague) =>
  expect
    .poll(async () => {
      const { areas, calls } = await storedData(colleague)
      return [areas.includes('drivers'), calls.includes('/api/drivers/'), areas.includes('schedule')]
    })
    .toEqual([false, false, true])

/** Reads the drivers and the schedule, so that the device stores both. */
async function readBothAreas(colleague: Colleague): Promise<void> {
  const { page } = colleague
  await signInAtDrivers(colleague)
  await pageLink(page, 'Schedule').first().click()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  // The service worker now controls the page and stores what the page reads.
  await page.goto('/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect
    .poll(async () => (await storedData(colleague)).areas)
    .toEqual(expect.arrayContaining(['drivers', 'schedule']))
  await expect.poll(async () => (await storedData(colleague)).calls).toContain('/api/drivers/')
}

test('an open app follows an administrator’s changes to the user’s permissions and role without a reload', async ({
  colleague,
  network,
  api,
}) => {
  const { page, change } = colleague
  await readBothAreas(colleague)
  await expectListening(network)
  const [driver] = await api.drivers()
  const name = driver ? fullName(driver.user) : ''
  await expect(page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isStillHere: true }))

  // Only the edit permission is revoked: the drivers stay visible, read-only.
  await change({ user_permissions: [VIEW_DRIVERS, VIEW_SCHEDULE] })
  await expect(page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })).toHaveCount(0)
  await expect(driverCard(page, name)).toBeVisible()

  await change({ user_permissions: [VIEW_SCHEDULE] })
  await expect(page.getByText(REFUSAL)).toBeVisible()
  await expect(pageLink(page, 'Drivers')).toHaveCount(0)
  await expect(pageLink(page, 'Schedule').first()).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  await expectDriversForgotten(colleague)

  await change({ user_permissions: [VIEW_DRIVERS, EDIT_DRIVERS, VIEW_SCHEDULE] })
  await expect(pageLink(page, 'Drivers').first()).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })).toBeVisible()

  await change({ role: 'administrator' })
  await change({ user_permissions: [] })
  await expect(driverCard(page, name)).toBeVisible()
  await change({ role: 'fleet_manager' })
  await expect(page.getByText(REFUSAL)).toBeVisible()
  await expect(pageLink(page, 'Schedule')).toHaveCount(0)
  expect(await page.evaluate(() => 'isStillHere' in window)).toBe(true)
})

test('stored data of an area whose permission was revoked while the app was closed is deleted at the next start', async ({
  colleague,
}) => {
  const { page, change } = colleague
  await readBothAreas(colleague)
  await page.goto('/favicon.svg')
  await change({ user_permissions: [VIEW_SCHEDULE] })
  await page.goto('/schedule')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(pageLink(page, 'Drivers')).toHaveCount(0)
  await expectDriversForgotten(colleague)
})

test('without the event stream, a refused change makes the app notice the lost permission and remove the edit buttons', async ({
  colleague,
  network,
  subject,
}) => {
  const { page, change } = colleague
  const { name, newTitle } = subject
  network.set('error_500', ({ path }) => path.startsWith('/api/events/'))
  await signInAtDrivers(colleague)
  await expect(page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })).toBeVisible()
  await change({ user_permissions: [VIEW_DRIVERS, VIEW_SCHEDULE] })
  await pickDriverStatus(page, name, newTitle)
  await expect(page.getByText('1 change needs your attention.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })).toHaveCount(0)
  await expect(driverCard(page, name)).toBeVisible()
})

test('offline, a page stays as it was after a permission is revoked; online, the area is removed and the waiting change is shown as refused', async ({
  colleague,
  network,
  subject,
}) => {
  const { page, change } = colleague
  const { name, newTitle, driver } = subject
  await readBothAreas(colleague)
  network.set('down')
  await setDriverStatus(page, name, newTitle)
  await changesWaiting(page, 1)
  await change({ user_permissions: [VIEW_SCHEDULE] })
  await page.reload()
  await expect(driverStatus(page, name, newTitle)).toBeVisible()
  expect((await storedData(colleague)).areas).toContain('drivers')

  network.set('none')
  await expect(page.getByText(REFUSAL)).toBeVisible({ timeout: 40_000 })
  await expectDriversForgotten(colleague)
  await pageLink(page, 'Outbox').first().click()
  const waiting = page.getByRole('main')
  await expect(waiting).toContainText(/permission/i)
  await expect(waiting).toContainText(fullName(driver.user))
  await expect(waiting).toContainText(newTitle)
})
