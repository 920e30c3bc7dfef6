import type { Page } from '@playwright/test'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { expect } from './expect.ts'
import { driverStatus } from './page/screens.ts'
import type { Api } from './server/api.ts'
import type { UnreliableProxy } from './server/unreliable-proxy.ts'

/** Matches the driver page's request for its list. Requests for the stored list use larger pages. */
export const DRIVERS_LIST_CALL = /\/api\/drivers\/\?.*limit=50$/

export const streamsOpened = (network: UnreliableProxy) =>
  network.calls().filter((call) => call.startsWith('GET /api/events/')).length

/** Waits until the page has opened its event stream at least `times` times. */
export const expectListening = (network: UnreliableProxy, times = 1) =>
  expect.poll(() => streamsOpened(network), { timeout: 20_000 }).toBeGreaterThanOrEqual(times)

export const setStatus = async (api: Api, driver: number, status: string) =>
  expect(await api.patch(`/api/drivers/${driver}/`, { status })).toBe(200)

/** The drivers page's requests for its list so far. */
export const listRequestCount = (network: UnreliableProxy): number =>
  network.calls().filter((call) => call.startsWith('GET ') && DRIVERS_LIST_CALL.test(call)).length

interface OpenDriversPage {
  readonly page: Page
  readonly network: UnreliableProxy
  readonly admin: Api
  /** A driver whose card is on the page. A colleague changes the driver's status. */
  readonly driver: Driver
}

/**
 * Waits until the drivers page has received every event from before it was opened, and has requested everything that
 * those events made stale: a device that was away for a while refetches its list. Returns a function that counts the
 * page's list requests so far.
 */
export async function driverListRequests({ page, network, admin, driver }: OpenDriversPage): Promise<() => number> {
  const requestCount = () => listRequestCount(network)
  await expectListening(network)
  // Events arrive in order: once this change is on screen, the page has handled every earlier event.
  const status = driver.current_status === 'on_vacation' ? 'on_the_road' : 'on_vacation'
  await setStatus(admin, driver.id, status)
  await expect(driverStatus(page, fullName(driver.user), dutyStatusOf(status).title)).toBeVisible()
  let before = 0
  const isUnchanged = () => {
    const isSame = requestCount() === before
    before = requestCount()
    return isSame
  }
  await expect.poll(isUnchanged, { intervals: [500] }).toBe(true)
  return requestCount
}
