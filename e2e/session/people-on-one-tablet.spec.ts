import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { aPicture } from '#e2e/support/files/a-picture.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import {
  changesWaiting,
  dayCell,
  nothingWaits,
  openDrivers,
  openWeek,
  sendHeldChanges,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import { logOut, readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import { ACCOUNTS, PASSWORD } from '#e2e/support/server/server.ts'

/** The names of all databases, caches, and local and session storage items of this origin. */
async function storageNames(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map((one) => one.name ?? '')
    return [...databases, ...(await caches.keys()), ...Object.keys(localStorage), ...Object.keys(sessionStorage)]
  })
}

test('a change kept at sign-out is invisible to the next user and sent only by the user who made it', async ({
  ownScene,
  network,
}) => {
  const { page, api, driver, name } = ownScene
  const user = (await api.get<{ id: number }>('/api/users/users/me/')).id

  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to log out?')
  await expect(page.getByRole('dialog')).toContainText('1 change')
  await page.getByRole('button', { name: 'Keep and log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  // The Undo toast would otherwise stay for five seconds.
  await expect(page.getByText(name)).toHaveCount(0, { timeout: 2_000 })
  await expect(page.getByText(/kept on this device, sealed/)).toBeVisible()

  // Offline and without a session there is nothing to read.
  await page.goto('/drivers')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(name)).toHaveCount(0)
  const isTheirs = new RegExp(`[-:]${user}$`)
  const leftovers = (await storageNames(page)).filter((store) => isTheirs.test(store) && !store.includes('outbox'))
  expect(leftovers).toEqual([])

  network.set('none')
  await signIn(page, 'admin')
  await page.goto('/drivers')
  await expect(page.getByRole('button', { name: `Status of ${name}: On The Road` })).toBeVisible()
  await page.goto('/outbox')
  await expect(page.getByRole('main')).not.toContainText(name)
  expect(network.arrivals().size).toBe(0)

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, 'dispatcher')
  await sendHeldChanges(page)
  await nothingWaits(page)
  await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_vacation')
  const last = (await api.history('drivers', driver.id)).filter((one) => one.field === 'status').at(-1)
  expect(last?.user?.id).toBe(user)
  expect([...network.arrivals().values()]).toEqual([1])
})

