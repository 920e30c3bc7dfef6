import type { Page } from '@playwright/test'
import { type PersonsBrowser, startBrowser } from './support/browser.ts'
import { expect } from './support/expect.ts'
import { faultsOfFields, wordsInDate } from './support/fields.ts'
import { test as atTheOffice } from './support/office.ts'

const HELD = { width: 820, height: 1180, isTouched: true }

/** A tablet in somebody's hand: an administrator's used one, and one on which nobody was ever signed in. */
const test = atTheOffice.extend<{ readonly held: PersonsBrowser; readonly strange: PersonsBrowser }>({
  held: async ({ network, officeProfile }, use) => {
    const held = await startBrowser({ url: network.url, ...HELD, copyOf: officeProfile })
    await use(held)
    await held.dispose()
  },
  strange: async ({ network }, use) => {
    const strange = await startBrowser({ url: network.url, ...HELD })
    await use(strange)
    await strange.dispose()
  },
})

interface Screen {
  readonly path: string
  /** What is pressed there, one after the other, for fields to come. */
  readonly presses?: readonly (string | RegExp)[]
  /** How many fields there are then, at the least. */
  readonly fields: number
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  const [first, ...rest] = (['button', 'tab', 'menuitemradio', 'option'] as const).map((role) =>
    page.getByRole(role, { name, exact: typeof name === 'string' }),
  )
  const any = rest.reduce((one, other) => one?.or(other), first)
  await any?.filter({ visible: true }).first().click()
}

/** What is wrong with the fields of a screen, and in WebKit with its empty dates. */
async function faultsOf(page: Page, { path, presses = [], fields }: Screen): Promise<readonly string[]> {
  const where = [path, ...presses].join(' > ')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  for (const name of presses) await press(page, name)
  await expect.poll(async () => (await faultsOfFields(page)).seen, { message: where }).toBeGreaterThanOrEqual(fields)
  const { faults } = await faultsOfFields(page)
  const found = faults.map((fault) => `${where}: ${fault}`)
  for (const date of await page.locator('input:is([type^=date], [type=time], [type=month], [type=week])').all()) {
    const isEmpty = await date.evaluate((field: HTMLInputElement) => field.value === '' && !field.matches(':focus'))
    const { here, inWebKit } = await wordsInDate(date)
    if (here !== 'none' || (inWebKit !== 'none') !== isEmpty) found.push(`${where}: an empty date says ${inWebKit}`)
  }
  return found
}

async function expectNoFaults(page: Page, screens: readonly Screen[]): Promise<void> {
  const faults: string[] = []
  for (const screen of screens) faults.push(...(await faultsOf(page, screen)))
  expect(faults).toEqual([])
}

test('on the way in all fields are fit for every browser, and large enough for iOS', async ({ strange }) => {
  await expectNoFaults(strange.page(), [
    { path: '/login', fields: 2 },
    { path: '/setup#a-token', fields: 4 },
    { path: '/reset-password', fields: 1 },
    { path: '/new-password?uid=1&token=none', fields: 2 },
  ])
})

test('on the screens all fields are fit for every browser, and large enough for iOS', async ({ held }) => {
  await expectNoFaults(held.page(), [
    { path: '/', presses: ['Add department'], fields: 5 },
    { path: '/drivers', fields: 1 },
    { path: '/dispatchers', presses: [/: choose the drivers of /], fields: 2 },
    { path: '/trucks', presses: [/^Driver of /], fields: 2 },
    { path: '/trailers', fields: 1 },
    { path: '/map', fields: 1 },
    { path: '/users', fields: 0 },
    { path: '/reports', fields: 1 },
    { path: '/outbox', fields: 0 },
    { path: '/device', fields: 0 },
    { path: '/diagnostics', fields: 0 },
    { path: '/maintenance', presses: [/^Vehicles & Assets/], fields: 1 },
  ])
})

test('in the dialogs all fields are fit for every browser, and large enough for iOS', async ({ held }) => {
  await expectNoFaults(held.page(), [
    { path: '/drivers', presses: [/: week, expiry dates/, /^Edit /], fields: 5 },
    { path: '/users', presses: ['Add user'], fields: 6 },
    { path: '/trucks', presses: ['Add truck'], fields: 12 },
    { path: '/trailers', presses: ['Add trailer'], fields: 10 },
    { path: '/maintenance', presses: ['Add Inspection'], fields: 6 },
    { path: '/maintenance', presses: ['Add Inspection', /^Vehicle or asset/], fields: 7 },
    { path: '/maintenance', presses: ['Walk-around'], fields: 1 },
    { path: '/schedule?tab=edit', presses: ['Copy week'], fields: 1 },
  ])
})

test('in a day of the schedule all fields are fit for every browser, and large enough for iOS', async ({ held }) => {
  const page = held.page()
  await page.goto('/schedule?tab=edit&week=30')
  await page.getByRole('gridcell').first().tap()
  await expect.poll(async () => (await faultsOfFields(page)).seen).toBeGreaterThanOrEqual(1)
  expect((await faultsOfFields(page)).faults).toEqual([])
})

test('a date that is empty says so where the browser shows today’s, and says nothing else', async ({ held }) => {
  const page = held.page()
  await page.goto('/maintenance')
  await press(page, 'Add Inspection')
  const date = page.getByRole('dialog').getByLabel('Due date (optional)')
  const inWebKit = async () => (await wordsInDate(date)).inWebKit
  await expect(date).toBeVisible()
  expect(await wordsInDate(date)).toEqual({ here: 'none', inWebKit: '"mm/dd/yyyy"' })
  await date.focus()
  expect(await inWebKit()).toBe('none')
  await page.keyboard.type('1130')
  await page.getByRole('dialog').getByLabel('Career').focus()
  // Half a date: nothing of what was typed is hidden.
  await expect(date).toHaveValue('')
  expect(await inWebKit()).toBe('none')
  await date.fill('2026-11-30')
  await page.getByRole('dialog').getByLabel('Career').focus()
  expect(await inWebKit()).toBe('none')
  await date.fill('')
  await page.getByRole('dialog').getByLabel('Career').focus()
  expect(await inWebKit()).toBe('"mm/dd/yyyy"')
})
