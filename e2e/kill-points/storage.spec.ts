import type { Page } from '@playwright/test'
import type { UserBrowser } from '#e2e/support/browser.ts'
import { test } from '#e2e/support/company/yard.ts'
import { tearIndexedDb, wipeCacheStorage, wipeIndexedDb, wipeLocalStorage } from '#e2e/support/device/damage.ts'
import { hasStored } from '#e2e/support/device/local-storage.ts'
import { deleteStoredEntries } from '#e2e/support/device/stored-entries.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectAppliedOnce, expectNotApplied, mirrorCopyCount, openDriversWith } from '#e2e/support/kill-point.ts'
import { changesWaiting, driverStatus, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { isOutboxChange, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import type { Subject } from '#e2e/support/worker.ts'

type TwoSubjects = readonly [Subject, Subject, ...Subject[]]

/** Saves two changes on the device while the network lets only reads through. */
async function saveTwoChanges(
  tablet: UserBrowser,
  network: UnreliableProxy,
  [first, second]: TwoSubjects,
): Promise<void> {
  network.set('down', isOutboxChange)
  await setDriverStatus(tablet.page(), first.name, first.newTitle)
  await setDriverStatus(tablet.page(), second.name, second.newTitle)
  await changesWaiting(tablet.page(), 2)
}

/** Both changes are still in both copies, and each is then applied once. */
async function expectBothAppliedOnce(
  page: Page,
  subjects: TwoSubjects,
  { network, api }: Pick<NetworkAndApi, 'network' | 'api'>,
): Promise<void> {
  await changesWaiting(page, 2)
  for (const { name, newTitle } of subjects.slice(0, 2)) await expect(driverStatus(page, name, newTitle)).toBeVisible()
  await expect.poll(() => mirrorCopyCount(page)).toBe(2)
  await expect(page.getByText(LOSS)).toHaveCount(0)
  network.set('none')
  await nothingWaits(page)
  for (const subject of subjects.slice(0, 2)) await expectAppliedOnce(api, subject)
}
interface NetworkAndApi {
  readonly network: UnreliableProxy
  readonly api: Parameters<typeof expectAppliedOnce>[0]
}
const LOSS = /kept on this device (is|are) gone/

test('K14: a torn write in IndexedDB’s log loses nothing, not even at the second start, which wipes the database', async ({
  tablet,
  network,
  api,
  subjects,
}) => {
  await saveTwoChanges(tablet, network, subjects)
  await tablet.kill()
  await tearIndexedDb(tablet.profile)
  await tablet.relaunch()
  await changesWaiting(await openDriversWith(tablet, subjects[0]), 2)
  await tablet.kill()
  await tablet.relaunch()
  await expectBothAppliedOnce(await openDriversWith(tablet, subjects[0]), subjects, { network, api })
})

test('K14: entries lost from IndexedDB are restored from the copies', async ({ tablet, network, api, subjects }) => {
  await saveTwoChanges(tablet, network, subjects)
  await tablet.kill()
  await wipeIndexedDb(tablet.profile)
  await tablet.relaunch()
  await expectBothAppliedOnce(await openDriversWith(tablet, subjects[0]), subjects, { network, api })
})

test('K14: copies lost from Cache Storage are written again', async ({ tablet, network, api, subjects }) => {
  await saveTwoChanges(tablet, network, subjects)
  await tablet.kill()
  await wipeCacheStorage(tablet.profile)
  await tablet.relaunch()
  await expectBothAppliedOnce(await openDriversWith(tablet, subjects[0]), subjects, { network, api })
})

test('K14: changes lost from both stores are reported as lost, and the server receives nothing', async ({
  tablet,
  network,
  api,
  subjects,
}) => {
  await saveTwoChanges(tablet, network, subjects)
  // Closed, not killed: localStorage reaches the disk late, and not always even at a close. Only the loss marker on
  // disk can reveal the loss.
  await tablet.close()
  while (!(await hasStored(tablet.profile, ['haulyard-outbox-witness-', '"unsettled":[[1,2]]']))) {
    await tablet.relaunch()
    await changesWaiting(await openDriversWith(tablet, subjects[0]), 2)
    await tablet.close()
  }
  await wipeIndexedDb(tablet.profile)
  await wipeCacheStorage(tablet.profile)
  network.set('none')
  await tablet.relaunch()
  const page = await openDriversWith(tablet, subjects[0])
  await page.goto('/outbox')
  await expect(page.getByText(LOSS)).toContainText('2 changes')
  for (const subject of subjects.slice(0, 2)) await expectNotApplied(api, subject)
  expect(network.arrivals().size).toBe(0)
})

test('K14: a change that the device has forgotten entirely shows as a gap in the server’s sequence numbers and is reported', async ({
  tablet,
  network,
  api,
  subjects: [first, second],
}) => {
  const page = tablet.page()
  network.set('error_500', (call) => isOutboxChange(call) && call.path.endsWith(`/${first.driver.id}/`))
  await setDriverStatus(page, first.name, first.newTitle)
  await setDriverStatus(page, second.name, second.newTitle)
  await changesWaiting(page, 1)
  await expectAppliedOnce(api, second)
  await page.goto('/favicon.svg')
  await deleteStoredEntries(page)

  network.set('none')
  await openDriversWith(tablet, first)
  await page.goto('/outbox')
  await expect(page.getByText(LOSS)).toContainText('1 change', { timeout: 30_000 })
  await expectNotApplied(api, first)
})

test('K14: a device that has lost even the loss marker starts as a new one, and its next change is applied once', async ({
  tablet,
  network,
  api,
  subjects,
}) => {
  const [first, second, third] = subjects
  await saveTwoChanges(tablet, network, subjects)
  await tablet.close()
  await Promise.all([wipeIndexedDb, wipeCacheStorage, wipeLocalStorage].map((wipe) => wipe(tablet.profile)))
  network.set('none')
  await tablet.relaunch()
  await signIn(tablet.page(), 'dispatcher')
  const page = await openDriversWith(tablet, third)
  await setDriverStatus(page, third.name, third.newTitle)
  await nothingWaits(page)
  await expectAppliedOnce(api, third)
  for (const subject of [first, second]) await expectNotApplied(api, subject)
})
