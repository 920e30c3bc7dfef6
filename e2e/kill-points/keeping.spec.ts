import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { copiesOn, killAndReturn, madeOnce, neverMade } from '#e2e/support/kill-point.ts'
import { haltAt, reachedHalt } from '#e2e/support/page/halts.ts'
import { changesWaiting, driverStatus, nothingWaits, pickDriverStatus } from '#e2e/support/page/screens.ts'

test('K1: a change that died before it was on disk was never called kept, and is nowhere', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const before = tablet.page()
  await haltAt(before, { at: 'store.put', store: 'entries', how: 'hang' })
  await pickDriverStatus(before, subject.name, subject.will)
  await reachedHalt(before)
  await expect(driverStatus(before, subject.name, subject.was)).toBeVisible()

  const page = await killAndReturn(tablet, subject)
  await page.goto('/outbox')
  // Said only once both copies have been read.
  await expect(page.getByText('Nothing of yours waits on this device')).toBeVisible()
  await expect(page.getByText(/kept on this device .* gone/)).toHaveCount(0)
  await page.goto('/drivers')
  await expect(driverStatus(page, subject.name, subject.was)).toBeVisible()
  expect(network.arrivals().size).toBe(0)
  await neverMade(api, subject)
})

test('K2: a change that died between the disk and its copy was not called kept, yet is sent, once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const before = tablet.page()
  await haltAt(before, { at: 'mirror.put', how: 'hang' })
  await pickDriverStatus(before, subject.name, subject.will)
  await reachedHalt(before)
  await expect(driverStatus(before, subject.name, subject.was)).toBeVisible()
  expect(network.arrivals().size).toBe(0)

  network.set('down')
  const page = await killAndReturn(tablet, subject)
  await expect(driverStatus(page, subject.name, subject.will)).toBeVisible()
  await changesWaiting(page, 1)
  // It is shown as soon as it is read; the copy is made before anything is sent.
  await expect.poll(() => copiesOn(page)).toBe(1)
  network.set('none')
  await nothingWaits(page)
  await madeOnce(api, subject)
})

test('K3: a change that is in both places, and died before the screen said so, is sent once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const before = tablet.page()
  await haltAt(before, { at: 'mirror.put.done', how: 'hang' })
  await pickDriverStatus(before, subject.name, subject.will)
  await reachedHalt(before)
  expect(network.arrivals().size).toBe(0)

  const page = await killAndReturn(tablet, subject)
  await expect(driverStatus(page, subject.name, subject.will)).toBeVisible()
  await nothingWaits(page)
  await madeOnce(api, subject)
})
