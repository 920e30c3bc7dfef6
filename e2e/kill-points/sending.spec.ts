import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { copiesOn, effects, killAndReturn, madeOnce, neverMade, sent } from '#e2e/support/kill-point.ts'
import { haltAt, reachedHalt } from '#e2e/support/page/halts.ts'
import { driverStatus, nothingWaits, pickDriverStatus, setDriverStatus } from '#e2e/support/page/screens.ts'
import { keptChanges } from '#e2e/support/server/unreliable-proxy.ts'

test('K4: a change that died as it was about to be sent is sent once', async ({ tablet, network, api, subject }) => {
  await haltAt(tablet.page(), { at: 'send', how: 'hang' })
  await pickDriverStatus(tablet.page(), subject.name, subject.will)
  await reachedHalt(tablet.page())
  expect(network.arrivals().size).toBe(0)

  const page = await killAndReturn(tablet, subject)
  await sent(network, [1])
  await nothingWaits(page)
  await madeOnce(api, subject)
})

test('K5: a change that was sent, and that the server had not begun, is sent again and made once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  network.set('hang', keptChanges)
  await setDriverStatus(tablet.page(), subject.name, subject.will)
  await expect.poll(() => network.calls()).toContain(`PATCH /api/drivers/${subject.driver.id}/`)
  await neverMade(api, subject)

  await tablet.kill()
  network.set('none')
  await tablet.relaunch()
  await tablet.page().goto('/drivers')
  await sent(network, [1])
  await nothingWaits(tablet.page())
  await madeOnce(api, subject)
})

test('K6: a change that the server has made, and whose answer was cut by the death of the browser, is made once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  network.set('hold_answer', keptChanges)
  await setDriverStatus(tablet.page(), subject.name, subject.will)
  await expect.poll(() => network.held()).toBe(1)
  expect(await effects(api, subject)).toEqual([subject.to])

  await tablet.kill()
  network.set('none')
  await tablet.relaunch()
  await tablet.page().goto('/drivers')
  await sent(network, [2])
  await nothingWaits(tablet.page())
  await madeOnce(api, subject)
})

test('K6: answers that are cut for three tabs leave each change made once, and every tab says so', async ({
  tablet,
  network,
  api,
  subjects,
}) => {
  const context = tablet.context()
  const pages = [tablet.page(), await context.newPage(), await context.newPage()] as const
  await Promise.all(pages.slice(1).map((page) => page.goto('/drivers')))
  network.set('cut_after_commit', keptChanges)
  for (const [at, subject] of subjects.entries())
    await setDriverStatus(pages[at] ?? pages[0], subject.name, subject.will)
  await expect.poll(() => network.arrivals().size, { timeout: 20_000 }).toBeGreaterThan(0)

  network.set('none')
  await Promise.all(pages.map(nothingWaits))
  expect(network.arrivals().size).toBe(3)
  for (const subject of subjects) {
    await madeOnce(api, subject)
    for (const page of pages) await expect(driverStatus(page, subject.name, subject.will)).toBeVisible()
  }
})

test('K7: an answer that was read and not yet written down is asked for again, and the change is made once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  await haltAt(tablet.page(), { at: 'send.answered', how: 'hang' })
  await setDriverStatus(tablet.page(), subject.name, subject.will)
  await reachedHalt(tablet.page())
  expect(await effects(api, subject)).toEqual([subject.to])

  const page = await killAndReturn(tablet, subject)
  await sent(network, [2])
  await nothingWaits(page)
  await madeOnce(api, subject)
})

test('K7: a death within the transaction that settles a change leaves it to be sent again, and made once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  await haltAt(tablet.page(), { at: 'store.put', store: 'fates', state: 'done', how: 'hang' })
  await setDriverStatus(tablet.page(), subject.name, subject.will)
  await reachedHalt(tablet.page())

  const page = await killAndReturn(tablet, subject)
  await sent(network, [2])
  await nothingWaits(page)
  await madeOnce(api, subject)
})

test('K8: the copy of a settled change that a death left behind is swept, and not sent', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  await haltAt(tablet.page(), { at: 'mirror.delete', how: 'hang' })
  await setDriverStatus(tablet.page(), subject.name, subject.will)
  await reachedHalt(tablet.page())
  expect(await copiesOn(tablet.page())).toBe(1)

  const page = await killAndReturn(tablet, subject)
  await nothingWaits(page)
  await expect.poll(() => copiesOn(page)).toBe(0)
  expect([...network.arrivals().values()]).toEqual([1])
  await madeOnce(api, subject)
})
