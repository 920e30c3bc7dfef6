import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectAppliedOnce, expectNotApplied, killAndReopen, mirrorCopyCount } from '#e2e/support/kill-point.ts'
import { haltAt, reachedHalt } from '#e2e/support/page/halts.ts'
import { changesWaiting, driverStatus, nothingWaits, pickDriverStatus } from '#e2e/support/page/screens.ts'

test('K1: a change that is killed before it is on disk was never shown as saved, and leaves no trace', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const before = tablet.page()
  await haltAt(before, { at: 'store.put', store: 'entries', how: 'hang' })
  await pickDriverStatus(before, subject.name, subject.newTitle)
  await reachedHalt(before)
  await expect(driverStatus(before, subject.name, subject.oldTitle)).toBeVisible()

  const page = await killAndReopen(tablet, subject)
  await page.goto('/outbox')
  // Shown only once both copies were read.
  await expect(page.getByText('Nothing of yours waits on this device')).toBeVisible()
  await expect(page.getByText(/kept on this device .* gone/)).toHaveCount(0)
  await page.goto('/drivers')
  await expect(driverStatus(page, subject.name, subject.oldTitle)).toBeVisible()
  expect(network.arrivals().size).toBe(0)
  await expectNotApplied(api, subject)
})

test('K2: a change that is killed between the database and its copy was not shown as saved, but is applied once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const before = tablet.page()
  await haltAt(before, { at: 'mirror.put', how: 'hang' })
  await pickDriverStatus(before, subject.name, subject.newTitle)
  await reachedHalt(before)
  await expect(driverStatus(before, subject.name, subject.oldTitle)).toBeVisible()
  expect(network.arrivals().size).toBe(0)

  network.set('down')
  const page = await killAndReopen(tablet, subject)
  await expect(driverStatus(page, subject.name, subject.newTitle)).toBeVisible()
  await changesWaiting(page, 1)
  // The change is shown as soon as it is read. Its copy is written before anything is sent.
  await expect.poll(() => mirrorCopyCount(page)).toBe(1)
  network.set('none')
  await nothingWaits(page)
  await expectAppliedOnce(api, subject)
})

test('K3: a change that is killed in both copies, before the screen shows it as saved, is applied once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const before = tablet.page()
  await haltAt(before, { at: 'mirror.put.done', how: 'hang' })
  await pickDriverStatus(before, subject.name, subject.newTitle)
  await reachedHalt(before)
  expect(network.arrivals().size).toBe(0)

  const page = await killAndReopen(tablet, subject)
  await expect(driverStatus(page, subject.name, subject.newTitle)).toBeVisible()
  await nothingWaits(page)
  await expectAppliedOnce(api, subject)
})
