import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import {
  appliedStatuses,
  expectAppliedOnce,
  expectArrivals,
  expectNotApplied,
  killAndReopen,
  mirrorCopyCount,
} from '#e2e/support/kill-point.ts'
import { haltAt, reachedHalt } from '#e2e/support/page/halts.ts'
import { driverStatus, nothingWaits, pickDriverStatus, setDriverStatus } from '#e2e/support/page/screens.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'

test('K4: a change that is killed just before it is sent is sent once', async ({ tablet, network, api, subject }) => {
  await haltAt(tablet.page(), { at: 'send', how: 'hang' })
  await pickDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await reachedHalt(tablet.page())
  expect(network.arrivals().size).toBe(0)

  const page = await killAndReopen(tablet, subject)
  await expectArrivals(network, [1])
  await nothingWaits(page)
  await expectAppliedOnce(api, subject)
})

test('K5: a change that was sent but that the server had not begun is sent again and applied once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  network.set('hang', isOutboxChange)
  await setDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await expect.poll(() => network.calls()).toContain(`PATCH /api/drivers/${subject.driver.id}/`)
  await expectNotApplied(api, subject)

  await tablet.kill()
  network.set('none')
  await tablet.relaunch()
  await tablet.page().goto('/drivers')
  await expectArrivals(network, [1])
  await nothingWaits(tablet.page())
  await expectAppliedOnce(api, subject)
})

test('K6: a change whose response is lost when the browser dies is sent again and applied once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  network.set('hold_answer', isOutboxChange)
  await setDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await expect.poll(() => network.heldResponseCount()).toBe(1)
  expect(await appliedStatuses(api, subject)).toEqual([subject.newStatus])

  await tablet.kill()
  network.set('none')
  await tablet.relaunch()
  await tablet.page().goto('/drivers')
  await expectArrivals(network, [2])
  await nothingWaits(tablet.page())
  await expectAppliedOnce(api, subject)
})

test('K6: with responses cut for three tabs, each change is applied once, and every tab shows it', async ({
  tablet,
  network,
  api,
  subjects,
}) => {
  const context = tablet.context()
  const pages = [tablet.page(), await context.newPage(), await context.newPage()] as const
  await Promise.all(pages.slice(1).map((page) => page.goto('/drivers')))
  network.set('cut_after_commit', isOutboxChange)
  for (const [at, subject] of subjects.entries())
    await setDriverStatus(pages[at] ?? pages[0], subject.name, subject.newTitle)
  await expect.poll(() => network.arrivals().size, { timeout: 20_000 }).toBeGreaterThan(0)

  network.set('none')
  await Promise.all(pages.map(nothingWaits))
  expect(network.arrivals().size).toBe(3)
  for (const subject of subjects) {
    await expectAppliedOnce(api, subject)
    for (const page of pages) await expect(driverStatus(page, subject.name, subject.newTitle)).toBeVisible()
  }
})

test('K7: a response that was read but not stored is requested again, and the change is applied once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  await haltAt(tablet.page(), { at: 'send.answered', how: 'hang' })
  await setDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await reachedHalt(tablet.page())
  expect(await appliedStatuses(api, subject)).toEqual([subject.newStatus])

  const page = await killAndReopen(tablet, subject)
  await expectArrivals(network, [2])
  await nothingWaits(page)
  await expectAppliedOnce(api, subject)
})

test('K7: a kill within the transaction that settles a change leaves the change to be sent again, and it is applied once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  await haltAt(tablet.page(), { at: 'store.put', store: 'fates', state: 'done', how: 'hang' })
  await setDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await reachedHalt(tablet.page())

  const page = await killAndReopen(tablet, subject)
  await expectArrivals(network, [2])
  await nothingWaits(page)
  await expectAppliedOnce(api, subject)
})

test('K8: the copy of a settled change that a kill left behind is swept, and not sent', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  await haltAt(tablet.page(), { at: 'mirror.delete', how: 'hang' })
  await setDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await reachedHalt(tablet.page())
  expect(await mirrorCopyCount(tablet.page())).toBe(1)

  const page = await killAndReopen(tablet, subject)
  await nothingWaits(page)
  await expect.poll(() => mirrorCopyCount(page)).toBe(0)
  expect([...network.arrivals().values()]).toEqual([1])
  await expectAppliedOnce(api, subject)
})