test('the login page explains what needs a network and how many changes of which users wait, and its form does not move', async ({
  ownScene,
  network,
}) => {
  const { page, api, driver, name } = ownScene
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const login = page.getByRole('button', { name: 'Login' })
  const networkNotice = page.getByText(
    /Signing in needs a connection.* A new password needs one too.* has not logged out opens Haulyard offline/,
  )
  const savedNotice = page.getByText(/^\d+ changes? .*kept on this device, sealed/)
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await logOut(page)
  await expect(networkNotice).toBeVisible()
  await expect(savedNotice).toHaveText(/^1 change is kept .* once the user who made it has signed in\.$/)

  // A change of another user is added.
  network.set('none')
  await signIn(page, 'admin')
  await openDrivers(page)
  await readyForOffline(page)
  network.set('down')
  await setDriverStatus(page, name, 'Detention / Layover')
  await changesWaiting(page, 1)
  await logOut(page)
  await expect(savedNotice).toHaveText(/^2 changes of 2 users are kept .* once these users have signed in\.$/)
  await page.reload()
  await expect(networkNotice).toBeVisible()
  await expectNoFindings(page, 'login without a network')
  for (const [width, colorScheme] of [
    [390, 'light'],
    [768, 'dark'],
    [2560, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoFindings(page, `login without a network, ${width} px, ${colorScheme}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const place = await login.boundingBox()
    network.set('none')
    await expect(networkNotice).toHaveCount(0)
    expect(await login.boundingBox()).toEqual(place)
    network.set('down')
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await expect(networkNotice).toBeVisible()
    expect(await login.boundingBox()).toEqual(place)
  }
  expect((await api.driver(driver.id)).current_status).toBe('on_the_road')

  // Each user’s change is sent only after that user signs in.
  network.set('none')
  await signIn(page, 'dispatcher')
  await sendHeldChanges(page)
  await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_vacation')
})

test('signing out in one tab signs out the other tabs', async ({ ownTablet }) => {
  const firstTab = ownTablet.page()
  const secondTab = await ownTablet.context().newPage()
  await secondTab.goto('/schedule')
  await expect(secondTab.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible()
  await firstTab.getByRole('button', { name: 'Log out' }).click()
  await firstTab.getByRole('button', { name: 'Confirm' }).click()
  await expect(firstTab).toHaveURL(/\/login/)
  await expect(secondTab).toHaveURL(/\/login/)
})

test('a session ended elsewhere sends the user to the login, and the change is sent once after the next sign-in', async ({
  ownScene,
  ownTablet,
  network,
  yard,
}) => {
  const { page, api, driver, name } = ownScene
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  // Like “end this session” on another device: the server deletes the session while this device is offline.
  const cookies = await ownTablet.context().cookies()
  const cookieOf = (cookie: string) => cookies.find((one) => one.name === cookie)?.value
  const logout = await fetch(`${yard.server.url}/api/auth/logout/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${cookieOf('access-token')}` },
    body: JSON.stringify({ refresh: cookieOf('refresh-token') }),
  })
  expect(logout.status).toBe(204)

  network.set('none')
  await expect(page).toHaveURL(/\/login/, { timeout: 40_000 })
  expect((await api.driver(driver.id)).current_status).toBe('on_the_road')
  await signIn(page, 'dispatcher')
  await sendHeldChanges(page)
  await expect.poll(async () => (await api.driver(driver.id)).current_status, { timeout: 20_000 }).toBe('on_vacation')
  await nothingWaits(page)
  expect(await api.driver(driver.id)).toMatchObject({ version: driver.version + 1 })
})

test('a tab that slept while another user signed in shows nothing that the former user typed', async ({
  ownScene,
  ownTablet,
  admin,
  yard,
}) => {
  const { page, name } = ownScene
  await openWeek(page)
  await dayCell(page, name, 2).dblclick()
  const typed = page.getByRole('dialog').getByLabel('Description')
  await typed.fill('half a sentence')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(typed).toHaveValue('half a sentence')

  // A tab that wakes up receives both messages together: the former session ended, and another user signed in.
  const other = await ownTablet.context().newPage()
  await other.goto('/manifest.webmanifest')
  const user = await admin.get<{ first_name: string }>('/api/users/users/me/')
  await other.evaluate(
    ({ access, refresh, user }) => {
      for (const [cookie, token] of Object.entries({ 'access-token': access, 'refresh-token': refresh })) {
        // biome-ignore lint/suspicious/noDocumentCookie: the app writes it in this way.
        document.cookie = `${cookie}=${token}; Path=/; SameSite=Strict`
      }
      const tabs = new BroadcastChannel('haulyard-session')
      tabs.postMessage({ type: 'ended', why: 'ended' })
      tabs.postMessage({ type: 'signed_in', user, isRemembered: false })
    },
    { ...(await tokensOf(yard.server.url, ACCOUNTS.admin)), user },
  )
  await expect(page.getByRole('banner')).toContainText(user.first_name)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a photo that is still being shrunk when another user signs in does not become that user’s', async ({
  ownScene,
  network,
}) => {
  const { page, api, driver, name } = ownScene
  await logOut(page)
  await signInHere(page, ACCOUNTS.admin)
  await openDrivers(page)
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer
    const released = new Promise((resolve) => addEventListener('go-on', resolve, { once: true }))
    Blob.prototype.arrayBuffer = async function slowly() {
      await released
      return read.call(this)
    }
  })
  await page.getByRole('button', { name: `Change the photo of ${name}` }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Choose a photo' }).click()
  await (await chooser).setFiles({ name: 'driver.png', mimeType: 'image/png', buffer: aPicture(200) })
  await logOut(page)
  await signInHere(page, ACCOUNTS.dispatcher)
  await page.evaluate(() => dispatchEvent(new Event('go-on')))
  await expect(page.getByText(/do not become that user/)).toBeVisible()
  await nothingWaits(page)
  expect(network.arrivals().size).toBe(0)
  expect(await api.driver(driver.id)).toMatchObject({ version: driver.version })
})

/** Signs in on the page that the former user left, without loading it again. */
async function signInHere(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

async function tokensOf(url: string, email: string): Promise<{ readonly access: string; readonly refresh: string }> {
  const answer = await fetch(`${url}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return (await answer.json()) as { access: string; refresh: string }
}
