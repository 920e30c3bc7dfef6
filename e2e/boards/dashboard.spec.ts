import type { Locator, Page } from '@playwright/test'
import type { Dashboard, Statistics } from '#contract/boards/dashboard.ts'
import { aShopTruck } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { savedForOffline } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { longDay } from '#src/format/calendar.ts'

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const tile = (page: Page, title: string) => card(page, 'Statistic').getByText(title, { exact: true }).locator('..')

const dashboardOf = (admin: Api) => admin.get<Dashboard>('/api/dashboard/')

/** A Sunday in the form of the button's label: "2026/11/15". */
const slashed = (day: string) => day.replaceAll('-', '/')
const sundayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 7 * 86_400_000).toISOString().slice(0, 10)

async function expectTiles(page: Page, statistics: Statistics): Promise<void> {
  const { total_workers, total_trucks, total_trailers, detention_drivers_count } = statistics
  for (const [title, { current, difference }] of [
    ['Total Workers', total_workers],
    ['Total Trucks', total_trucks],
    ['Total Trailers', total_trailers],
  ] as const) {
    await expect(tile(page, title)).toContainText(`${title}${current}`)
    const words = difference === '0' ? '' : difference.startsWith('-') ? 'fewer' : 'more'
    await expect(tile(page, title)).toContainText(words === '' ? current : `${difference.slice(1)} ${words}`)
  }
  await expect(tile(page, 'Detention / Layover')).toContainText(String(detention_drivers_count))
  await expect(tile(page, 'Driven Miles')).toHaveText('Driven Miles—')
}

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/')
  await expect(tile(page, 'Total Trucks')).toContainText(/\d/)
}

test('an administrator sees the company’s counts as the server has them, and each count opens its list', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await openDashboard(page)
  const { statistics, drivers_by_status, dispatchers_by_status } = await dashboardOf(admin)
  await expectTiles(page, statistics)
  await expect(card(page, 'Dispatchers').getByRole('link', { name: 'Working' })).toContainText(
    String(dispatchers_by_status.working),
  )
  await card(page, 'Drivers').getByRole('link', { name: 'On The Road' }).click()
  await expect(page).toHaveURL(/\/drivers\?filter=on_the_road$/)
  await expect(page.getByTestId('list-count')).toHaveText(new RegExp(`^${drivers_by_status.on_the_road} `))
  await page.goBack()
  for (const [title, url] of [
    ['Total Workers', /\/users$/],
    ['Total Trucks', /\/trucks$/],
    ['Total Trailers', /\/trailers$/],
    ['Detention / Layover', /\/schedule\?filter=detention__layover$/],
  ] as const) {
    await tile(page, title).click()
    await expect(page).toHaveURL(url)
    await page.goBack()
  }
  await card(page, 'Dispatchers').getByRole('link', { name: 'total' }).click()
  await expect(page).toHaveURL(/\/dispatchers$/)
})

test('a truck that another user adds is counted without a reload', async ({ office, admin }) => {
  const page = office.page()
  await openDashboard(page)
  await aShopTruck(admin)
  await expectTiles(page, (await dashboardOf(admin)).statistics)
})

