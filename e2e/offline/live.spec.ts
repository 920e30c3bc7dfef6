import type { Page } from '@playwright/test'
import { fullName } from '#contract/wire/people.ts'
import { aDriver } from '#e2e/support/company/teams.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { test as ownServerTest } from '#e2e/support/fixtures.ts'
import { openDriversWith } from '#e2e/support/kill-point.ts'
import { driverListRequests, expectListening, setStatus, streamsOpened } from '#e2e/support/live-updates.ts'
import { driverCard, driverStatus, nothingWaits, openWeek, setDriverStatus } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'

/** Sets what the browser reports about the tab's visibility, as when another tab is put in front of it. */
async function setVisible(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('one user’s change appears for another user without a reload', async ({ scene, network, signedOutBrowser }) => {
  const { page, name } = scene
  await expectListening(network)
  const other = signedOutBrowser.page()
  await signIn(other, 'admin')
  await other.goto('/drivers')
  await setDriverStatus(other, name, 'Vacation')
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
})

test('an open menu of a card stays open and focused when a colleague adds a driver before the card', async ({
  scene: { page, name },
  network,
  admin,
}) => {
  await expectListening(network)
  const status = driverStatus(page, name, 'On The Road')
  await status.press('Enter')
  const now = page.getByRole('menuitemradio', { name: 'On The Road' })
  await expect(now).toBeFocused()
  const { name: added } = await aDriver(admin)
  await expect(driverCard(page, added)).toBeVisible()
  await expect(now).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(status).toBeFocused()
  const { name: another } = await aDriver(admin)
  await expect(driverCard(page, another)).toBeVisible()
  await expect(status).toBeFocused()
})

test('a list stays as long as its cards when a colleague adds a driver before an opened card', async ({
  scene: { page, name },
  network,
  admin,
}) => {
  await expectListening(network)
  const card = driverCard(page, name)
  await card.getByRole('button', { name: /week, expiry dates/ }).click()
  await expect(card.getByText('Medical card expires')).toBeVisible()
  const below = () =>
    page.getByRole('list', { name: 'Drivers', exact: true }).evaluate((list) => {
      const bottoms = [...list.querySelectorAll('[role=listitem]')].map((one) => one.getBoundingClientRect().bottom)
      return Math.round(list.getBoundingClientRect().bottom - Math.max(...bottoms))
    })
  await expect.poll(below).toBe(12)
  const { name: added } = await aDriver(admin)
  await expect(driverCard(page, added)).toBeVisible()
  await expect(card.getByText('Medical card expires')).toBeVisible()
  await expect.poll(below).toBe(12)
})

test('the list is fetched neither for the user’s own change nor for a colleague’s', async ({
  ownScene,
  network,
  admin,
}) => {
  const { page, driver, name } = ownScene
  const requestCount = await driverListRequests({ page, network, admin, driver })
  const before = requestCount()
  await setDriverStatus(page, name, 'Detention / Layover')
  await nothingWaits(page)
  await setStatus(admin, driver.id, 'firing_process')
  await expect(driverStatus(page, name, 'Firing')).toBeVisible()
  expect(requestCount()).toBe(before)
})

test('a hidden tab fetches nothing, and shows what has changed when it is shown', async ({
  ownScene,
  network,
  admin,
}) => {
  const { page, driver, name } = ownScene
  // Requests that the page makes when it opens don't count as a reaction to a colleague's change.
  const requestCount = await driverListRequests({ page, network, admin, driver })
  await setVisible(page, 'hidden')
  const before = requestCount()
  await setStatus(admin, driver.id, 'detention__layover')
  // A second change, so that the event of the first has time to arrive.
  await setStatus(admin, driver.id, 'firing_process')
  expect(requestCount()).toBe(before)
  await setVisible(page, 'visible')
  await expect(driverStatus(page, name, 'Firing')).toBeVisible()
  expect(requestCount()).toBe(before)
})

test('two tabs share one stream, and the remaining tab opens its own when the other is closed', async ({
  scene,
  tablet,
  network,
  admin,
}) => {
  const { page: left, driver, name } = scene
  await expectListening(network)
  const right = await tablet.context().newPage()
  await right.goto('/drivers')
  await expect(driverCard(right, name)).toBeVisible()
  await setStatus(admin, driver.id, 'on_vacation')
  await expect(driverStatus(left, name, 'Vacation')).toBeVisible()
  await expect(driverStatus(right, name, 'Vacation')).toBeVisible()
  const before = streamsOpened(network)
  await left.close()
  await expectListening(network, before + 1)
  await setStatus(admin, driver.id, 'firing_process')
  await expect(driverStatus(right, name, 'Firing')).toBeVisible()
})

ownServerTest(
  'after a restart of the server the page reconnects and misses nothing',
  async ({ freshBrowser, network, server }) => {
    const before = await apiAs(server, 'dispatcher')
    const driver = (await before.drivers()).find((one) => one.current_status === 'on_the_road')
    if (!driver) throw new Error('no driver of the demo company is on the road')
    const name = fullName(driver.user)
    await signIn(freshBrowser.page(), 'dispatcher')
    const page = await openDriversWith(freshBrowser, { name })
    await expectListening(network)
    network.set('down')
    await server.stop()
    await server.start()
    const api = await apiAs(server, 'admin')
    await setStatus(api, driver.id, 'on_vacation')
    network.set('none')
    await expect(driverStatus(page, name, 'Vacation')).toBeVisible({ timeout: 40_000 })
    await setStatus(api, driver.id, 'firing_process')
    await expect(driverStatus(page, name, 'Firing')).toBeVisible({ timeout: 40_000 })
  },
)

test('after a network that hung, changes are received again', async ({ scene, network, admin }) => {
  const { page, driver, name } = scene
  await expectListening(network)
  network.set('hang')
  await page.getByRole('link', { name: 'Schedule' }).first().click()
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Drivers' }).first().click()
  await setStatus(admin, driver.id, 'on_vacation')
  network.set('none')
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible({ timeout: 40_000 })
  await setStatus(admin, driver.id, 'firing_process')
  await expect(driverStatus(page, name, 'Firing')).toBeVisible({ timeout: 20_000 })
})

/** Opens a planned day in the editor and types into its description. */
async function openDayAndType(page: Page, admin: Api) {
  const drivers = (await admin.schedule()).flatMap((row) => row.drivers)
  const driver = drivers.find(({ days }) => days.some((one) => one.status === 'on_the_road'))
  const day = driver?.days.find((one) => one.status === 'on_the_road')
  if (!driver || !day) throw new Error('no driver of the demo company is on the road this week')
  await openWeek(page)
  const [year = '', month, date] = day.date.split('-')
  const headers = page.getByRole('columnheader')
  await expect(headers.nth(1)).toBeVisible()
  const texts = await headers.allTextContents()
  const column = texts.findIndex((text) => text.includes(`${month}/${date}/${year.slice(2)}`)) - 1
  const cell = page.locator(`[role=gridcell][data-driver="${driver.id}"][data-column="${column}"]`)
  await cell.dblclick()
  const editor = page.getByRole('dialog')
  const typed = editor.getByLabel('Description')
  await typed.fill('Swap trailers at the yard')
  return { day, cell, editor, typed }
}

test('a colleague’s change appears behind an open form, leaves the typed text alone, and both are saved', async ({
  tablet,
  network,
  admin,
}) => {
  const page = tablet.page()
  const { day, cell, editor, typed } = await openDayAndType(page, admin)
  await expectListening(network)
  expect(await admin.patch(`/api/schedule/${day.id}/`, { status: 'firing_process' })).toBe(200)
  await expect(cell).toContainText('Firing')
  await expect(typed).toHaveValue('Swap trailers at the yard')
  await expect(typed).toBeFocused()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await nothingWaits(page)
  const [saved] = await admin.daysOf(day.driver, day.date)
  expect(saved).toMatchObject({ status: 'firing_process', description: 'Swap trailers at the yard' })
})

test('a colleague’s change of the field that the user types in is not overwritten unseen', async ({
  tablet,
  network,
  admin,
}) => {
  const page = tablet.page()
  const { day, cell, editor, typed } = await openDayAndType(page, admin)
  await expectListening(network)
  expect(await admin.patch(`/api/schedule/${day.id}/`, { description: 'Dock 9 at noon' })).toBe(200)
  await expect(cell).toContainText('Dock 9 at noon')
  await expect(typed).toHaveValue('Swap trailers at the yard')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 change needs your attention.')).toBeVisible({ timeout: 20_000 })
  const [stored] = await admin.daysOf(day.driver, day.date)
  expect(stored).toMatchObject({ description: 'Dock 9 at noon' })
})
