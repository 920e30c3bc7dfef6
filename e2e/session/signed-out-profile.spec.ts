import type { Page } from '@playwright/test'
import { type PersonsBrowser, startBrowser } from '#e2e/support/browser.ts'
import { aText, companyValues, writtenReports } from '#e2e/support/company/company-values.ts'
import { chooseTrucks, openExpenses, tollCard, tollVehiclesOf } from '#e2e/support/company/expenses.ts'
import { test } from '#e2e/support/company/yard.ts'
import { draftsAsText } from '#e2e/support/device/kept-drafts.ts'
import { searchProfile } from '#e2e/support/device/profile-search.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, dayCell, nothingWaits, openWeek, savedForOffline, setDay } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

/** So many values of the company are looked for, at the least. */
const VALUES = 1_000
/** Written for the test: what the demo company has is fewer. */
const WRITTEN = 700

/** Opens what there is, as a person does who looks around; the device keeps all of it. */
async function lookAround(page: Page, admin: Api): Promise<void> {
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

interface Written {
  /** Stays in the outbox over the sign-out. */
  readonly waits: string
  /** Was in a database, and is deleted there by then. */
  readonly deleted: readonly string[]
}

/** Types and gives up, changes and undoes, sends, and leaves a change that waits; the network is down from then on. */
async function write(page: Page, network: UnreliableProxy, name: string): Promise<Written> {
  const [sent, givenUp, undone, waits] = ['Sent', 'Given up', 'Undone', 'Waits'].map(aText) as [
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
  await setDay(page, dayCell(page, name, 4), 'Vacation', waits)
  return { waits, deleted: [sent, givenUp, undone] }
}

async function logOut(page: Page, network: UnreliableProxy, mode: 'down' | 'none'): Promise<void> {
  network.set(mode)
  if (mode === 'none') await nothingWaits(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: mode === 'none' ? 'Confirm' : 'Keep and log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  // A moment later the key is out of the browser's files: what is made and dropped for it comes no more.
  let calm = 0
  const looks = async () => {
    const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    calm = names.includes('haulyard-keys') || names.includes('haulyard-scratch') ? 0 : calm + 1
    return calm
  }
  await expect.poll(looks, { intervals: [100] }).toBeGreaterThan(5)
}

/** What the page is given in an answer to a call. */
function given(network: UnreliableProxy, path: string, pick: (answer: string) => string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  network.rewrite(path, (body) => {
    resolve(pick(body))
    return body
  })
  return promise
}

/** Searches the profile for values, with one that a page has left there in clear: what a search does not see proves nothing. */
async function searched(browser: PersonsBrowser, values: readonly string[]) {
  const control = aText('Left in clear')
  await browser.page().evaluate((text) => localStorage.setItem('left-in-clear', text), control)
  await browser.close()
  const found = await searchProfile(browser.profile, [...values, control])
  expect(found.map(({ value }) => value)).toContain(control)
  return found.filter(({ value }) => value !== control)
}

for (const mode of ['none', 'down'] as const) {
  const where = mode === 'down' ? 'without a network' : 'with a network'
  test(`after a sign-out ${where} a search of the whole profile finds nothing of the company`, async ({
    yard,
    network,
    installedProfile,
    admin,
    height,
    subject,
  }) => {
    await writtenReports(admin, await apiAs(yard.server, 'manager'), WRITTEN)
    const values = await companyValues(admin)
    expect(values.length).toBeGreaterThanOrEqual(VALUES)
    // A whole browser also remembers what pages looked like, to show them again after a crash.
    const browser = await startBrowser({ url: network.url, height, isWhole: true, copyOf: installedProfile })
    const key = given(network, '/api/auth/device_key/', (body) => JSON.parse(body).keys[0].key)
    const half = given(network, '/api/auth/jwt/create/', (body) => JSON.parse(body).refresh)
    await lookAround(browser.page(), admin)
    const { waits, deleted } = await write(browser.page(), network, subject.name)
    await logOut(browser.page(), network, mode)
    const keyText = await key
    const bytes = Buffer.from(keyText, 'base64url').toString('latin1')
    expect(await searched(browser, [...values, ...deleted, waits, keyText, bytes, await half])).toEqual([])
    await browser.dispose()
  })
}