test('an administrator chooses an earlier Sunday by keyboard and sees its figures; before the first Sunday there are none', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await openDashboard(page)
  const { money_by_week, earliest_statistic_date } = await dashboardOf(admin)
  const thisSunday = money_by_week.at(-1)?.sunday ?? ''
  const sunday = sundayBefore(thisSunday)
  await page.getByRole('button', { name: `Start date ${slashed(thisSunday)}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Statistic', exact: true })
  await expect(dialog.getByText('Please enter the dates')).toBeVisible()
  await expectNoFindings(page, 'the Sunday to choose')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  const button = page.getByRole('button', { name: /^Start date/ })
  await expect(button).toBeFocused()

  await button.click()
  // ArrowUp moves one week back from this Sunday.
  await expect(dialog.getByRole('button', { name: longDay(thisSunday), exact: true })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(button).toHaveText(slashed(sunday))
  await expect(button).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`week=${sunday}`))
  await expectTiles(page, await admin.get<Statistics>(`/api/dashboard/statistic_weeks/${sunday}/`))
  await page.getByRole('button', { name: 'This week' }).press('Enter')
  await expect(button).toBeFocused()
  await expectTiles(page, (await dashboardOf(admin)).statistics)

  await page.goto(`/?week=${sundayBefore(earliest_statistic_date ?? '')}`)
  await expect(card(page, 'Statistic')).toContainText("There's no information about statistics on such a day")
  await expect(card(page, 'Drivers')).toContainText('On The Road')
})

test('offline, the last figures are shown with their age, even if the dashboard was never opened on this device', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  await savedForOffline(page)
  const { drivers_by_status, money_by_week } = await dashboardOf(admin)
  const thisSunday = money_by_week.at(-1)?.sunday ?? ''
  network.set('down')
  await page.goto('/')
  await expect(card(page, 'Drivers').getByRole('link', { name: 'total' })).toContainText(
    String(drivers_by_status.total),
  )
  await expect(card(page, 'Statistic')).toContainText(/as of \d/)
  await page.getByRole('button', { name: /^Start date/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Statistic', exact: true })
  await expect(dialog.getByRole('button', { name: longDay(thisSunday), exact: true })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(card(page, 'Statistic')).toContainText('The statistics are not saved on this device yet.')
  await page.goto('/?week=2020-01-05')
  await expect(card(page, 'Statistic')).toContainText("There's no information about statistics on such a day")
  await page.getByRole('button', { name: 'This week' }).click()
  await expect(tile(page, 'Total Trucks')).toContainText(/\d/)
  network.set('none')
})

test('figures on screen show their age as soon as the network is lost', async ({ office, network }) => {
  const page = office.page()
  await openDashboard(page)
  for (const name of ['Statistic', 'Drivers', 'Gross revenue by week', 'Contacts'])
    await expect(card(page, name)).not.toContainText('as of')
  network.set('down')
  await expect(page.getByText(/^Offline since/)).toBeVisible()
  for (const name of ['Statistic', 'Drivers', 'Gross revenue by week', 'Contacts'])
    await expect(card(page, name)).toContainText(/as of \d/)
})

test('dashboard cards are as large while their figures load as with the figures', async ({
  signedOutBrowser,
  network,
}) => {
  const page = signedOutBrowser.page()
  network.set('hold_answer', ({ path }) => path.startsWith('/api/dashboard/') && !path.includes('contacts'))
  await signIn(page, 'admin')
  const names = ['Statistic', 'Dispatchers', 'Drivers', 'Drivers by status', 'Tolls and fuel by week'] as const
  const boxes = () => Promise.all(names.map((name) => card(page, name).boundingBox()))
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expect(card(page, 'Drivers').locator('[aria-busy=true]')).toBeVisible()
    const before = await boxes()
    await expect.poll(() => network.heldResponseCount()).toBeGreaterThan(0)
    await expect
      .poll(async () => {
        network.deliverHeldResponses()
        return tile(page, 'Total Trucks').textContent()
      })
      .toMatch(/\d/)
    expect(await boxes(), `${width} px`).toEqual(before)
    // From a page outside the app: the app's last writes when it is left would restore what is deleted here.
    await page.goto('/api/health/')
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases())
        await new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name!)
          request.onsuccess = resolve
          request.onerror = reject
        })
    })
  }
})

test('half a year of revenue can be read as a table by keyboard alone, in a card of the same size', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await openDashboard(page)
  const { money_by_week } = await dashboardOf(admin)
  const revenue = card(page, 'Gross revenue by week')
  const before = await revenue.boundingBox()
  await revenue.getByRole('button', { name: 'As a table' }).focus()
  await page.keyboard.press('Enter')
  const rows = revenue.getByRole('row')
  await expect(rows).toHaveCount(money_by_week.length + 1)
  const last = money_by_week.at(-2)?.revenue ?? 0
  await expect(rows.nth(2)).toContainText(last.toLocaleString('en-US', { style: 'currency', currency: 'USD' }))
  await page.keyboard.press('Tab')
  await expect(revenue.getByRole('region', { name: 'Gross revenue by week, as a table' })).toBeFocused()
  expect(await revenue.boundingBox()).toEqual(before)
  await expectNoFindings(page, 'the dashboard with a table')
})

test('a user who is not an administrator sees no company figures', async ({ tablet }) => {
  const page = tablet.page()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Saved for offline/)).toBeVisible({ timeout: 30_000 })
  for (const name of ['Statistic', 'Drivers', 'Gross revenue by week']) await expect(card(page, name)).toHaveCount(0)
})

test('a server error is shown in place of the figures, and “Try again” fetches them', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  await openDashboard(page)
  network.set('error_500')
  const { earliest_statistic_date } = await dashboardOf(admin)
  await page.goto(`/?week=${earliest_statistic_date}`)
  await expect(card(page, 'Statistic').getByRole('button', { name: 'Try again' })).toBeVisible()
  network.set('none')
  await card(page, 'Statistic').getByRole('button', { name: 'Try again' }).press('Enter')
  await expectTiles(page, await admin.get<Statistics>(`/api/dashboard/statistic_weeks/${earliest_statistic_date}/`))
  await expect(card(page, 'Statistic').getByRole('heading')).toBeFocused()
})
