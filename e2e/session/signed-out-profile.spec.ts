import type { Page } from '@playwright/test'
import { startBrowser, type UserBrowser } from '#e2e/support/browser.ts'
import { addReports, companyValues, uniqueText } from '#e2e/support/company/company-values.ts'
import { chooseTrucks, openExpenses, tollCard, tollVehiclesOf } from '#e2e/support/company/expenses.ts'
import { test } from '#e2e/support/company/yard.ts'
import { searchProfile } from '#e2e/support/device/profile-search.ts'
import { draftsAsText } from '#e2e/support/device/stored-drafts.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, dayCell, nothingWaits, openWeek, savedForOffline, setDay } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

/** The least number of company values to search for. */
const MIN_VALUES = 1_000
/** The number of reports to write first, because the demo company has fewer than `MIN_VALUES` values. */
const WRITTEN_REPORTS = 700

/** Signs in and opens all pages; the device stores what they show. */
async function openAllPages(page: Page, admin: Api): Promise<void> {
  await signIn(page, 'admin', { remember: true })
  await readyForOffline(page)
  await openExpenses(page)
  const truck = (await tollVehiclesOf(admin)).find(({ UnitNumber, Plate }) => UnitNumber !== '' && Plate !== '')
  if (!truck) throw new Error('no truck is known by its plate')
  await chooseTrucks(page, [truck.UnitNumber])
  await expect(tollCard(page)).toContainText('Chosen Trucks · 1')
  for (const path of [
    '/drivers',
    '/trucks',
    '/trailers',
    '/dispatchers',
    '/users',
    '/maintenance',
    '/map',
    '/outbox',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('main')).not.toBeEmpty()
  }
  await savedForOffline(page)
}

interface WrittenTexts {
  /** Stays in the outbox after the sign-out. */
  readonly waiting: string
  /** Were in a database and are deleted before the sign-out. */
  readonly deleted: readonly string[]
}

/** Sends a change, discards a draft, undoes a change, and leaves one waiting in the outbox. Leaves the network down. */
async function writeTexts(page: Page, network: UnreliableProxy, name: string): Promise<WrittenTexts> {
  const [sent, givenUp, undone, waiting] = ['Sent', 'Given up', 'Undone', 'Waits'].map(uniqueText) as [
    string,
    string,
    string,
    string,
  ]
  await openWeek(page)
  await setDay(page, dayCell(page, name, 1), 'Vacation', sent)
  await nothingWaits(page)
  await dayCell(page, name, 2).dblclick()
  await page.getByRole('dialog').getByLabel('Description').fill(givenUp)
  await expect.poll(() => page.evaluate(draftsAsText)).toContain(givenUp)
  await page.keyboard.press('Escape')
  const offer = page.getByRole('region', { name: 'Not saved yet' })
  await offer.getByRole('button', { name: 'Discard' }).click()
  await expect(offer).toHaveCount(0)
  network.set('down')
  await setDay(page, dayCell(page, name, 3), 'Vacation', undone)
  await changesWaiting(page, 1)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(dayCell(page, name, 3)).not.toHaveAccessibleName(new RegExp(undone))
  await setDay(page, dayCell(page, name, 4), 'Vacation', waiting)
  return { waiting, deleted: [sent, givenUp, undone] }
}

async function logOut(page: Page, network: UnreliableProxy, mode: 'down' | 'none'): Promise<void> {
  network.set(mode)
  if (mode === 'none') await nothingWaits(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: mode === 'none' ? 'Confirm' : 'Keep and log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  // The key leaves the browser’s files a moment later, when the app no longer recreates and drops these two databases.
  let calm = 0
  const roundsWithoutDatabases = async () => {
    const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    calm = names.includes('haulyard-keys') || names.includes('haulyard-scratch') ? 0 : calm + 1
    return calm
  }
  await expect.poll(roundsWithoutDatabases, { intervals: [100] }).toBeGreaterThan(5)
}

/** Resolves with a value picked from the response that the page receives to a call of `path`. */
function pickFromResponse(network: UnreliableProxy, path: string, pick: (answer: string) => string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  network.rewrite(path, (body) => {
    resolve(pick(body))
    return body
  })
  return promise
}

/**
 * Closes the browser and searches its profile for the values. Also searches for a control value that was stored in
 * clear: a search that misses the control proves nothing.
 */
async function closeAndSearchProfile(browser: UserBrowser, values: readonly string[]) {
  const control = uniqueText('Left in clear')
  await browser.page().evaluate((text) => localStorage.setItem('left-in-clear', text), control)
  await browser.close()
  const found = await searchProfile(browser.profile, [...values, control])
  expect(found.map(({ value }) => value)).toContain(control)
  return found.filter(({ value }) => value !== control)
}

for (const mode of ['none', 'down'] as const) {
  const where = mode === 'down' ? 'without a network' : 'with a network'
  test(`after a sign-out ${where} a search of the whole browser profile finds no company data`, async ({
    yard,
    network,
    installedProfile,
    admin,
    height,
    subject,
  }) => {
    await addReports(admin, await apiAs(yard.server, 'manager'), WRITTEN_REPORTS)
    const values = await companyValues(admin)
    expect(values.length).toBeGreaterThanOrEqual(MIN_VALUES)
    // A full browser, unlike the headless shell, also stores page contents for restoring them after a crash.
    const browser = await startBrowser({ url: network.url, height, isFullChromium: true, copyOf: installedProfile })
    const key = pickFromResponse(network, '/api/auth/device_key/', (body) => JSON.parse(body).keys[0].key)
    const half = pickFromResponse(network, '/api/auth/jwt/create/', (body) => JSON.parse(body).refresh)
    await openAllPages(browser.page(), admin)
    const { waiting, deleted } = await writeTexts(browser.page(), network, subject.name)
    await logOut(browser.page(), network, mode)
    const keyText = await key
    const bytes = Buffer.from(keyText, 'base64url').toString('latin1')
    expect(await closeAndSearchProfile(browser, [...values, ...deleted, waiting, keyText, bytes, await half])).toEqual(
      [],
    )
    await browser.dispose()
  })
}
