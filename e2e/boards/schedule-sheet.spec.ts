import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ScheduleRow } from '#contract/boards/schedule.ts'
import { fullName } from '#contract/wire/people.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { pagesOf } from '#e2e/support/files/pdf.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { dayCell, openWeek, setDay } from '#e2e/support/page/screens.ts'

test.use({ opensDrivers: false })

const LANDSCAPE = { width: 792, height: 612 }
const sheets = (page: Page) => page.getByRole('region', { name: 'Sheets' }).getByRole('article')
const leads = ({ drivers }: ScheduleRow) => drivers.length > 0
const print = (page: Page) => page.pdf({ preferCSSPageSize: true, format: 'Letter' })

/** The file that the CSV button downloads, with its name. */
async function csvOf(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** How far the page can be scrolled sideways, in pixels. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('the week is printed as one landscape page per dispatcher, online and offline', async ({ tablet, api }) => {
  const page = tablet.page()
  const teams = (await api.schedule()).filter(leads)
  await openWeek(page)
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Print the schedule' })).toBeVisible()
  await expect(sheets(page)).toHaveCount(teams.length)
  const [first] = teams
  const sheet = sheets(page).first()
  await expect(sheet.getByRole('heading', { name: first?.user ? fullName(first.user) : '' })).toBeVisible()
  await expect(sheet.getByRole('rowheader')).toHaveCount(first?.drivers.length ?? 0)
  await expect(sheet).toContainText(/As of \d\d\/\d\d\/\d\d \d+:\d\d [AP]M · Printed \d\d\/\d\d\/\d\d/)
  expect(pagesOf(await print(page))).toEqual(teams.map(() => LANDSCAPE))

  await tablet.context().setOffline(true)
  await page.goto('/schedule/print')
  await expect(page.getByText(/^Offline since/)).toBeVisible()
  await expect(sheets(page)).toHaveCount(teams.length)
  expect(pagesOf(await print(page))).toEqual(teams.map(() => LANDSCAPE))
  await page.getByRole('link', { name: 'Back to the schedule' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(page.getByRole('heading', { level: 1, name: 'Print the schedule' })).toBeVisible()
})

test('only the sheets are printed, black on white even in the dark color scheme', async ({ tablet }) => {
  const page = tablet.page()
  await page.goto('/schedule/print?week=1')
  await expect(sheets(page).first()).toBeVisible()
  await page.evaluate(() => {
    Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') })
  })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  for (const shell of ['banner', 'navigation', 'button', 'link'] as const) {
    await expect(page.getByRole(shell)).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  const colors = await sheets(page)
    .first()
    .evaluate((sheet) => {
      const paper = getComputedStyle(document.documentElement)
      return [getComputedStyle(sheet).color, paper.backgroundColor, paper.colorScheme]
    })
  expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'light'])
})

test('a waiting change is marked in words on its printed sheet', async ({ tablet, subject }) => {
  const page = tablet.page()
  await openWeek(page)
  await tablet.context().setOffline(true)
  await page.goto('/schedule?tab=edit')
  await setDay(page, dayCell(page, subject.name, 1), 'Safety Orientation', 'Yard 7, 09:00')
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  const sheet = sheets(page).filter({ hasText: subject.name })
  const row = sheet.getByRole('row').filter({ hasText: subject.name })
  await expect(row).toContainText('Safety Orientation: Yard 7, 09:00Waiting to be sent')
  await expect(sheet).toContainText('1 change that the server has not confirmed is marked')
  await page.getByRole('link', { name: 'Back to the schedule' }).click()
  await expect(page).toHaveURL(/tab=edit/)
})

test('the CSV file made offline is identical to the one made online', async ({ tablet, api }) => {
  const page = tablet.page()
  const drivers = (await api.schedule()).flatMap((row) => row.drivers)
  await openWeek(page)
  const online = await csvOf(page)
  await expect(page.getByText(`has ${drivers.length} drivers, a row each`)).toBeVisible()
  expect(online.name).toMatch(/^schedule-(\d{4}-\d\d-\d\d)-to-(?!\1)\d{4}-\d\d-\d\d\.csv$/)
  expect([...online.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = online.bytes.toString('utf8').split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFDispatcher,Driver,Truck,Trailer(,[A-Z][a-z]{2} \d\d\/\d\d\/\d\d){7}$/)
  expect(lines).toHaveLength(drivers.length + 2)

  await tablet.context().setOffline(true)
  await page.goto('/schedule')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  const offline = await csvOf(page)
  expect(offline.name).toBe(online.name)
  expect(offline.bytes.equals(online.bytes)).toBe(true)
})

test('a week that is not on the device says so, on the print page too, and gives no CSV file', async ({
  tablet,
  network,
}) => {
  const page = tablet.page()
  // By the network, not by `setOffline`: the browser lets a call of a page that is just opening through, and that call
  // loads the week.
  network.set('down')
  await page.goto('/schedule/print?week=60')
  await expect(page.getByText('Not saved on this device yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeDisabled()
  await page.goto('/schedule?week=60')
  await expect(page.getByText('Not saved on this device yet')).toBeVisible()
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No file was made.' })).toBeVisible()
})

test('axe finds nothing on the sheets, and the page is not wider than the window', async ({ tablet }) => {
  const page = tablet.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/schedule/print')
  await expect(sheets(page).first()).toBeVisible()
  await expectNoFindings(page, 'sheets of the schedule')
  for (const width of [390, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => sideways(page), { message: `${width} px` }).toBe(0)
  }
})
