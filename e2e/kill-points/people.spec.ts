import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { wipeCookies } from '#e2e/support/device/damage.ts'
import { expect } from '#e2e/support/expect.ts'
import {
  appliedStatuses,
  expectAppliedOnce,
  expectNotApplied,
  killAndReopen,
  openDriversWith,
} from '#e2e/support/kill-point.ts'
import { haltAt, reachedHalt } from '#e2e/support/page/halts.ts'
import { driverStatus, nothingWaits, sendHeldChanges, setDriverStatus } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { isOutboxChange, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

async function accessToken(page: Page): Promise<string> {
  const cookie = (await page.context().cookies()).find((one) => one.name === 'access-token')
  if (!cookie) throw new Error('no user is signed in')
  return cookie.value
}

async function logOut(page: Page, word: 'Keep and log out' | 'Confirm'): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: word }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** Makes every page probe the network now and send what is due. Resolves once each page has probed. */
async function probeNetwork(pages: readonly Page[], network: UnreliableProxy): Promise<void> {
  const probes = () => network.calls().filter((call) => call.startsWith('GET /api/health/')).length
  const before = probes()
  for (const page of pages) await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(probes).toBeGreaterThanOrEqual(before + pages.length)
}

test('K9: a kill between the new token and its cookie costs no sign-in, and the change is applied once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  // The halt comes first: any read also meets the expired token, and might have a new one before the halt is set.
  await haltAt(tablet.page(), { at: 'refresh.answered', how: 'hang' })
  network.expire(await accessToken(tablet.page()))
  // The change is saved before anything else, whichever call requests the new token.
  await setDriverStatus(tablet.page(), subject.name, subject.newTitle)
  await reachedHalt(tablet.page())
  await expectNotApplied(api, subject)

  const page = await killAndReopen(tablet, subject)
  await nothingWaits(page)
  await expect(page).toHaveURL(/\/drivers/)
  await expectAppliedOnce(api, subject)
})

test('K9: cookies that never reached the disk are restored from the vault, with the latest token', async ({
  tablet,
  network,
  api,
  subjects: [first, second],
}) => {
  const old = await accessToken(tablet.page())
  network.expire(old)
  await setDriverStatus(tablet.page(), first.name, first.newTitle)
  await nothingWaits(tablet.page())
  const renewed = await accessToken(tablet.page())
  expect(renewed).not.toBe(old)

  await tablet.kill()
  await wipeCookies(tablet.profile)
  await tablet.relaunch()
  const page = await openDriversWith(tablet, second)
  expect(await accessToken(page)).toBe(renewed)
  await setDriverStatus(page, second.name, second.newTitle)
  await nothingWaits(page)
  await expectAppliedOnce(api, first)
  await expectAppliedOnce(api, second)
})

test('K11: a change in flight at sign-out is found applied once at the next sign-in', async ({
  ownTablet: tablet,
  network,
  api,
  subject,
}) => {
  const page = tablet.page()
  network.set('hold_answer', isOutboxChange)
  await setDriverStatus(page, subject.name, subject.newTitle)
  await expect.poll(() => network.heldResponseCount()).toBe(1)
  await logOut(page, 'Keep and log out')
  network.deliverHeldResponses()
  expect(await appliedStatuses(api, subject)).toEqual([subject.newStatus])

  network.set('none')
  await signIn(page, 'dispatcher')
  await sendHeldChanges(page)
  await openDriversWith(tablet, subject)
  await nothingWaits(page)
  await expect(driverStatus(page, subject.name, subject.newTitle)).toBeVisible()
  // The change is sent again unless its response arrived just before the sign-out, and more often if the next page load
  // interrupts that request. It always has the same idempotency key.
  expect(network.arrivals().size).toBe(1)
  await expectAppliedOnce(api, subject)
})

test('K12: a change in flight while another user signs in is sent only as its author, and only the author sees it', async ({
  ownTablet: tablet,
  network,
  api,
  subject,
}) => {
  const maker = String((await api.get<{ id: number }>('/api/users/users/me/')).id)
  const page = tablet.page()
  const other = await tablet.context().newPage()
  await other.goto('/drivers')
  network.set('hang', isOutboxChange)
  await setDriverStatus(page, subject.name, subject.newTitle)
  await expect.poll(() => network.calls()).toContain(`PATCH /api/drivers/${subject.driver.id}/`)

  await logOut(other, 'Keep and log out')
  await expect(page).toHaveURL(/\/login/)
  await signIn(other, 'admin')
  network.set('none')
  await probeNetwork([page, other], network)
  await other.goto('/drivers')
  await expect(driverStatus(other, subject.name, subject.oldTitle)).toBeVisible()
  await other.goto('/outbox')
  await expect(other.getByText('Nothing of yours waits on this device')).toBeVisible()
  await expectNotApplied(api, subject)

  await logOut(other, 'Confirm')
  await signIn(other, 'dispatcher')
  await sendHeldChanges(other)
  await nothingWaits(other)
  await expectAppliedOnce(api, subject)
  expect([...network.senders().values()].map((subjects) => [...subjects])).toEqual([[maker]])
  const made = (await api.history('drivers', subject.driver.id)).at(-1)
  expect(String(made?.user?.id)).toBe(maker)
})
