import type { Page } from '@playwright/test'
import { type PersonsBrowser, startBrowser } from '#e2e/support/browser.ts'
import { openEmptyWeek, serverSays, weekOnScreen } from '#e2e/support/company/week.ts'
import { test as atTheYard } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { nothingWaits } from '#e2e/support/page/screens.ts'

const NONE = 'Nothing planned'

/** Somebody else at the same schedule: an administrator at a desk. */
const test = atTheYard.extend<{ readonly desk: PersonsBrowser }>({
  desk: async ({ network, officeProfile, height }, use) => {
    const desk = await startBrowser({ url: network.url, height, copyOf: officeProfile })
    await use(desk)
    await desk.dispose()
  },
})

test.use({ opensDrivers: false })

/** The week that somebody else has open. */
async function sameWeek(page: Page, other: Page) {
  await page.goto(new URL(other.url()).pathname + new URL(other.url()).search)
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page.getByText('refreshing')).toBeHidden()
  return weekOnScreen(page)
}

test('what one person plans stands in the other’s open grid, and both can go on', async ({ tablet, desk }) => {
  const here = await openEmptyWeek(tablet.page())
  const there = await sameWeek(desk.page(), here.page)
  await here.cell(0, 0).click()
  await here.page.keyboard.press('v')
  await expect.poll(() => there.says(1, 1), { timeout: 5_000 }).toEqual([['Vacation']])
  await there.cell(0, 0).click()
  await there.page.keyboard.press('o')
  await expect.poll(() => here.says(1, 1), { timeout: 5_000 }).toEqual([['On The Road']])
  // What is undone here was not what stands there now: nothing of a colleague's is overwritten unseen.
  await here.page.keyboard.press('Control+z')
  await expect(here.page.getByText('1 change could not be sent as it is.')).toBeVisible({ timeout: 20_000 })
  await here.page.getByRole('link', { name: 'Look at it' }).click()
  await here.page.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(here.page.getByText('Nothing of yours waits on this device')).toBeVisible()
  expect(await there.says(1, 1)).toEqual([['On The Road']])
})

test('a colleague’s word in the very cell in which somebody types is said there, and becomes a question', async ({
  tablet,
  desk,
  admin,
}) => {
  const here = await openEmptyWeek(tablet.page())
  const there = await sameWeek(desk.page(), here.page)
  await here.cell(0, 0).click()
  await here.page.keyboard.press('v')
  await expect.poll(() => there.says(1, 1)).toEqual([['Vacation']])
  await here.page.keyboard.press('F2')
  await here.page.keyboard.type('back Mon')
  await there.cell(0, 0).click()
  await there.page.keyboard.press('F2')
  await there.page.keyboard.type('back on Tuesday')
  await there.page.keyboard.press('Enter')
  await nothingWaits(there.page)

  const field = here.page.getByRole('textbox', { name: /^Description, / })
  await expect(here.page.getByText('Changed meanwhile: Vacation, “back on Tuesday”.')).toBeVisible()
  await expect(field).toHaveValue('back Mon')
  await expect(field).toBeFocused()
  await here.page.keyboard.type('day')
  await here.page.keyboard.press('Enter')
  await expect(here.page.getByText('1 change could not be sent as it is.')).toBeVisible({ timeout: 20_000 })
  await expect.poll(() => serverSays(admin, here, 1, 1)).toEqual([['on_vacation: back on Tuesday']])
  await here.page.getByRole('link', { name: 'Look at it' }).click()
  await here.page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => serverSays(admin, here, 1, 1)).toEqual([['on_vacation: back Monday']])
})

test('a day that both make while they can’t see each other: one where they agree, a question by fields where not', async ({
  tablet,
  network,
  admin,
}) => {
  const here = await openEmptyWeek(tablet.page())
  const [agreed, disputed] = [here.drivers[0] ?? 0, here.drivers[1] ?? 0]
  const date = here.dates[3] ?? ''
  network.set('down')
  for (const line of [0, 1]) {
    await here.cell(line, 3).click()
    await here.page.keyboard.press('v')
  }
  await expect
    .poll(() => here.says(2, 4))
    .toMatchObject({ 0: [NONE, NONE, NONE, 'Vacation'], 1: [NONE, NONE, NONE, 'Vacation'] })
  const body = { date, description: '' }
  expect(await admin.post('/api/schedule/', { ...body, driver: agreed, status: 'on_vacation' })).toBe(201)
  expect(await admin.post('/api/schedule/', { ...body, driver: disputed, status: 'firing_process' })).toBe(201)
  network.set('none')
  await expect(here.page.getByText('1 change could not be sent as it is.')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => here.says(2, 4)).toMatchObject({ 0: [NONE, NONE, NONE, 'Vacation'] })
  await here.page.getByRole('link', { name: 'Look at it' }).click()
  const entry = here.page.getByRole('article').filter({ hasText: 'Vacation' })
  await expect(entry.getByRole('row', { name: /^Status .*Firing .+ Vacation$/ })).toBeVisible()
  await entry.getByRole('button', { name: 'Keep mine' }).click()
  await nothingWaits(here.page)
  await expect
    .poll(() => serverSays(admin, here, 2, 4))
    .toEqual([
      ['', '', '', 'on_vacation'],
      ['', '', '', 'on_vacation'],
    ])
})

test('a run of days of which somebody else has taken one is settled day by day', async ({ tablet, network, admin }) => {
  const here = await openEmptyWeek(tablet.page())
  network.set('down')
  await here.cell(0, 0).click()
  await here.cell(0, 4).click({ modifiers: ['Shift'] })
  await here.page.keyboard.press('v')
  await expect.poll(() => here.says(1, 5)).toEqual([Array(5).fill('Vacation')])
  const other = { driver: here.drivers[0], date: here.dates[2], status: 'on_the_road', description: 'Tulsa' }
  expect(await admin.post('/api/schedule/', other)).toBe(201)
  network.set('none')
  await expect(here.page.getByText('1 change could not be sent as it is.')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => serverSays(admin, here, 1, 5)).toEqual([['', '', 'on_the_road: Tulsa', '', '']])
  await here.page.getByRole('link', { name: 'Look at it' }).click()
  await here.page.getByRole('button', { name: 'Keep theirs' }).click()
  await nothingWaits(here.page)
  const away = 'on_vacation'
  await expect.poll(() => serverSays(admin, here, 1, 5)).toEqual([[away, away, 'on_the_road: Tulsa', away, away]])
})
