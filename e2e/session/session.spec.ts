import type { Page } from '@playwright/test'
import { type Colleague, signInAtDrivers, test } from '#e2e/support/company/colleague.ts'
import { waitUntilRemembered } from '#e2e/support/device/local-storage.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, nothingWaits, sendHeldChanges, setDriverStatus } from '#e2e/support/page/screens.ts'
import { SITE } from '#e2e/support/server/site.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

const SESSION_ENDED = /^Your session is over\./
const DAYS = 24 * 60 * 60
const REFRESH = '/api/auth/jwt/refresh/'
const countRefreshes = (network: UnreliableProxy) => network.calls().filter((call) => call === `POST ${REFRESH}`).length

async function cookiesOf({ tablet }: Colleague) {
  const cookies = await tablet.context().cookies()
  return Object.fromEntries(cookies.map((cookie) => [cookie.name, cookie]))
}
const signInFlags = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('haulyard:signed-in'), sessionStorage.getItem('haulyard:signed-in')])

test('with Remember me the user is still signed in after the browser is restarted', async ({ colleague }) => {
  await signInAtDrivers(colleague)
  const { 'access-token': access, 'refresh-token': refresh } = await cookiesOf(colleague)
  for (const cookie of [access, refresh]) {
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Strict', secure: false })
    expect(cookie?.httpOnly).toBe(cookie === refresh)
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(59 * DAYS)
  }
  expect(await signInFlags(colleague.page)).toEqual(['yes', null])
  await waitUntilRemembered(colleague.tablet)
  const page = await colleague.tablet.restart()
  await page.goto('/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('without Remember me the session ends with the browser, and no data is shown after the restart', async ({
  colleague,
}) => {
  await colleague.page.goto('/drivers')
  await colleague.fillIn(colleague.page)
  await expect(colleague.page.getByRole('article').first()).toBeVisible()
  const { 'access-token': access, 'refresh-token': refresh } = await cookiesOf(colleague)
  expect([access?.expires, refresh?.expires]).toEqual([-1, -1])
  expect(await signInFlags(colleague.page)).toEqual([null, 'yes'])
  const page = await colleague.tablet.restart()
  await page.goto('/drivers')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('the login leads to the exact address that was requested, never to another site, and is not in the history', async ({
  colleague,
}) => {
  const { page, fillIn } = colleague
  const address = '/schedule?filter=on_the_road#friday'
  await page.goto('about:blank')
  await page.goto(address)
  await expect(page).toHaveURL(/\/login\?from=/)
  // Back leaves the app, instead of leading to the page that redirects to the login.
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  await page.goForward()
  await expect(page).toHaveURL(/\/login\?from=/)
  await fillIn(page)
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(address)
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  // The login page redirects a signed-in user to its target.
  await page.goto('/login?from=%2Fdrivers')
  await expect(page).toHaveURL(/\/drivers$/)
  // The target cannot be another site.
  for (const bad of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
    await page.goto(`/login?from=${encodeURIComponent(bad)}`)
    await expect(page).toHaveURL(`${SITE}/`)
  }
})

test('Back after sign-out shows none of the user’s data', async ({ colleague }) => {
  const { page } = colleague
  await signInAtDrivers(colleague)
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

test('a page whose access token has expired refreshes it once for all its requests', async ({ colleague, network }) => {
  const { page } = colleague
  await signInAtDrivers(colleague)
  const { 'access-token': access } = await cookiesOf(colleague)
  // Leave the app first: requests of the former page would refresh the token, too, and the page would be gone before
  // the new token arrives.
  await page.goto('/favicon.svg')
  network.expire(access?.value ?? '')
  const before = countRefreshes(network)
  await page.goto('/schedule')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect.poll(async () => (await cookiesOf(colleague))['access-token']?.value).not.toBe(access?.value)
  await page.getByRole('link', { name: 'Drivers' }).first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(countRefreshes(network) - before).toBe(1)
})

test('a refresh that fails without a network, at a server error or at a captive portal does not sign the user out', async ({
  colleague,
  network,
}) => {
  const { page } = colleague
  await signInAtDrivers(colleague)
  const { 'access-token': access } = await cookiesOf(colleague)
  network.expire(access?.value ?? '')
  for (const trouble of ['down', 'error_500', 'captive_portal'] as const) {
    network.set(trouble, ({ path }) => path === REFRESH)
    const before = countRefreshes(network)
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect.poll(() => countRefreshes(network), trouble).toBeGreaterThan(before)
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

test('a session that the user ends elsewhere ends here in every tab without a reload', async ({
  colleague,
  yard,
  network,
}) => {
  const { page, tablet, signInElsewhere } = colleague
  await signInAtDrivers(colleague)
  const other = await tablet.context().newPage()
  await other.goto('/schedule')
  await expect(other.getByRole('gridcell').first()).toBeVisible()
  await expect
    .poll(() => network.calls().some((call) => call.startsWith('GET /api/events/')), { timeout: 20_000 })
    .toBe(true)
  const headers = await signInElsewhere()
  const url = `${yard.server.url}/api/auth/sessions/`
  const { results } = (await (await fetch(url, { headers })).json()) as {
    results: readonly { readonly id: string; readonly is_current: boolean }[]
  }
  const here = results.find((one) => !one.is_current)
  expect((await fetch(`${url}${here?.id}/`, { method: 'DELETE', headers })).status).toBe(204)
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login\?from=/, { timeout: 40_000 })
    await expect(tab.getByText(SESSION_ENDED)).toBeVisible()
  }
})

test('a user ends all their other sign-ins on their own profile and stays signed in here', async ({
  colleague,
  yard,
}) => {
  const { page } = colleague
  await signInAtDrivers(colleague)
  const others = await Promise.all(Array.from({ length: 6 }, () => colleague.signInElsewhere()))
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

test('a deactivated user is sent to the login with the reason, and the waiting change is kept and sent after reactivation', async ({
  colleague,
  network,
  subject,
  api,
}) => {
  const { page, change, fillIn } = colleague
  const { name, newTitle, newStatus, driver } = subject
  await signInAtDrivers(colleague)
  network.set('down')
  await setDriverStatus(page, name, newTitle)
  await changesWaiting(page, 1)
  await change({ is_active: false })
  network.set('none')
  await expect(page).toHaveURL(/\/login/, { timeout: 40_000 })
  await expect(page.getByText(/^This account is not active any more\./)).toBeVisible()
  expect((await api.driver(driver.id)).version).toBe(driver.version)

  // The waiting change survives a reload.
  await page.reload()
  await expect(page.getByText(/kept on this device, sealed/)).toBeVisible()
  await change({ is_active: true })
  await fillIn(page)
  await sendHeldChanges(page)
  await expect.poll(async () => (await api.driver(driver.id)).current_status, { timeout: 20_000 }).toBe(newStatus)
  await nothingWaits(page)
  expect((await api.driver(driver.id)).version).toBe(driver.version + 1)
})
