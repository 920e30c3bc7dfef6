import { closeApp } from '#e2e/support/closed-app.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { openInspections } from '#e2e/support/files/dead-zone-reports.ts'
import { aYardReport, serverReports, submitReport } from '#e2e/support/files/yard-report.ts'
import { expectAppliedOnce, expectArrivals, expectNotApplied } from '#e2e/support/kill-point.ts'
import {
  changesWaiting,
  driverStatus,
  nothingWaits,
  savedForOffline,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'

const PHOTOS = 12

// The headless shell has no background sync. Tests sign in on their own tablet, whose refresh token is in two halves:
// the worker sends only for such a session.
test.use({ isFullChromium: true })

test('a change left in a closed app reaches the server once when the network returns, and the next page shows it', async ({
  ownTablet: tablet,
  network,
  api,
  subject,
}) => {
  network.set('down')
  await setDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await changesWaiting(tablet.page(), 1)
  const closed = await closeApp(tablet)
  network.set('none')
  await closed.reportNetwork()
  await expectAppliedOnce(api, subject)
  await expectArrivals(network, [1])

  await closed.page.goto('/drivers')
  await nothingWaits(closed.page)
  await expect(driverStatus(closed.page, subject.name, subject.newTitle)).toBeVisible()
  await expectArrivals(network, [1])
})

test('a report with twelve photos left in a closed app arrives once, with all of them', async ({
  ownShop: shop,
  admin,
  network,
}) => {
  test.slow()
  await savedForOffline(shop.page())
  const trucks = await admin.get<{ readonly results: readonly { readonly id: string }[] }>('/api/trucks/mini-list/')
  const report = aYardReport(trucks.results[0]?.id ?? '', PHOTOS)
  const page = await openInspections(shop)
  network.set('down')
  await submitReport(page, report)
  await changesWaiting(page, 1)
  const closed = await closeApp(shop)
  network.set('none')
  await closed.reportNetwork()
  await expect.poll(async () => (await serverReports(admin, report)).length, { timeout: 60_000 }).toBe(1)
  const [row] = await serverReports(admin, report)
  expect(row?.attachments).toHaveLength(PHOTOS)
  await expectArrivals(network, [1])
})

test('after a sign-out nothing is sent, however often the browser reports a network', async ({
  ownTablet: tablet,
  network,
  api,
  subject,
}) => {
  const page = tablet.page()
  network.set('down')
  await setDriverStatus(page, subject.name, subject.newTitle)
  await changesWaiting(page, 1)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Keep and log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  const closed = await closeApp(tablet)
  network.set('none')
  await closed.reportNetwork()
  expect(await closed.sendAgain()).toBe('done')
  expect(network.arrivals().size).toBe(0)
  await expectNotApplied(api, subject)
})
