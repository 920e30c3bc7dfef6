import type { Page } from '@playwright/test'
import { fullName } from '#contract/wire/people.ts'
import {
  atTheDrivers,
  type Colleague,
  EDIT_DRIVERS,
  test,
  VIEW_DRIVERS,
  VIEW_SCHEDULE,
} from '#e2e/support/company/colleague.ts'
import { expect } from '#e2e/support/expect.ts'
import { listens } from '#e2e/support/news.ts'
import {
  changesWaiting,
  driverCard,
  driverStatus,
  pickDriverStatus,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'

const REFUSAL = 'Permission for drivers view required'
const menu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })

/** What the device keeps of the server's answers: what each is about, and the calls of which the worker has the answer. */
function keptBy({
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
const forgetsDrivers = (colleague: Colleague) =>
  expect
    .poll(async () => {
      const { areas, calls } = await keptBy(colleague)
      return [areas.includes('drivers'), calls.includes('/api/drivers/'), areas.includes('schedule')]
    })
    .toEqual([false, false, true])

/** Both areas have been read, so that both are kept. */
async function hasReadBoth(colleague: Colleague): Promise<void> {
  const { page } = colleague
  await atTheDrivers(colleague)
  await menu(page, 'Schedule').first().click()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  // By now the worker serves this page, and keeps what is read.
  await page.goto('/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect
    .poll(async () => (await keptBy(colleague)).areas)
    .toEqual(expect.arrayContaining(['drivers', 'schedule']))
  await expect.poll(async () => (await keptBy(colleague)).calls).toContain('/api/drivers/')
}

test('an open app follows what an administrator changes about the person, without a reload', async ({
  colleague,
  network,
  api,
}) => {
  const { page, change } = colleague
  await hasReadBoth(colleague)
  await listens(network)
  const [driver] = await api.drivers()
  const name = driver ? fullName(driver.user) : ''
  await expect(page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isStillHere: true }))

  // What may be looked at, but not changed any more.
  await change({ user_permissions: [VIEW_DRIVERS, VIEW_SCHEDULE] })
  await expect(page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })).toHaveCount(0)
  await expect(driverCard(page, name)).toBeVisible()

  await change({ user_permissions: [VIEW_SCHEDULE] })
  await expect(page.getByText(REFUSAL)).toBeVisible()
  await expect(menu(page, 'Drivers')).toHaveCount(0)
  await expect(menu(page, 'Schedule').first()).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  await forgetsDrivers(colleague)

  await change({ user_permissions: [VIEW_DRIVERS, EDIT_DRIVERS, VIEW_SCHEDULE] })
  await expect(menu(page, 'Drivers').first()).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })).toBeVisible()

  await change({ role: 'administrator' })
  await change({ user_permissions: [] })
  await expect(driverCard(page, name)).toBeVisible()
  await change({ role: 'fleet_manager' })
  await expect(page.getByText(REFUSAL)).toBeVisible()
  await expect(menu(page, 'Schedule')).toHaveCount(0)
  expect(await page.evaluate(() => 'isStillHere' in window)).toBe(true)
})

test('what was lost while nobody was there to hear of it goes at the next start', async ({ colleague }) => {
  const { page, change } = colleague
  await hasReadBoth(colleague)
  await page.goto('/favicon.svg')
  await change({ user_permissions: [VIEW_SCHEDULE] })
  await page.goto('/schedule')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(menu(page, 'Drivers')).toHaveCount(0)
  await forgetsDrivers(colleague)
})

test('without the server’s word of it a refused change makes the app ask, and its buttons go', async ({
  colleague,
  network,
  subject,
}) => {
  const { page, change } = colleague
  const { name, will } = subject
  network.set('error_500', ({ path }) => path.startsWith('/api/events/'))
  await atTheDrivers(colleague)
  await expect(page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })).toBeVisible()
  await change({ user_permissions: [VIEW_DRIVERS, VIEW_SCHEDULE] })
  await pickDriverStatus(page, name, will)
  await expect(page.getByText('1 change could not be sent as it is.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })).toHaveCount(0)
  await expect(driverCard(page, name)).toBeVisible()
})

test('without a network the page stays as it was; then the area goes, and what waits is refused for all to see', async ({
  colleague,
  network,
  subject,
}) => {
  const { page, change } = colleague
  const { name, will, driver } = subject
  await hasReadBoth(colleague)
  network.set('down')
  await setDriverStatus(page, name, will)
  await changesWaiting(page, 1)
  await change({ user_permissions: [VIEW_SCHEDULE] })
  await page.reload()
  await expect(driverStatus(page, name, will)).toBeVisible()
  expect((await keptBy(colleague)).areas).toContain('drivers')

  network.set('none')
  await expect(page.getByText(REFUSAL)).toBeVisible({ timeout: 40_000 })
  await forgetsDrivers(colleague)
  await menu(page, 'Outbox').first().click()
  const waiting = page.getByRole('main')
  await expect(waiting).toContainText(/permission/i)
  await expect(waiting).toContainText(fullName(driver.user))
  await expect(waiting).toContainText(will)
})
