import type { Page } from '@playwright/test'
import { type PersonsBrowser, startBrowser } from '#e2e/support/browser.ts'
import { test as atTheOffice } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { faultsOfFields } from '#e2e/support/page/fields.ts'

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

/** What is wrong with the fields of a screen. */
async function faultsOf(page: Page, { path, presses = [], fields }: Screen): Promise<readonly string[]> {
  const where = [path, ...presses].join(' > ')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  for (const name of presses) await press(page, name)
  await expect.poll(async () => (await faultsOfFields(page)).seen, { message: where }).toBeGreaterThanOrEqual(fields)
  const { faults } = await faultsOfFields(page)
  const found = faults.map((fault) => `${where}: ${fault}`)
  const drawn = await page.locator('input:is([type^=date], [type=time], [type=month], [type=week])').count()
  return drawn === 0 ? found : [...found, `${where}: a day has the browser's own calendar`]
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
    { path: '/security', presses: [/^Event/], fields: 1 },
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

test('a day is typed as people write it, is picked from the same calendar everywhere, and no other is taken', async ({
  held,
}) => {
  const page = held.page()
  await page.goto('/maintenance')
  await press(page, 'Add Inspection')
  const form = page.getByRole('dialog', { name: 'Add Inspection' })
  const date = form.getByLabel('Due date (optional)')
  const next = form.getByLabel('Career')
  for (const text of ['12/05/27', '120527', '12/5/2027', '2027-12-05']) {
    await date.fill(text)
    await next.focus()
    await expect(date, text).toHaveValue('12/05/2027')
  }
  for (const [text, words] of [
    ['1130', 'Date input not valid. Enter it as mm/dd/yyyy.'],
    ['12/05/0027', 'Enter a date between 1990 and 2099.'],
    ['2100-01-01', 'Enter a date between 1990 and 2099.'],
  ] as const) {
    await date.fill(text)
    await next.focus()
    await expect(date, text).toHaveAccessibleDescription(words)
    await expect(date, text).toHaveAttribute('aria-invalid', 'true')
  }
  await date.fill('12/05/27')
  await form.getByRole('button', { name: 'Open the calendar' }).tap()
  const calendar = page.getByRole('dialog', { name: 'Due date', exact: true })
  await expect(calendar.getByRole('grid', { name: 'December 2027' })).toBeVisible()
  const day = calendar.getByRole('button', { name: 'Friday, December 10, 2027' })
  const box = await day.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await expectNoFindings(page, 'the calendar of a field')
  await day.tap()
  await expect(calendar).toBeHidden()
  await expect(date).toHaveValue('12/10/2027')
  await expect(form).toBeVisible()
})

test('who starts a form over finds no half of a date in it', async ({ held }) => {
  const page = held.page()
  await page.goto('/maintenance')
  await press(page, 'Add Inspection')
  const form = page.getByRole('dialog', { name: 'Add Inspection' })
  const [date, career] = [form.getByLabel('Due date (optional)'), form.getByLabel('Career')]
  await career.fill('Lakeshore Haulage')
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await press(page, 'Add Inspection')
  await expect(career).toHaveValue('Lakeshore Haulage')
  for (const half of ['1130', '12/', 'tomorrow']) {
    await date.fill(half)
    await career.focus()
    await expect(date).toHaveAccessibleDescription('Date input not valid. Enter it as mm/dd/yyyy.')
  }
  await form.getByRole('button', { name: 'Start over' }).click()
  await expect(career).toHaveValue('')
  await expect(date).toHaveValue('')
  await expect(date).not.toHaveAttribute('aria-invalid', 'true')
})

test('a person who tabs fast through the dates of a form types into the field that is reached', async ({ held }) => {
  const page = held.page()
  await page.goto('/trucks')
  await page.getByRole('button', { name: 'Add truck' }).click()
  const form = page.getByRole('dialog', { name: 'Add truck' })
  const dates = ['Inspection passed', 'Next service', 'Registration expires (optional)'] as const
  for (let run = 0; run < 7; run += 1) {
    await form.getByLabel('GoMotive ID').fill('')
    await form.getByLabel(dates[0]).focus()
    // A date and the button of its calendar are a stop each.
    const keys = [...dates.flatMap(() => ['Tab', 'Tab']), '8']
    await Promise.all(keys.map((key) => page.keyboard.press(key)))
    await expect(form.getByLabel('GoMotive ID')).toHaveValue('8')
    await expect(form.getByLabel('GoMotive ID')).toBeFocused()
    for (const label of dates) await expect(form.getByLabel(label)).toHaveValue('')
  }
})
