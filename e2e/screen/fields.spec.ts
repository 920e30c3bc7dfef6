import type { Page } from '@playwright/test'
import { startBrowser, type UserBrowser } from '#e2e/support/browser.ts'
import { test as atTheOffice } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { checkFields } from '#e2e/support/page/fields.ts'

const TOUCH_TABLET = { width: 820, height: 1180, hasTouch: true }

/** Two touch tablets: an administrator’s used tablet, and a tablet on which no user was ever signed in. */
const test = atTheOffice.extend<{ readonly touchTablet: UserBrowser; readonly freshTablet: UserBrowser }>({
  touchTablet: async ({ network, officeProfile }, use) => {
    const touchTablet = await startBrowser({ url: network.url, ...TOUCH_TABLET, copyOf: officeProfile })
    await use(touchTablet)
    await touchTablet.dispose()
  },
  freshTablet: async ({ network }, use) => {
    const freshTablet = await startBrowser({ url: network.url, ...TOUCH_TABLET })
    await use(freshTablet)
    await freshTablet.dispose()
  },
})

interface Screen {
  readonly path: string
  /** Names of the controls to press, in this order, before the fields are on screen. */
  readonly presses?: readonly (string | RegExp)[]
  /** The least number of fields that are then on screen. */
  readonly fields: number
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  const [first, ...rest] = (['button', 'tab', 'menuitemradio', 'option'] as const).map((role) =>
    page.getByRole(role, { name, exact: typeof name === 'string' }),
  )
  const any = rest.reduce((one, other) => one?.or(other), first)
  await any?.filter({ visible: true }).first().click()
}

/** The faults of the fields of one screen, each with the way to that screen. */
async function faultsOf(page: Page, { path, presses = [], fields }: Screen): Promise<readonly string[]> {
  const where = [path, ...presses].join(' > ')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  for (const name of presses) await press(page, name)
  await expect.poll(async () => (await checkFields(page)).count, { message: where }).toBeGreaterThanOrEqual(fields)
  const { faults } = await checkFields(page)
  const faultsHere = faults.map((fault) => `${where}: ${fault}`)
  const nativeDateFields = await page.locator('input:is([type^=date], [type=time], [type=month], [type=week])').count()
  return nativeDateFields === 0 ? faultsHere : [...faultsHere, `${where}: a date field has the browser’s own calendar`]
}

async function expectNoFaults(page: Page, screens: readonly Screen[]): Promise<void> {
  const faults: string[] = []
  for (const screen of screens) faults.push(...(await faultsOf(page, screen)))
  expect(faults).toEqual([])
}

test('fields on the sign-in and password pages work in every browser and have text large enough for iOS', async ({
  freshTablet,
}) => {
  await expectNoFaults(freshTablet.page(), [
    { path: '/login', fields: 2 },
    { path: '/setup#a-token', fields: 4 },
    { path: '/reset-password', fields: 1 },
    { path: '/new-password?uid=1&token=none', fields: 2 },
  ])
})

test('fields on the pages work in every browser and have text large enough for iOS', async ({ touchTablet }) => {
  await expectNoFaults(touchTablet.page(), [
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

test('fields in dialogs and card editors work in every browser and have text large enough for iOS', async ({
  touchTablet,
}) => {
  await expectNoFaults(touchTablet.page(), [
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

test('fields in the day editor of the schedule work in every browser and have text large enough for iOS', async ({
  touchTablet,
}) => {
  const page = touchTablet.page()
  await page.goto('/schedule?tab=edit&week=30')
  await page.getByRole('gridcell').first().tap()
  await expect.poll(async () => (await checkFields(page)).count).toBeGreaterThanOrEqual(1)
  expect((await checkFields(page)).faults).toEqual([])
})

test('a date field accepts common spellings and a day from the calendar, and rejects an impossible or out-of-range date', async ({
  touchTablet,
}) => {
  const page = touchTablet.page()
  await page.goto('/maintenance')
  await press(page, 'Add Inspection')
  const form = page.getByRole('dialog', { name: 'Add Inspection' })
  const date = form.getByLabel('Due date (optional)')
  const next = form.getByLabel('Shop or carrier')
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

test('“Discard and start new” clears a form completely, including half-typed dates', async ({ touchTablet }) => {
  const page = touchTablet.page()
  await page.goto('/maintenance')
  await press(page, 'Add Inspection')
  const form = page.getByRole('dialog', { name: 'Add Inspection' })
  const [date, career] = [form.getByLabel('Due date (optional)'), form.getByLabel('Shop or carrier')]
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
  await form.getByRole('button', { name: 'Discard and start new' }).click()
  await expect(career).toHaveValue('')
  await expect(date).toHaveValue('')
  await expect(date).not.toHaveAttribute('aria-invalid', 'true')
})

test('tabbing fast through the date fields of a form types into the field that the focus has reached', async ({
  touchTablet,
}) => {
  const page = touchTablet.page()
  await page.goto('/trucks')
  await page.getByRole('button', { name: 'Add truck' }).click()
  const form = page.getByRole('dialog', { name: 'Add truck' })
  const dates = ['Inspection passed', 'Next service', 'Registration expires (optional)'] as const
  for (let run = 0; run < 7; run += 1) {
    await form.getByLabel('GoMotive ID').fill('')
    await form.getByLabel(dates[0]).focus()
    // A date field and its calendar button are one tab stop each.
    const keys = [...dates.flatMap(() => ['Tab', 'Tab']), '8']
    await Promise.all(keys.map((key) => page.keyboard.press(key)))
    await expect(form.getByLabel('GoMotive ID')).toHaveValue('8')
    await expect(form.getByLabel('GoMotive ID')).toBeFocused()
    for (const label of dates) await expect(form.getByLabel(label)).toHaveValue('')
  }
})
