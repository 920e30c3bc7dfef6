import { test } from '#e2e/support/company/yard.ts'
import { changeStored, dropStoredFields } from '#e2e/support/device/stored-entries.ts'
import { expect } from '#e2e/support/expect.ts'
import { drivers, effects, madeOnce, neverMade, sent } from '#e2e/support/kill-point.ts'
import { shiftClock } from '#e2e/support/later.ts'
import { newVersionWaits } from '#e2e/support/new-version.ts'
import { changesWaiting, driverStatus, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'
import { keptChanges } from '#e2e/support/server/unreliable-proxy.ts'

const DAY = 24 * 60 * 60_000

test('K13: an update while a change is on its way leaves it made once', async ({ tablet, network, api, subject }) => {
  const page = tablet.page()
  const update = await newVersionWaits(page, network)
  network.set('hold_answer', keptChanges)
  await setDriverStatus(page, subject.name, subject.will)
  await expect.poll(() => network.held()).toBe(1)
  expect(await effects(api, subject)).toEqual([subject.to])

  const reloaded = page.waitForEvent('load')
  await update.click()
  await reloaded
  await expect.poll(() => network.held()).toBe(2)
  network.letGo()
  await nothingWaits(page)
  await expect(update).toHaveCount(0)
  expect([...network.arrivals().values()]).toEqual([2])
  await madeOnce(api, subject)
})

for (const [what, by] of [
  ['a day forward', DAY],
  ['a day back', -DAY],
] as const) {
  test(`K16: a clock that jumps ${what} neither holds up what waits nor changes its order`, async ({
    tablet,
    network,
    api,
    subject,
  }) => {
    const page = tablet.page()
    // Sent once, so that it waits for a moment of the clock as it was.
    network.set('error_500', keptChanges)
    await setDriverStatus(page, subject.name, subject.will)
    await expect.poll(() => network.calls()).toContain(`PATCH /api/drivers/${subject.driver.id}/`)
    await changesWaiting(page, 1)

    await shiftClock(page, by)
    await setDriverStatus(page, subject.name, 'Firing')
    await changesWaiting(page, 2)
    network.set('none')
    await nothingWaits(page)
    expect([...network.arrivals().values()]).toEqual([1, 1])
    expect(await effects(api, subject)).toEqual([subject.to, 'firing_process'])
  })
}

test('K17: a change that an older version of the app has stored is shown, and sent once, by this one', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  network.set('down', keptChanges)
  await setDriverStatus(tablet.page(), subject.name, subject.will)
  await changesWaiting(tablet.page(), 1)
  await tablet.page().goto('/favicon.svg')
  await dropStoredFields(tablet.page(), ['wasSent', 'earlier', 'files', 'revision'])

  const page = await drivers(tablet, subject)
  await expect(driverStatus(page, subject.name, subject.will)).toBeVisible()
  await changesWaiting(page, 1)
  network.set('none')
  await sent(network, [1])
  await nothingWaits(page)
  await madeOnce(api, subject)
})

test('K17: a change of a newer version is kept, said and left alone, until a version comes that knows it', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  network.set('down', keptChanges)
  await setDriverStatus(tablet.page(), subject.name, subject.will)
  await changesWaiting(tablet.page(), 1)
  await tablet.page().goto('/favicon.svg')
  await changeStored(tablet.page(), { commandVersion: 99 })

  network.set('none')
  let page = await drivers(tablet, subject)
  await page.goto('/outbox')
  await expect(page.getByRole('listitem').filter({ hasText: subject.name })).toContainText(/version/i)
  expect(network.arrivals().size).toBe(0)
  await neverMade(api, subject)

  await page.goto('/favicon.svg')
  await changeStored(page, { commandVersion: 1 })
  page = await drivers(tablet, subject)
  await sent(network, [1])
  await nothingWaits(page)
  await madeOnce(api, subject)
})
