import type { PersonsBrowser } from './browser.ts'
import { expect } from './expect.ts'
import { driverCard } from './page/screens.ts'
import type { Api } from './server/api.ts'
import type { UnreliableProxy } from './server/unreliable-proxy.ts'
import type { Subject } from './worker.ts'

/** Kills the browser and starts it again; the drivers are on screen when this resolves. */
export async function killAndReturn(tablet: PersonsBrowser, subject: Subject): Promise<ReturnType<typeof tablet.page>> {
  await tablet.kill()
  await tablet.relaunch()
  return drivers(tablet, subject)
}

export async function drivers(
  tablet: PersonsBrowser,
  { name }: Pick<Subject, 'name'>,
): Promise<ReturnType<typeof tablet.page>> {
  const page = tablet.page()
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  return page
}

/** The statuses that the server has given to a driver since the test began, oldest first. */
export async function effects(api: Api, { driver }: Subject): Promise<readonly unknown[]> {
  const since = (await api.history('drivers', driver.id)).filter((one) => one.version > driver.version)
  return since.filter((one) => one.field === 'status').map((one) => one.to)
}

/** The server has made the change once, and nothing else. */
export async function madeOnce(api: Api, subject: Subject): Promise<void> {
  await expect.poll(() => effects(api, subject), { timeout: 20_000 }).toEqual([subject.to])
  expect(await api.driver(subject.driver.id)).toMatchObject({
    current_status: subject.to,
    version: subject.driver.version + 1,
  })
}

/** Waits until so many changes have come to the server, each so often. */
export async function sent(network: UnreliableProxy, times: readonly number[]): Promise<void> {
  await expect.poll(() => [...network.arrivals().values()], { timeout: 20_000 }).toEqual(times)
}

export async function neverMade(api: Api, subject: Subject): Promise<void> {
  expect(await effects(api, subject)).toEqual([])
}

/** How many changes have a copy beside the database. */
export function copiesOn(page: ReturnType<PersonsBrowser['page']>): Promise<number> {
  return page.evaluate(async () => {
    const mirrors = (await caches.keys()).filter((name) => name.startsWith('outbox-mirror-'))
    const counts = mirrors.map(async (name) => (await (await caches.open(name)).keys()).length)
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  })
}
