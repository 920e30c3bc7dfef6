import type { UserBrowser } from './browser.ts'
import { expect } from './expect.ts'
import { driverCard } from './page/screens.ts'
import type { Api } from './server/api.ts'
import type { UnreliableProxy } from './server/unreliable-proxy.ts'
import type { Subject } from './worker.ts'

/** Kills the browser, starts it again and opens the drivers. Resolves when the subject's card is visible. */
export async function killAndReopen(tablet: UserBrowser, subject: Subject): Promise<ReturnType<typeof tablet.page>> {
  await tablet.kill()
  await tablet.relaunch()
  return openDriversWith(tablet, subject)
}

/** Opens the drivers and waits for the subject's card. */
export async function openDriversWith(
  tablet: UserBrowser,
  { name }: Pick<Subject, 'name'>,
): Promise<ReturnType<typeof tablet.page>> {
  const page = tablet.page()
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  return page
}

/** The statuses that the server applied to a driver since the test began, oldest first. */
export async function appliedStatuses(api: Api, { driver }: Subject): Promise<readonly unknown[]> {
  const since = (await api.history('drivers', driver.id)).filter((one) => one.version > driver.version)
  return since.filter((one) => one.field === 'status').map((one) => one.to)
}

/** Waits until the server has applied the change. Fails if it applied the change twice or changed anything else. */
export async function expectAppliedOnce(api: Api, subject: Subject): Promise<void> {
  await expect.poll(() => appliedStatuses(api, subject), { timeout: 20_000 }).toEqual([subject.newStatus])
  expect(await api.driver(subject.driver.id)).toMatchObject({
    current_status: subject.newStatus,
    version: subject.driver.version + 1,
  })
}

/** Waits until the server has received as many changes as `times` has numbers, each change that many times. */
export async function expectArrivals(network: UnreliableProxy, times: readonly number[]): Promise<void> {
  await expect.poll(() => [...network.arrivals().values()], { timeout: 20_000 }).toEqual(times)
}

/** Fails if the server has changed the driver's status since the test began. */
export async function expectNotApplied(api: Api, subject: Subject): Promise<void> {
  expect(await appliedStatuses(api, subject)).toEqual([])
}

/** The number of entries in the outbox's mirror. */
export function mirrorCopyCount(page: ReturnType<UserBrowser['page']>): Promise<number> {
  return page.evaluate(async () => {
    const mirrors = (await caches.keys()).filter((name) => name.startsWith('outbox-mirror-'))
    const counts = mirrors.map(async (name) => (await (await caches.open(name)).keys()).length)
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  })
}
