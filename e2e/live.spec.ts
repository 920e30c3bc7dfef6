import { expect, type Page } from '@playwright/test'
import { type Api, apiAs } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import { test } from './support/fixtures.ts'
import { dispatcherAtTheDrivers } from './support/scene.ts'
import { driverCard, driverStatus, nothingWaits, setDriverStatus } from './support/screens.ts'
import { signIn } from './support/sign-in.ts'
import type { UnreliableProxy } from './support/unreliable-proxy.ts'

const streamsOpened = (network: UnreliableProxy) =>
  network.calls().filter((call) => call.startsWith('GET /api/events/')).length
/** Waits until the page listens, for the n-th time. */
const listens = (network: UnreliableProxy, times = 1) =>
  expect.poll(() => streamsOpened(network), { timeout: 20_000 }).toBeGreaterThanOrEqual(times)
const setStatus = async (api: Api, driver: number, status: string) =>
  expect(await api.patch(`/api/drivers/${driver}/`, { status })).toBe(200)

/** What the browser says of the tab when another one is put in front of it. */
async function setVisible(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('what one person changes appears at another one, without a reload', async ({ browserOfOne, network, server }) => {
  const { page, name } = await dispatcherAtTheDrivers(browserOfOne, server)
  await listens(network)
  const other = await startBrowser({ url: server.url })
  await signIn(other.page(), 'admin')
  await other.page().goto('/drivers')
  await setDriverStatus(other.page(), name, 'Vacation')
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
  await other.dispose()
})

test('one’s own change is fetched once, and so is a colleague’s', async ({ browserOfOne, network, server }) => {
  const { page, driver, name } = await dispatcherAtTheDrivers(browserOfOne, server)
  const api = await apiAs(server, 'admin')
  await listens(network)
  // What the device keeps of the whole list is fetched besides, in larger pages.
  const lists = () => network.calls().filter((call) => /^GET \/api\/drivers\/\?.*limit=50$/.test(call)).length
  const before = lists()
  await setDriverStatus(page, name, 'Vacation')
  await nothingWaits(page)
  await expect.poll(lists).toBe(before + 1)
  await setStatus(api, driver.id, 'firing_process')
  await expect(driverStatus(page, name, 'Firing')).toBeVisible()
  expect(lists()).toBe(before + 2)
})

test('a tab that nobody looks at catches up when it is shown', async ({ browserOfOne, network, server }) => {
  const { page, driver, name } = await dispatcherAtTheDrivers(browserOfOne, server)
  const api = await apiAs(server, 'admin')
  await listens(network)
  await setVisible(page, 'hidden')
  const before = network.calls().length
  await setStatus(api, driver.id, 'on_vacation')
  // The word of it has come and is known; a second change would come after it.
  await setStatus(api, driver.id, 'firing_process')
  expect(
    network
      .calls()
      .slice(before)
      .filter((call) => call.startsWith('GET /api/drivers/')),
  ).toEqual([])
  await setVisible(page, 'visible')
  await expect(driverStatus(page, name, 'Firing')).toBeVisible()
})

test('two tabs share one stream, and the one that is left goes on', async ({ browserOfOne, network, server }) => {
  const { page: left, driver, name } = await dispatcherAtTheDrivers(browserOfOne, server, { remember: true })
  const api = await apiAs(server, 'admin')
  await listens(network)
  const right = await browserOfOne.context().newPage()
  await right.goto('/drivers')
  await expect(driverCard(right, name)).toBeVisible()
  await setStatus(api, driver.id, 'on_vacation')
  await expect(driverStatus(left, name, 'Vacation')).toBeVisible()
  await expect(driverStatus(right, name, 'Vacation')).toBeVisible()
  const before = streamsOpened(network)
  await left.close()
  await listens(network, before + 1)
  await setStatus(api, driver.id, 'firing_process')
  await expect(driverStatus(right, name, 'Firing')).toBeVisible()
})

test('a server that was restarted is gone on with, and nothing is missed', async ({
  browserOfOne,
  network,
  server,
}) => {
  const { page, driver, name } = await dispatcherAtTheDrivers(browserOfOne, server)
  await listens(network)
  network.set('down')
  await server.stop()
  await server.start()
  const api = await apiAs(server, 'admin')
  await setStatus(api, driver.id, 'on_vacation')
  network.set('none')
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible({ timeout: 40_000 })
  await listens(network, streamsOpened(network))
  await setStatus(api, driver.id, 'firing_process')
  await expect(driverStatus(page, name, 'Firing')).toBeVisible({ timeout: 40_000 })
})

test('after a network that hung, what changes is heard again', async ({ browserOfOne, network, server }) => {
  const { page, driver, name } = await dispatcherAtTheDrivers(browserOfOne, server)
  const api = await apiAs(server, 'admin')
  await listens(network)
  network.set('hang')
  await page.getByRole('link', { name: 'Schedule' }).first().click()
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Drivers' }).first().click()
  await setStatus(api, driver.id, 'on_vacation')
  network.set('none')
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible({ timeout: 40_000 })
  await setStatus(api, driver.id, 'firing_process')
  await expect(driverStatus(page, name, 'Firing')).toBeVisible({ timeout: 20_000 })
})

/** A dispatcher has a planned day open in the editor, and has typed into its description. */
async function typingAboutADay(page: Page, api: Api) {
  const drivers = (await api.schedule()).flatMap((row) => row.drivers)
  const driver = drivers.find(({ days }) => days.some((one) => one.status === 'on_the_road'))
  const day = driver?.days.find((one) => one.status === 'on_the_road')
  if (!driver || !day) throw new Error('nobody of the demo company is on the road this week')
  await signIn(page, 'dispatcher')
  await page.goto('/schedule?tab=edit')
  const [year = '', month, date] = day.date.split('-')
  const headers = page.getByRole('columnheader')
  await expect(headers.nth(1)).toBeVisible()
  const texts = await headers.allTextContents()
  const column = texts.findIndex((text) => text.includes(`${month}/${date}/${year.slice(2)}`)) - 1
  const cell = page.locator(`[role=gridcell][data-driver="${driver.id}"][data-column="${column}"]`)
  await cell.click()
  const editor = page.getByRole('dialog')
  const typed = editor.getByLabel('Description')
  await typed.fill('Swap trailers at the yard')
  return { day, cell, editor, typed }
}

test('a colleague’s change shows behind an open form, leaves what is typed alone, and both are kept', async ({
  browserOfOne,
  network,
  server,
}) => {
  const api = await apiAs(server, 'admin')
  const page = browserOfOne.page()
  const { day, cell, editor, typed } = await typingAboutADay(page, api)
  await listens(network)
  expect(await api.patch(`/api/schedule/${day.id}/`, { status: 'firing_process' })).toBe(200)
  await expect(cell).toContainText('Firing')
  await expect(typed).toHaveValue('Swap trailers at the yard')
  await expect(typed).toBeFocused()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await nothingWaits(page)
  const [saved] = await api.daysOf(day.driver, day.date)
  expect(saved).toMatchObject({ status: 'firing_process', description: 'Swap trailers at the yard' })
})

test('what a colleague typed meanwhile is not overwritten unseen', async ({ browserOfOne, network, server }) => {
  const api = await apiAs(server, 'admin')
  const page = browserOfOne.page()
  const { day, cell, editor, typed } = await typingAboutADay(page, api)
  await listens(network)
  expect(await api.patch(`/api/schedule/${day.id}/`, { description: 'Dock 9 at noon' })).toBe(200)
  await expect(cell).toContainText('Dock 9 at noon')
  await expect(typed).toHaveValue('Swap trailers at the yard')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 change could not be sent as it is.')).toBeVisible({ timeout: 20_000 })
  const [kept] = await api.daysOf(day.driver, day.date)
  expect(kept).toMatchObject({ description: 'Dock 9 at noon' })
})
