import type { Page, Request } from '@playwright/test'
import { fullName } from '#contract/wire/people.ts'
import { aDriver } from '#e2e/support/company/teams.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { test as alone } from '#e2e/support/fixtures.ts'
import { drivers } from '#e2e/support/kill-point.ts'
import { DRIVERS_LIST, driversAskedFor, listens, setStatus, streamsOpened } from '#e2e/support/news.ts'
import { driverCard, driverStatus, nothingWaits, openWeek, setDriverStatus } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'

/** What the browser says of the tab when another one is put in front of it. */
async function setVisible(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/**
 * Waits until the list of drivers has been answered to its end. Chromium says at times of an answer that a page reads part by
 * part that it was broken off, though the page has all of it.
 */
function answered(page: Page): Promise<unknown> {
  const isList = (request: Request) => DRIVERS_LIST.test(request.url())
  return Promise.race([page.waitForEvent('requestfinished', isList), page.waitForEvent('requestfailed', isList)])
}

test('what one person changes appears at another one, without a reload', async ({ scene, network, installed }) => {
  const { page, name } = scene
  await listens(network)
  const other = installed.page()
  await signIn(other, 'admin')
  await other.goto('/drivers')
  await setDriverStatus(other, name, 'Vacation')
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
})

test('a menu that is open on a card stays open with the keyboard in it when a colleague adds a driver before it', async ({
  scene: { page, name },
  network,
  admin,
}) => {
  await listens(network)
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

test('a list is as long as its cards when a colleague adds a driver before one that is opened', async ({
  scene: { page, name },
  network,
  admin,
}) => {
  await listens(network)
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

// On a new tablet: one that was away for a while is told of all that happened since, and asks for the lists once more.
test('one’s own change is fetched once, and so is a colleague’s', async ({ ownScene, network, admin }) => {
  const { page, driver, name } = ownScene
  const asked = await driversAskedFor({ page, network, admin, driver })
  const before = asked()
  const answer = answered(page)
  await setDriverStatus(page, name, 'Detention / Layover')
  await nothingWaits(page)
  // Only what happens after it was answered has to be fetched anew.
  await answer
  expect(asked()).toBe(before + 1)
  await setStatus(admin, driver.id, 'firing_process')
  await expect(driverStatus(page, name, 'Firing')).toBeVisible()
  expect(asked()).toBe(before + 2)
})

test('a tab that nobody looks at catches up when it is shown', async ({ ownScene, network, admin }) => {
  const { page, driver, name } = ownScene
  // What the page asks for on its own account once it is open is no word of a colleague's change.
  const asked = await driversAskedFor({ page, network, admin, driver })
  await setVisible(page, 'hidden')
  const before = asked()
  await setStatus(admin, driver.id, 'detention__layover')
  // The word of it has come and is known; a second change would come after it.
  await setStatus(admin, driver.id, 'firing_process')
  expect(asked()).toBe(before)
  await setVisible(page, 'visible')
  await expect(driverStatus(page, name, 'Firing')).toBeVisible()
  expect(asked()).toBeGreaterThan(before)
})

test('two tabs share one stream, and the one that is left goes on', async ({ scene, tablet, network, admin }) => {
  const { page: left, driver, name } = scene
  await listens(network)
  const right = await tablet.context().newPage()
  await right.goto('/drivers')
  await expect(driverCard(right, name)).toBeVisible()
  await setStatus(admin, driver.id, 'on_vacation')
  await expect(driverStatus(left, name, 'Vacation')).toBeVisible()
  await expect(driverStatus(right, name, 'Vacation')).toBeVisible()
  const before = streamsOpened(network)
  await left.close()
  await listens(network, before + 1)
  await setStatus(admin, driver.id, 'firing_process')
  await expect(driverStatus(right, name, 'Firing')).toBeVisible()
})

alone(
  'a server that was restarted is gone on with, and nothing is missed',
  async ({ browserOfOne, network, server }) => {
    const before = await apiAs(server, 'dispatcher')
    const driver = (await before.drivers()).find((one) => one.current_status === 'on_the_road')
    if (!driver) throw new Error('nobody of the demo company is on the road')
    const name = fullName(driver.user)
    await signIn(browserOfOne.page(), 'dispatcher')
    const page = await drivers(browserOfOne, { name })
    await listens(network)
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

test('after a network that hung, what changes is heard again', async ({ scene, network, admin }) => {
  const { page, driver, name } = scene
  await listens(network)
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

/** A dispatcher has a planned day open in the editor, and has typed into its description. */
async function typingAboutADay(page: Page, admin: Api) {
  const drivers = (await admin.schedule()).flatMap((row) => row.drivers)
  const driver = drivers.find(({ days }) => days.some((one) => one.status === 'on_the_road'))
  const day = driver?.days.find((one) => one.status === 'on_the_road')
  if (!driver || !day) throw new Error('nobody of the demo company is on the road this week')
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

test('a colleague’s change shows behind an open form, leaves what is typed alone, and both are kept', async ({
  tablet,
  network,
  admin,
}) => {
  const page = tablet.page()
  const { day, cell, editor, typed } = await typingAboutADay(page, admin)
  await listens(network)
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

test('what a colleague typed meanwhile is not overwritten unseen', async ({ tablet, network, admin }) => {
  const page = tablet.page()
  const { day, cell, editor, typed } = await typingAboutADay(page, admin)
  await listens(network)
  expect(await admin.patch(`/api/schedule/${day.id}/`, { description: 'Dock 9 at noon' })).toBe(200)
  await expect(cell).toContainText('Dock 9 at noon')
  await expect(typed).toHaveValue('Swap trailers at the yard')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 change could not be sent as it is.')).toBeVisible({ timeout: 20_000 })
  const [kept] = await admin.daysOf(day.driver, day.date)
  expect(kept).toMatchObject({ description: 'Dock 9 at noon' })
})
