import type { UserBrowser } from '#e2e/support/browser.ts'
import { closeApp } from '#e2e/support/closed-app.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { appliedStatuses, expectAppliedOnce, expectArrivals, openDriversWith } from '#e2e/support/kill-point.ts'
import { changesWaiting, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'
import { isOutboxChange, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import type { Subject } from '#e2e/support/worker.ts'

// The headless shell has no background sync. Tests sign in on their own tablet, whose refresh token is in two halves:
// the worker sends only for such a session.
test.use({ isFullChromium: true })

/** An app that was closed while one change waited. From now on `trouble` meets what the outbox sends. */
async function leaveChange(
  tablet: UserBrowser,
  network: UnreliableProxy,
  subject: Subject,
  trouble: 'hang' | 'hold_answer',
) {
  network.set('down')
  await setDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await changesWaiting(tablet.page(), 1)
  const closed = await closeApp(tablet)
  network.set(trouble, isOutboxChange)
  await closed.reportNetwork()
  return closed
}

test('K19: a change that the worker has sent when it dies, before the server began, is sent again by the next worker', async ({
  ownTablet: tablet,
  network,
  api,
  subject,
}) => {
  const closed = await leaveChange(tablet, network, subject, 'hang')
  await expect.poll(() => network.calls()).toContain(`PATCH /api/drivers/${subject.driver.id}/`)
  await closed.killWorker()
  network.set('none')
  await closed.reportNetwork()
  await expectAppliedOnce(api, subject)
  await expectArrivals(network, [1])
})

test('K19: a change whose response is lost when the worker dies is sent again by a page, and applied once', async ({
  ownTablet: tablet,
  network,
  api,
  subject,
}) => {
  const closed = await leaveChange(tablet, network, subject, 'hold_answer')
  await expect.poll(() => network.heldResponseCount()).toBe(1)
  expect(await appliedStatuses(api, subject)).toEqual([subject.newStatus])
  await closed.killWorker()
  network.set('none')
  await closed.page.goto('/drivers')
  await expectArrivals(network, [2])
  await nothingWaits(closed.page)
  await expectAppliedOnce(api, subject)
})

test('K19: a browser that is killed while its worker sends goes on at its next start, and the change is applied once', async ({
  ownTablet: tablet,
  network,
  api,
  subject,
}) => {
  await leaveChange(tablet, network, subject, 'hold_answer')
  await expect.poll(() => network.heldResponseCount()).toBe(1)
  await tablet.kill()
  network.set('none')
  await tablet.relaunch()
  await nothingWaits(await openDriversWith(tablet, subject))
  await expectArrivals(network, [2])
  await expectAppliedOnce(api, subject)
})

test('K19: a page that opens while the worker sends waits for it, and the change is sent once', async ({
  ownTablet: tablet,
  network,
  api,
  subject,
}) => {
  const closed = await leaveChange(tablet, network, subject, 'hold_answer')
  await expect.poll(() => network.heldResponseCount()).toBe(1)
  await closed.page.goto('/drivers')
  await changesWaiting(closed.page, 1)
  network.deliverHeldResponses()
  await nothingWaits(closed.page)
  await expectArrivals(network, [1])
  await expectAppliedOnce(api, subject)
})
