import { fullName } from '#contract/wire/people.ts'
import { expect } from '#e2e/support/expect.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { ACCOUNTS, type Account, PASSWORD } from '#e2e/support/server/server.ts'
import type { EnginePage } from './driver/engine-page.ts'
import { hasWaitingChanges, isSettled, sidewaysOverflow } from './driver/in-page.ts'

/** User actions on the app's screens, for every engine. */

/** Pages of an administrator: those in the navigation, and those that lead on from there. */
export const PAGES = [
  '/',
  '/drivers',
  '/dispatchers',
  '/trucks',
  '/trailers',
  '/schedule',
  '/maintenance',
  '/map',
  '/users',
  '/security',
  '/reports',
  '/outbox',
  '/device',
  '/diagnostics',
] as const

/** The longest time a page of a used device may be empty. */
export const OPENS_WITHIN_MS = 15_000

/** Signs in through the form with “Remember me”, and waits until the app is on screen. */
export async function signIn(page: EnginePage, account: Account): Promise<void> {
  await page.open('/login')
  await page.fill('Email', ACCOUNTS[account])
  await page.fill('Password', PASSWORD)
  await page.click('checkbox', /^Remember me/)
  await page.click('button', 'Login')
  await page.find('navigation', 'Pages')
}

export async function signOut(page: EnginePage): Promise<void> {
  await page.click('button', 'Log out')
  await page.click('button', 'Confirm')
  await page.find('button', 'Login')
}

/** Signs out, unless no user is signed in. */
export async function ensureSignedOut(page: EnginePage): Promise<void> {
  await page.open('/device')
  await page.until(() => document.querySelector('h1') !== null)
  if ((await page.count('button', 'Log out')) > 0) await signOut(page)
}

/** Waits until the device has the app and its prefetch set, and the service worker serves the page. */
export async function readyForOffline(page: EnginePage): Promise<void> {
  await page.untilWithin(30_000, () => navigator.serviceWorker.controller?.state === 'activated')
  await page.open('/device')
  await page.untilWithin(60_000, () => /Saved for offline/.test(document.querySelector('main')?.textContent ?? ''))
}

/** Waits until a page has its heading and nothing is loading. Returns how many pixels it can be scrolled sideways. */
export async function waitUntilSettled(page: EnginePage): Promise<number> {
  await page.untilWithin(OPENS_WITHIN_MS, isSettled)
  return page.run(sidewaysOverflow)
}

/** Waits until the screen shows this number of waiting changes. */
export async function changesWaiting(page: EnginePage, count: number): Promise<void> {
  await page.untilWithin(30_000, hasWaitingChanges, count)
}

/** Sets a driver's status by mouse. */
export async function setStatus(page: EnginePage, name: string, status: string): Promise<void> {
  await page.click('button', new RegExp(`^Status of ${name}:`))
  await page.click('menuitemradio', status)
  await page.find('button', `Status of ${name}: ${status}`)
}

/** The first two drivers of the list, which every screen shows. Sets both on the road. */
export async function firstDrivers(api: Api) {
  const drivers = (await api.drivers()).map((driver) => ({ id: driver.id, name: fullName(driver.user) }))
  const [one, other] = drivers.sort((a, b) => (a.name < b.name ? -1 : 1))
  if (!one || !other) throw new Error('the demo company has fewer than two drivers')
  for (const { id } of [one, other]) expect(await api.patch(`/api/drivers/${id}/`, { status: 'on_the_road' })).toBe(200)
  return [one, other] as const
}
