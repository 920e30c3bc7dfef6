import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import {
  appliedStatuses,
  expectAppliedOnce,
  expectArrivals,
  expectNotApplied,
  mirrorCopyCount,
} from '#e2e/support/kill-point.ts'
import { clearHalts, haltAt, reachedHalt } from '#e2e/support/page/halts.ts'
import {
  changesWaiting,
  driverStatus,
  nothingWaits,
  pickDriverStatus,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'

/** In the page: the number of responses that it stores to read. */
async function storedResponses(): Promise<number> {
  const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.startsWith('haulyard-cache-')) ?? {}
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const opening = indexedDB.open(name)
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const counting = opening.result.transaction('uses').objectStore('uses').count()
    counting.onsuccess = () => {
      opening.result.close()
      resolve(counting.result)
    }
  }
  return promise
}

/** `writes`: how many fail. On a full disk all is tried once more after stored responses have given way. */
const FAILED_SAVES = [
  {
    what: 'a full disk while the entry is written',
    halt: { at: 'store.put', store: 'entries', how: 'full', always: true },
    writes: 2,
  },
  {
    what: 'a full disk while the counter is written',
    halt: { at: 'store.put', store: 'meta', how: 'full', always: true },
    // Each try writes the counter and the generation.
    writes: 4,
  },
  {
    what: 'a transaction that the browser aborts',
    halt: { at: 'store.put', store: 'entries', how: 'undo' },
    writes: 1,
  },
  {
    what: 'a full disk while the copy is written',
    halt: { at: 'mirror.put', how: 'full', always: true },
    writes: 2,
  },
] as const

for (const { what, halt, writes } of FAILED_SAVES) {
  test(`K15: ${what} rejects the change with a message, and nothing of the change remains`, async ({
    tablet,
    network,
    api,
    subject,
  }) => {
    const page = tablet.page()
    await haltAt(page, halt)
    await pickDriverStatus(page, subject.name, subject.newTitle)
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved' })).toBeVisible()
    await reachedHalt(page, writes)
    await expect(driverStatus(page, subject.name, subject.oldTitle)).toBeVisible()
    await nothingWaits(page)
    expect(await mirrorCopyCount(page)).toBe(0)
    await expectNotApplied(api, subject)
    expect(network.arrivals().size).toBe(0)

    await clearHalts(page)
    await setDriverStatus(page, subject.name, subject.newTitle)
    await nothingWaits(page)
    await expectAppliedOnce(api, subject)
  })
}

const GIVEN_WAY = [
  { what: 'the entry', halt: { at: 'store.put', store: 'entries', how: 'full' } },
  { what: 'the counter', halt: { at: 'store.put', store: 'meta', how: 'full' } },
  { what: 'the copy', halt: { at: 'mirror.put', how: 'full' } },
] as const

for (const { what, halt } of GIVEN_WAY) {
  test(`K15: on a full disk, stored responses give way while ${what} is written, and the change is applied once`, async ({
    tablet,
    network,
    api,
    subject,
  }) => {
    const page = tablet.page()
    await expect.poll(() => page.evaluate(storedResponses)).toBeGreaterThan(3)
    const before = await page.evaluate(storedResponses)
    network.set('down')
    await haltAt(page, halt)
    await setDriverStatus(page, subject.name, subject.newTitle)
    await reachedHalt(page)
    await changesWaiting(page, 1)
    expect(await page.evaluate(storedResponses)).toBeLessThan(before)
    expect(await mirrorCopyCount(page)).toBe(1)

    network.set('none')
    await nothingWaits(page)
    expect([...network.arrivals().values()]).toEqual([1])
    await expectAppliedOnce(api, subject)
  })
}

test('K15: a full disk when “sending” is stored leaves the change waiting, and it is sent once there is space', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const page = tablet.page()
  await haltAt(page, { at: 'store.put', store: 'entries', state: 'sending', how: 'full', always: true })
  await setDriverStatus(page, subject.name, subject.newTitle)
  await changesWaiting(page, 1)
  await expect.poll(() => page.evaluate(() => window.halts.reached())).toBeGreaterThan(0)
  expect(network.arrivals().size).toBe(0)

  await clearHalts(page)
  await page.getByRole('link', { name: /^Outbox/ }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await nothingWaits(page)
  expect([...network.arrivals().values()]).toEqual([1])
  await expectAppliedOnce(api, subject)
})

test('K15: a full disk when the response is stored leaves the change to be sent again, and it is applied once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const page = tablet.page()
  await haltAt(page, { at: 'store.put', store: 'fates', how: 'full', always: true })
  await setDriverStatus(page, subject.name, subject.newTitle)
  await expect.poll(() => page.evaluate(() => window.halts.reached())).toBeGreaterThan(0)
  expect(await appliedStatuses(api, subject)).toEqual([subject.newStatus])
  await changesWaiting(page, 1)

  await clearHalts(page)
  await page.reload()
  await expectArrivals(network, [2])
  await nothingWaits(page)
  await expectAppliedOnce(api, subject)
})

test('K15: a full disk when a failure is stored loses nothing', async ({ tablet, network, api, subject }) => {
  const page = tablet.page()
  network.set('error_500', isOutboxChange)
  await haltAt(page, { at: 'store.put', store: 'entries', state: 'waiting', how: 'full', skip: 1, always: true })
  await setDriverStatus(page, subject.name, subject.newTitle)
  await expect.poll(() => page.evaluate(() => window.halts.reached())).toBeGreaterThan(0)
  await changesWaiting(page, 1)

  network.set('none')
  await clearHalts(page)
  await page.reload()
  await expectArrivals(network, [1])
  await nothingWaits(page)
  await expectAppliedOnce(api, subject)
})
