import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { wipeCookies } from '#e2e/support/device/damage.ts'
import { expect } from '#e2e/support/expect.ts'
import { drivers, effects, killAndReturn, madeOnce, neverMade } from '#e2e/support/kill-point.ts'
import { haltAt, reachedHalt } from '#e2e/support/page/halts.ts'
import { driverStatus, nothingWaits, sendKept, setDriverStatus } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { keptChanges, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

async function accessToken(page: Page): Promise<string> {
  const cookie = (await page.context().cookies()).find((one) => one.name === 'access-token')
  if (!cookie) throw new Error('nobody is signed in')
  return cookie.value
}

async function leave(page: Page, word: 'Keep and log out' | 'Confirm'): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: word }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** Has every page look for the network now, and send what it may; resolves when each has asked. */
async function knock(pages: readonly Page[], network: UnreliableProxy): Promise<void> {
  const probes = () => network.calls().filter((call) => call.startsWith('GET /api/health/')).length
  const before = probes()
  for (const page of pages) await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(probes).toBeGreaterThanOrEqual(before + pages.length)
}

test('K9: a death between the new token and its cookie costs nobody a sign-in, and the change is made once', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  // First the halt: any read meets the old token as well, and might have the new one before the page is told to stop there.
  await haltAt(tablet.page(), { at: 'refresh.answered', how: 'hang' })
  network.expire(await accessToken(tablet.page()))
  // The change is kept before anything else, whichever call asks for the new token.
  await setDriverStatus(tablet.page(), subject.name, subject.will)
  await reachedHalt(tablet.page())
  await neverMade(api, subject)

  const page = await killAndReturn(tablet, subject)
  await nothingWaits(page)
  await expect(page).toHaveURL(/\/drivers/)
  await madeOnce(api, subject)
})

test('K9: cookies that never reached the disk come back from the vault, with the token that was renewed last', async ({
  tablet,
  network,
  api,
  subjects: [first, second],
}) => {
  const old = await accessToken(tablet.page())
  network.expire(old)
  await setDriverStatus(tablet.page(), first.name, first.will)
  await nothingWaits(tablet.page())
  const renewed = await accessToken(tablet.page())
  expect(renewed).not.toBe(old)

  await tablet.kill()
  await wipeCookies(tablet.profile)
  await tablet.relaunch()
  const page = await drivers(tablet, second)
  expect(await accessToken(page)).toBe(renewed)
  await setDriverStatus(page, second.name, second.will)
  await nothingWaits(page)
  await madeOnce(api, first)
  await madeOnce(api, second)
})

test('K11: who signs out while a change is on its way finds it made once at the next sign-in', async ({
  ownTablet: tablet,
  network,
  api,
  subject,
}) => {
  const page = tablet.page()
  network.set('hold_answer', keptChanges)
  await setDriverStatus(page, subject.name, subject.will)
  await expect.poll(() => network.held()).toBe(1)
  await leave(page, 'Keep and log out')
  network.letGo()
  expect(await effects(api, subject)).toEqual([subject.to])

  network.set('none')
  await signIn(page, 'dispatcher')
  await sendKept(page)
  await drivers(tablet, subject)
  await nothingWaits(page)
  await expect(driverStatus(page, subject.name, subject.will)).toBeVisible()
  // Sent off again unless its answer came in just before the end, and oftener when the page that is opened next breaks
  // that off; but never as another change.
  expect(network.arrivals().size).toBe(1)
  await madeOnce(api, subject)
})

test('K12: a change that is on its way while somebody else signs in goes as its maker alone, and only the maker sees it', async ({
  ownTablet: tablet,
  network,
  api,
  subject,
}) => {
  const maker = String((await api.get<{ id: number }>('/api/users/users/me/')).id)
  const page = tablet.page()
  const other = await tablet.context().newPage()
  await other.goto('/drivers')
  network.set('hang', keptChanges)
  await setDriverStatus(page, subject.name, subject.will)
  await expect.poll(() => network.calls()).toContain(`PATCH /api/drivers/${subject.driver.id}/`)

  await leave(other, 'Keep and log out')
  await expect(page).toHaveURL(/\/login/)
  await signIn(other, 'admin')
  network.set('none')
  await knock([page, other], network)
  await other.goto('/drivers')
  await expect(driverStatus(other, subject.name, subject.was)).toBeVisible()
  await other.goto('/outbox')
  await expect(other.getByText('Nothing of yours waits on this device')).toBeVisible()
  await neverMade(api, subject)

  await leave(other, 'Confirm')
  await signIn(other, 'dispatcher')
  await sendKept(other)
  await nothingWaits(other)
  await madeOnce(api, subject)
  expect([...network.senders().values()].map((subjects) => [...subjects])).toEqual([[maker]])
  const made = (await api.history('drivers', subject.driver.id)).at(-1)
  expect(String(made?.user?.id)).toBe(maker)
})
