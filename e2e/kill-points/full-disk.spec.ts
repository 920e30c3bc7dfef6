import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { copiesOn, effects, madeOnce, neverMade, sent } from '#e2e/support/kill-point.ts'
import { clearHalts, haltAt, reachedHalt } from '#e2e/support/page/halts.ts'
import {
  changesWaiting,
  driverStatus,
  nothingWaits,
  pickDriverStatus,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import { keptChanges } from '#e2e/support/server/unreliable-proxy.ts'

const KEEPING = [
  { what: 'a full disk under the entry', halt: { at: 'store.put', store: 'entries', how: 'full' } },
  { what: 'a full disk under the counter', halt: { at: 'store.put', store: 'meta', how: 'full' } },
  { what: 'a transaction that the browser undoes', halt: { at: 'store.put', store: 'entries', how: 'undo' } },
  { what: 'a full disk under the copy', halt: { at: 'mirror.put', how: 'full' } },
] as const

for (const { what, halt } of KEEPING) {
  test(`K15: ${what} refuses the change aloud, and nothing of it is left`, async ({
    tablet,
    network,
    api,
    subject,
  }) => {
    const page = tablet.page()
    await haltAt(page, halt)
    await pickDriverStatus(page, subject.name, subject.will)
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved' })).toBeVisible()
    await reachedHalt(page)
    await expect(driverStatus(page, subject.name, subject.was)).toBeVisible()
    await nothingWaits(page)
    expect(await copiesOn(page)).toBe(0)
    await neverMade(api, subject)
    expect(network.arrivals().size).toBe(0)

    await setDriverStatus(page, subject.name, subject.will)
    await nothingWaits(page)
    await madeOnce(api, subject)
  })
}

test('K15: a full disk under the mark “sending” leaves the change waiting, and it goes when there is space', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const page = tablet.page()
  await haltAt(page, { at: 'store.put', store: 'entries', state: 'sending', how: 'full', always: true })
  await setDriverStatus(page, subject.name, subject.will)
  await changesWaiting(page, 1)
  await expect.poll(() => page.evaluate(() => window.halts.reached())).toBeGreaterThan(0)
  expect(network.arrivals().size).toBe(0)

  await clearHalts(page)
  await page.getByRole('link', { name: /^Outbox/ }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await nothingWaits(page)
  expect([...network.arrivals().values()]).toEqual([1])
  await madeOnce(api, subject)
})

test('K15: a full disk when the answer is to be written down leaves the change to be sent again, and made once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const page = tablet.page()
  await haltAt(page, { at: 'store.put', store: 'fates', how: 'full', always: true })
  await setDriverStatus(page, subject.name, subject.will)
  await expect.poll(() => page.evaluate(() => window.halts.reached())).toBeGreaterThan(0)
  expect(await effects(api, subject)).toEqual([subject.to])
  await changesWaiting(page, 1)

  await clearHalts(page)
  await page.reload()
  await sent(network, [2])
  await nothingWaits(page)
  await madeOnce(api, subject)
})

test('K15: a full disk when a failure is to be written down loses nothing', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const page = tablet.page()
  network.set('error_500', keptChanges)
  await haltAt(page, { at: 'store.put', store: 'entries', state: 'waiting', how: 'full', skip: 1, always: true })
  await setDriverStatus(page, subject.name, subject.will)
  await expect.poll(() => page.evaluate(() => window.halts.reached())).toBeGreaterThan(0)
  await changesWaiting(page, 1)

  network.set('none')
  await clearHalts(page)
  await page.reload()
  await sent(network, [1])
  await nothingWaits(page)
  await madeOnce(api, subject)
})
