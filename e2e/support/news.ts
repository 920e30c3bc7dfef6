import type { Page } from '@playwright/test'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { expect } from './expect.ts'
import { driverStatus } from './page/screens.ts'
import type { Api } from './server/api.ts'
import type { UnreliableProxy } from './server/unreliable-proxy.ts'

/** The address of the list of drivers as its page asks for it; what the device keeps of it comes in larger pages. */
export const DRIVERS_LIST = /\/api\/drivers\/\?.*limit=50$/

export const streamsOpened = (network: UnreliableProxy) =>
  network.calls().filter((call) => call.startsWith('GET /api/events/')).length

/** Waits until the page listens, for the n-th time. */
export const listens = (network: UnreliableProxy, times = 1) =>
  expect.poll(() => streamsOpened(network), { timeout: 20_000 }).toBeGreaterThanOrEqual(times)

export const setStatus = async (api: Api, driver: number, status: string) =>
  expect(await api.patch(`/api/drivers/${driver}/`, { status })).toBe(200)

interface Open {
  readonly page: Page
  readonly network: UnreliableProxy
  readonly admin: Api
  /** One whose card is on the page; a colleague changes the status. */
  readonly driver: Driver
}

/**
 * Waits until a page of the drivers has heard all that happened before it was opened, and has asked for all of it: a device
 * that was away for a while asks for its list once more. Answers how often the page has asked, to be called again.
 */
export async function driversAskedFor({ page, network, admin, driver }: Open): Promise<() => number> {
  const asked = () => network.calls().filter((call) => call.startsWith('GET ') && DRIVERS_LIST.test(call)).length
  await listens(network)
  // News come in their order: once this one shows, all that was told of before it has been asked for.
  const status = driver.current_status === 'on_vacation' ? 'on_the_road' : 'on_vacation'
  await setStatus(admin, driver.id, status)
  await expect(driverStatus(page, fullName(driver.user), dutyStatusOf(status).title)).toBeVisible()
  let before = 0
  const isAtRest = () => {
    const isSame = asked() === before
    before = asked()
    return isSame
  }
  await expect.poll(isAtRest, { intervals: [500] }).toBe(true)
  return asked
}
