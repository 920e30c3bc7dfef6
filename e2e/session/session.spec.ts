import type { Page } from '@playwright/test'
import { atTheDrivers, type Colleague, test } from '#e2e/support/company/colleague.ts'
import { isRemembered } from '#e2e/support/device/local-storage.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, nothingWaits, sendKept, setDriverStatus } from '#e2e/support/page/screens.ts'
import { SITE } from '#e2e/support/server/site.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

const OVER = /^Your session is over\./
const DAYS = 24 * 60 * 60
const REFRESH = '/api/auth/jwt/refresh/'
const refreshes = (network: UnreliableProxy) => network.calls().filter((call) => call === `POST ${REFRESH}`).length

async function cookiesOf({ tablet }: Colleague) {
  const cookies = await tablet.context().cookies()
  return Object.fromEntries(cookies.map((cookie) => [cookie.name, cookie]))
}
const choicesOf = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('haulyard:signed-in'), sessionStorage.getItem('haulyard:signed-in')])

test('with Remember me the person is still signed in after the browser was closed', async ({ colleague }) => {
  await atTheDrivers(colleague)
  const { 'access-token': access, 'refresh-token': refresh } = await cookiesOf(colleague)
  for (const cookie of [access, refresh]) {
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Strict', secure: false })
    expect(cookie?.httpOnly).toBe(cookie === refresh)
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(59 * DAYS)
  }
  expect(await choicesOf(colleague.page)).toEqual(['yes', null])
  await isRemembered(colleague.tablet)
  const page = await colleague.tablet.restart()
  await page.goto('/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('without it the session ends with the browser, and nothing that was read is shown after that', async ({
  colleague,
}) => {
  await colleague.page.goto('/drivers')
  await colleague.fillIn(colleague.page)
  await expect(colleague.page.getByRole('article').first()).toBeVisible()
  const { 'access-token': access, 'refresh-token': refresh } = await cookiesOf(colleague)
  expect([access?.expires, refresh?.expires]).toEqual([-1, -1])
  expect(await choicesOf(colleague.page)).toEqual([null, 'yes'])
  const page = await colleague.tablet.restart()
  await page.goto('/drivers')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('a person gets back to the very address, and the way there is not in the history', async ({ colleague }) => {
  const { page, fillIn } = colleague
  const address = '/schedule?filter=on_the_road#friday'
  await page.goto('about:blank')
  await page.goto(address)
  await expect(page).toHaveURL(/\/login\?from=/)
  // Back leads out of the app, not to the page that would send here again.
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  await page.goForward()
  await expect(page).toHaveURL(/\/login\?from=/)
  await fillIn(page)
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(address)
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  // Who is signed in has no business at the login page, and gets to where it was to lead.
  await page.goto('/login?from=%2Fdrivers')
  await expect(page).toHaveURL(/\/drivers$/)
  // No other site can be named.
  for (const bad of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
    await page.goto(`/login?from=${encodeURIComponent(bad)}`)
    await expect(page).toHaveURL(`${SITE}/`)
  }
})

test('after signing out Back shows nothing of the person', async ({ colleague }) => {
  const { page } = colleague
  await atTheDrivers(colleague)
  await page.getByRole('link', { name: 'Schedule' }).first().click()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('a page whose token is over refreshes it once for all its calls', async ({ colleague, network }) => {
  const { page } = colleague
  await atTheDrivers(colleague)
  const { 'access-token': access } = await cookiesOf(colleague)
  // What the page that is left still asks for would refresh it, too, and be gone before it knows.
  await page.goto('/favicon.svg')
  network.expire(access?.value ?? '')
  const before = refreshes(network)
  await page.goto('/schedule')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect.poll(async () => (await cookiesOf(colleague))['access-token']?.value).not.toBe(access?.value)
  await page.getByRole('link', { name: 'Drivers' }).first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(refreshes(network) - before).toBe(1)
})

test('a refresh that meets no network, a server in trouble or a captive portal signs nobody out', async ({
  colleague,
  network,
}) => {
  const { page } = colleague
  await atTheDrivers(colleague)
  const { 'access-token': access } = await cookiesOf(colleague)
  network.expire(access?.value ?? '')
  for (const trouble of ['down', 'error_500', 'captive_portal'] as const) {
    network.set(trouble, ({ path }) => path === REFRESH)
    const before = refreshes(network)
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect.poll(() => refreshes(network), trouble).toBeGreaterThan(before)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('link', { name: 'Drivers' }).first().click()
    await expect(page.getByRole('article').first()).toBeVisible()
    expect((await cookiesOf(colleague))['refresh-token']?.value, trouble).toBeTruthy()
  }
  network.set('none')
  await expect
    .poll(async () => (await cookiesOf(colleague))['access-token']?.value, { timeout: 40_000 })
    .not.toBe(access?.value)
  await expect(page).toHaveURL(/\/drivers/)
})

test('a session that the person ends elsewhere is over here by itself, in every tab', async ({
  colleague,
  yard,
  network,
}) => {
  const { page, tablet, elsewhere } = colleague
  await atTheDrivers(colleague)
  const other = await tablet.context().newPage()
  await other.goto('/schedule')
  await expect(other.getByRole('gridcell').first()).toBeVisible()
  await expect
    .poll(() => network.calls().some((call) => call.startsWith('GET /api/events/')), { timeout: 20_000 })
    .toBe(true)
  const headers = await elsewhere()
  const url = `${yard.server.url}/api/auth/sessions/`
  const { results } = (await (await fetch(url, { headers })).json()) as {
    results: readonly { readonly id: string; readonly is_current: boolean }[]
  }
  const here = results.find((one) => !one.is_current)
  expect((await fetch(`${url}${here?.id}/`, { method: 'DELETE', headers })).status).toBe(204)
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login\?from=/, { timeout: 40_000 })
    await expect(tab.getByText(OVER)).toBeVisible()
  }
})

test('all other sign-ins are ended from one’s own profile, and this one goes on', async ({ colleague, yard }) => {
  const { page } = colleague
  await atTheDrivers(colleague)
  const others = await Promise.all(Array.from({ length: 6 }, () => colleague.elsewhere()))
  await page.getByRole('link', { name: /your profile$/ }).click()
  const signIns = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(signIns.getByRole('listitem')).toHaveCount(5)
  await expect(signIns.getByRole('listitem').first()).toContainText('This device')
  await signIns.getByRole('button', { name: 'Show all 7' }).click()
  await expect(signIns.getByRole('listitem')).toHaveCount(7)
  await signIns.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End 6 sign-ins' }).click()
  await expect(page.getByText('You are signed in on this device alone.')).toBeVisible()
  await expect(signIns.getByRole('listitem')).toHaveCount(1)
  await expect(signIns.getByRole('button')).toHaveCount(0)
  for (const headers of others) {
    expect((await fetch(`${yard.server.url}/api/users/users/me/`, { headers })).status).toBe(401)
  }
  await page.reload()
  await expect(signIns).toContainText('This device')
})

test('somebody who was deactivated is sent to sign in with words, and what waits is kept and goes out later', async ({
  colleague,
  network,
  subject,
  api,
}) => {
  const { page, change, fillIn } = colleague
  const { name, will, to, driver } = subject
  await atTheDrivers(colleague)
  network.set('down')
  await setDriverStatus(page, name, will)
  await changesWaiting(page, 1)
  await change({ is_active: false })
  network.set('none')
  await expect(page).toHaveURL(/\/login/, { timeout: 40_000 })
  await expect(page.getByText(/^This account is not active any more\./)).toBeVisible()
  expect((await api.driver(driver.id)).version).toBe(driver.version)

  // Not by the password either, as long as it is so; and what is kept outlives a reload.
  await page.reload()
  await expect(page.getByText(/kept on this device, sealed/)).toBeVisible()
  await change({ is_active: true })
  await fillIn(page)
  await sendKept(page)
  await expect.poll(async () => (await api.driver(driver.id)).current_status, { timeout: 20_000 }).toBe(to)
  await nothingWaits(page)
  expect((await api.driver(driver.id)).version).toBe(driver.version + 1)
})
