import { test } from '#e2e/support/company/yard.ts'
import { dropStoredFields, setStoredFields } from '#e2e/support/device/stored-entries.ts'
import { expect } from '#e2e/support/expect.ts'
import {
  appliedStatuses,
  expectAppliedOnce,
  expectArrivals,
  expectNotApplied,
  openDriversWith,
} from '#e2e/support/kill-point.ts'
import { offerNewVersion } from '#e2e/support/new-version.ts'
import { changesWaiting, driverStatus, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'
import { shiftClock } from '#e2e/support/page-clock.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'

const DAY = 24 * 60 * 60_000

test('K13: a change in flight during an update is applied once', async ({ tablet, network, api, subject }) => {
  const page = tablet.page()
  const update = await offerNewVersion(page, network)
  network.set('hold_answer', isOutboxChange)
  await setDriverStatus(page, subject.name, subject.newTitle)
  await expect.poll(() => network.heldResponseCount()).toBe(1)
  expect(await appliedStatuses(api, subject)).toEqual([subject.newStatus])

  const reloaded = page.waitForEvent('load')
  await update.click()
  await reloaded
  await expect.poll(() => network.heldResponseCount()).toBe(2)
  network.deliverHeldResponses()
  await nothingWaits(page)
  await expect(update).toHaveCount(0)
  expect([...network.arrivals().values()]).toEqual([2])
  await expectAppliedOnce(api, subject)
})

for (const [what, by] of [
  ['a day forward', DAY],
  ['a day back', -DAY],
] as const) {
  test(`K16: a clock that jumps ${what} neither delays the waiting changes nor reorders them`, async ({
    tablet,
    network,
    api,
    subject,
  }) => {
    const page = tablet.page()
    // Sent once, so that the next try is due at a time of the unshifted clock.
    network.set('error_500', isOutboxChange)
    await setDriverStatus(page, subject.name, subject.newTitle)
    await expect.poll(() => network.calls()).toContain(`PATCH /api/drivers/${subject.driver.id}/`)
    await changesWaiting(page, 1)

    await shiftClock(page, by)
    await setDriverStatus(page, subject.name, 'Firing')
    await changesWaiting(page, 2)
    network.set('none')
    await nothingWaits(page)
    expect([...network.arrivals().values()]).toEqual([1, 1])
    expect(await appliedStatuses(api, subject)).toEqual([subject.newStatus, 'firing_process'])
  })
}

test('K17: a change that an older version of the app stored is shown, and sent once, by this version', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  network.set('down', isOutboxChange)
  await setDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await changesWaiting(tablet.page(), 1)
  await tablet.page().goto('/favicon.svg')
  await dropStoredFields(tablet.page(), ['wasSent', 'earlier', 'files', 'revision'])

  const page = await openDriversWith(tablet, subject)
  await expect(driverStatus(page, subject.name, subject.newTitle)).toBeVisible()
  await changesWaiting(page, 1)
  network.set('none')
  await expectArrivals(network, [1])
  await nothingWaits(page)
  await expectAppliedOnce(api, subject)
})

test('K17: a change of a newer version is kept, reported and left alone until a version that knows it is opened', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  network.set('down', isOutboxChange)
  await setDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await changesWaiting(tablet.page(), 1)
  await tablet.page().goto('/favicon.svg')
  await setStoredFields(tablet.page(), { commandVersion: 99 })

  network.set('none')
  let page = await openDriversWith(tablet, subject)
  await page.goto('/outbox')
  await expect(page.getByRole('listitem').filter({ hasText: subject.name })).toContainText(/version/i)
  expect(network.arrivals().size).toBe(0)
  await expectNotApplied(api, subject)

  await page.goto('/favicon.svg')
  await setStoredFields(page, { commandVersion: 1 })
  page = await openDriversWith(tablet, subject)
  await expectArrivals(network, [1])
  await nothingWaits(page)
  await expectAppliedOnce(api, subject)
})
