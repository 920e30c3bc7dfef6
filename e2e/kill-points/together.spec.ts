import { changeEndpoints } from '#contract/wire/changes.ts'
import { type EmptyWeek, openEmptyWeek } from '#e2e/support/company/week.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import type { Call, UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

/** More changes than are sent individually at the same time. */
const PLANNED = 12
const isBatch = ({ path }: Call) => path === changeEndpoints.together.path
const batchesSent = (network: UnreliableProxy) =>
  network.calls().filter((call) => call.endsWith(changeEndpoints.together.path))

/** Plans the first day of `PLANNED` drivers, one after the other. */
async function plan({ page, cell }: EmptyWeek): Promise<void> {
  await cell(0, 0).focus()
  for (let line = 0; line < PLANNED; line += 1) {
    await page.keyboard.press('v')
    await page.keyboard.press('ArrowDown')
  }
  await changesWaiting(page, PLANNED)
}

/** The server has planned each of the days once. */
async function expectPlannedOnce(api: Api, { drivers, dates }: EmptyWeek): Promise<void> {
  const days = await Promise.all(drivers.slice(0, PLANNED).map((driver) => api.daysOf(driver, dates[0] ?? '')))
  expect(days.flat()).toMatchObject(Array.from({ length: PLANNED }, () => ({ status: 'on_vacation', version: 1 })))
}

test('K6 of many: changes of a batch whose response never arrives are applied once each', async ({
  tablet,
  network,
  api,
}) => {
  const page = tablet.page()
  const week = await openEmptyWeek(page)
  await tablet.context().setOffline(true)
  await plan(week)
  network.set('cut_after_commit', isBatch)
  await tablet.context().setOffline(false)
  // A browser may resend on its own a request that broke off on a reused connection.
  await expect.poll(() => batchesSent(network).length, { timeout: 20_000 }).toBeGreaterThan(0)
  network.set('none')

  await nothingWaits(page)
  await expectPlannedOnce(api, week)
  const arrivals = [...network.arrivals().values()]
  expect(arrivals).toHaveLength(PLANNED)
  expect(arrivals.filter((times) => times > 1).length).toBeGreaterThan(3)
})

test('K6 of many: changes of a batch that the server has when the browser dies are applied once each', async ({
  tablet,
  network,
  api,
}) => {
  const week = await openEmptyWeek(tablet.page())
  await tablet.context().setOffline(true)
  await plan(week)
  network.set('hold_answer', isBatch)
  await tablet.context().setOffline(false)
  await expect.poll(() => network.heldResponseCount(), { timeout: 20_000 }).toBe(1)

  await tablet.kill()
  network.set('none')
  await tablet.relaunch()
  const page = tablet.page()
  await page.goto('/schedule')
  await nothingWaits(page)
  await expectPlannedOnce(api, week)
  expect(network.arrivals().size).toBe(PLANNED)
})
