import { changeEndpoints } from '#contract/wire/changes.ts'
import { type EmptyWeek, openEmptyWeek } from '#e2e/support/company/week.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import type { Call, UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

/** More than go by themselves at the same time. */
const PLANNED = 12
const together = ({ path }: Call) => path === changeEndpoints.together.path
const loads = (network: UnreliableProxy) =>
  network.calls().filter((call) => call.endsWith(changeEndpoints.together.path))

/** Plans the first day of so many drivers, one after the other. */
async function plan({ page, cell }: EmptyWeek): Promise<void> {
  await cell(0, 0).focus()
  for (let line = 0; line < PLANNED; line += 1) {
    await page.keyboard.press('v')
    await page.keyboard.press('ArrowDown')
  }
  await changesWaiting(page, PLANNED)
}

/** The server has planned each of the days, and has done so once. */
async function plannedOnce(api: Api, { drivers, dates }: EmptyWeek): Promise<void> {
  const days = await Promise.all(drivers.slice(0, PLANNED).map((driver) => api.daysOf(driver, dates[0] ?? '')))
  expect(days.flat()).toMatchObject(Array.from({ length: PLANNED }, () => ({ status: 'on_vacation', version: 1 })))
}

test('K6 of many: changes that traveled together and whose answer never came are made once each', async ({
  tablet,
  network,
  api,
}) => {
  const page = tablet.page()
  const week = await openEmptyWeek(page)
  await tablet.context().setOffline(true)
  await plan(week)
  network.set('cut_after_commit', together)
  await tablet.context().setOffline(false)
  // A browser may send again by itself what broke off on a connection that it had used before.
  await expect.poll(() => loads(network).length, { timeout: 20_000 }).toBeGreaterThan(0)
  network.set('none')

  await nothingWaits(page)
  await plannedOnce(api, week)
  const arrivals = [...network.arrivals().values()]
  expect(arrivals).toHaveLength(PLANNED)
  expect(arrivals.filter((times) => times > 1).length).toBeGreaterThan(3)
})

test('K6 of many: the browser dies with several on their way, all of which the server has: they are made once each', async ({
  tablet,
  network,
  api,
}) => {
  const week = await openEmptyWeek(tablet.page())
  await tablet.context().setOffline(true)
  await plan(week)
  network.set('hold_answer', together)
  await tablet.context().setOffline(false)
  await expect.poll(() => network.held(), { timeout: 20_000 }).toBe(1)

  await tablet.kill()
  network.set('none')
  await tablet.relaunch()
  const page = tablet.page()
  await page.goto('/schedule')
  await nothingWaits(page)
  await plannedOnce(api, week)
  expect(network.arrivals().size).toBe(PLANNED)
})
