import type { Page } from '@playwright/test'
import type { PersonsBrowser } from '#e2e/support/browser.ts'
import { test } from '#e2e/support/company/yard.ts'
import { tearIndexedDb, wipeCacheStorage, wipeIndexedDb, wipeLocalStorage } from '#e2e/support/device/damage.ts'
import { hasStored } from '#e2e/support/device/local-storage.ts'
import { loseStored } from '#e2e/support/device/stored-entries.ts'
import { expect } from '#e2e/support/expect.ts'
import { copiesOn, drivers, madeOnce, neverMade } from '#e2e/support/kill-point.ts'
import { changesWaiting, driverStatus, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { keptChanges, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import type { Subject } from '#e2e/support/worker.ts'

type Two = readonly [Subject, Subject, ...Subject[]]

/** Two changes are on the device when the browser is gone; the network takes reads only. */
async function leaveTwoWaiting(tablet: PersonsBrowser, network: UnreliableProxy, [first, second]: Two): Promise<void> {
  network.set('down', keptChanges)
  await setDriverStatus(tablet.page(), first.name, first.will)
  await setDriverStatus(tablet.page(), second.name, second.will)
  await changesWaiting(tablet.page(), 2)
}

/** Both are still there, in both places, and are then made once each. */
async function bothAreMade(page: Page, subjects: Two, { network, api }: Pick<World, 'network' | 'api'>): Promise<void> {
  await changesWaiting(page, 2)
  for (const { name, will } of subjects.slice(0, 2)) await expect(driverStatus(page, name, will)).toBeVisible()
  await expect.poll(() => copiesOn(page)).toBe(2)
  await expect(page.getByText(LOSS)).toHaveCount(0)
  network.set('none')
  await nothingWaits(page)
  for (const subject of subjects.slice(0, 2)) await madeOnce(api, subject)
}
interface World {
  readonly network: UnreliableProxy
  readonly api: Parameters<typeof madeOnce>[0]
}
const LOSS = /kept on this device (is|are) gone/

test('K14: a torn write in IndexedDB’s log costs nothing, also not at the second start, which wipes it', async ({
  tablet,
  network,
  api,
  subjects,
}) => {
  await leaveTwoWaiting(tablet, network, subjects)
  await tablet.kill()
  await tearIndexedDb(tablet.profile)
  await tablet.relaunch()
  await changesWaiting(await drivers(tablet, subjects[0]), 2)
  await tablet.kill()
  await tablet.relaunch()
  await bothAreMade(await drivers(tablet, subjects[0]), subjects, { network, api })
})

test('K14: what IndexedDB has lost comes back from the copies', async ({ tablet, network, api, subjects }) => {
  await leaveTwoWaiting(tablet, network, subjects)
  await tablet.kill()
  await wipeIndexedDb(tablet.profile)
  await tablet.relaunch()
  await bothAreMade(await drivers(tablet, subjects[0]), subjects, { network, api })
})

test('K14: what Cache Storage has lost is copied again', async ({ tablet, network, api, subjects }) => {
  await leaveTwoWaiting(tablet, network, subjects)
  await tablet.kill()
  await wipeCacheStorage(tablet.profile)
  await tablet.relaunch()
  await bothAreMade(await drivers(tablet, subjects[0]), subjects, { network, api })
})

test('K14: what both have lost is said, and nothing is made up', async ({ tablet, network, api, subjects }) => {
  await leaveTwoWaiting(tablet, network, subjects)
  // Closed, not killed: what is in localStorage reaches the disk late. Not always then: it must have been there to tell.
  await tablet.close()
  while (!(await hasStored(tablet.profile, ['haulyard-outbox-witness-', '"unsettled":[[1,2]]']))) {
    await tablet.relaunch()
    await changesWaiting(await drivers(tablet, subjects[0]), 2)
    await tablet.close()
  }
  await wipeIndexedDb(tablet.profile)
  await wipeCacheStorage(tablet.profile)
  network.set('none')
  await tablet.relaunch()
  const page = await drivers(tablet, subjects[0])
  await page.goto('/outbox')
  await expect(page.getByText(LOSS)).toContainText('2 changes')
  for (const subject of subjects.slice(0, 2)) await neverMade(api, subject)
  expect(network.arrivals().size).toBe(0)
})

test('K14: what the device has forgotten altogether shows as a gap in the numbers that the server has, and is said', async ({
  tablet,
  network,
  api,
  subjects: [first, second],
}) => {
  const page = tablet.page()
  network.set('error_500', (call) => keptChanges(call) && call.path.endsWith(`/${first.driver.id}/`))
  await setDriverStatus(page, first.name, first.will)
  await setDriverStatus(page, second.name, second.will)
  await changesWaiting(page, 1)
  await madeOnce(api, second)
  await page.goto('/favicon.svg')
  await loseStored(page)

  network.set('none')
  await drivers(tablet, first)
  await page.goto('/outbox')
  await expect(page.getByText(LOSS)).toContainText('1 change', { timeout: 30_000 })
  await neverMade(api, first)
})

test('K14: a device that has lost even the witness begins as a new one, and what it makes then is made once', async ({
  tablet,
  network,
  api,
  subjects,
}) => {
  const [first, second, third] = subjects
  await leaveTwoWaiting(tablet, network, subjects)
  await tablet.close()
  await Promise.all([wipeIndexedDb, wipeCacheStorage, wipeLocalStorage].map((wipe) => wipe(tablet.profile)))
  network.set('none')
  await tablet.relaunch()
  await signIn(tablet.page(), 'dispatcher')
  const page = await drivers(tablet, third)
  await setDriverStatus(page, third.name, third.will)
  await nothingWaits(page)
  await madeOnce(api, third)
  for (const subject of [first, second]) await neverMade(api, subject)
})
