import type { Page } from '@playwright/test'
import { startBrowser, type UserBrowser } from '#e2e/support/browser.ts'
import { openEmptyWeek, serverCells, weekOnScreen } from '#e2e/support/company/week.ts'
import { test as atTheYard } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { nothingWaits } from '#e2e/support/page/screens.ts'

const NONE = 'Nothing planned'

/** `desk`: another user of the same schedule, an administrator. */
const test = atTheYard.extend<{ readonly desk: UserBrowser }>({
  desk: async ({ network, officeProfile, height }, use) => {
    const desk = await startBrowser({ url: network.url, height, copyOf: officeProfile })
    await use(desk)
    await desk.dispose()
  },
})

test.use({ opensDrivers: false })

/** Opens the week that the other user has open. */
async function sameWeek(page: Page, other: Page) {
  await page.goto(new URL(other.url()).pathname + new URL(other.url()).search)
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page.getByText('refreshing')).toBeHidden()
  return weekOnScreen(page)
}

test('each user’s change appears in the other’s open grid, and undoing an overwritten change becomes a conflict', async ({
  tablet,
  desk,
}) => {
  const here = await openEmptyWeek(tablet.page())
  const there = await sameWeek(desk.page(), here.page)
  await here.cell(0, 0).click()
  await here.page.keyboard.press('v')
  await expect.poll(() => there.readCells(1, 1), { timeout: 5_000 }).toEqual([['Vacation']])
  await there.cell(0, 0).click()
  await there.page.keyboard.press('o')
  await expect.poll(() => here.readCells(1, 1), { timeout: 5_000 }).toEqual([['On The Road']])
  // The day no longer has the value to undo: the colleague's value is not overwritten unseen.
  await here.page.keyboard.press('Control+z')
  await expect(here.page.getByText('1 change needs your attention.')).toBeVisible({ timeout: 20_000 })
  await here.page.getByRole('link', { name: 'Review' }).click()
  await here.page.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(here.page.getByText('Nothing of yours waits on this device')).toBeVisible()
  expect(await there.readCells(1, 1)).toEqual([['On The Road']])
})

test('a colleague’s change of the cell that a user types in is shown there, and saving becomes a conflict', async ({
  tablet,
  desk,
  admin,
}) => {
  const here = await openEmptyWeek(tablet.page())
  const there = await sameWeek(desk.page(), here.page)
  await here.cell(0, 0).click()
  await here.page.keyboard.press('v')
  await expect.poll(() => there.readCells(1, 1)).toEqual([['Vacation']])
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
  await expect(here.page.getByText('1 change needs your attention.')).toBeVisible({ timeout: 20_000 })
  await expect.poll(() => serverCells(admin, here, 1, 1)).toEqual([['on_vacation: back on Tuesday']])
  await here.page.getByRole('link', { name: 'Review' }).click()
  await here.page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => serverCells(admin, here, 1, 1)).toEqual([['on_vacation: back Monday']])
})

test('two users plan a day unseen by each other: equal statuses are merged, different statuses become a conflict', async ({
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
    .poll(() => here.readCells(2, 4))
    .toMatchObject({ 0: [NONE, NONE, NONE, 'Vacation'], 1: [NONE, NONE, NONE, 'Vacation'] })
  const body = { date, description: '' }
  expect(await admin.post('/api/schedule/', { ...body, driver: agreed, status: 'on_vacation' })).toBe(201)
  expect(await admin.post('/api/schedule/', { ...body, driver: disputed, status: 'firing_process' })).toBe(201)
  network.set('none')
  await expect(here.page.getByText('1 change needs your attention.')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => here.readCells(2, 4)).toMatchObject({ 0: [NONE, NONE, NONE, 'Vacation'] })
  await here.page.getByRole('link', { name: 'Review' }).click()
  const entry = here.page.getByRole('article').filter({ hasText: 'Vacation' })
  await expect(entry.getByRole('row', { name: /^Status .*Firing .+ Vacation$/ })).toBeVisible()
  await entry.getByRole('button', { name: 'Keep mine' }).click()
  await nothingWaits(here.page)
  await expect
    .poll(() => serverCells(admin, here, 2, 4))
    .toEqual([
      ['', '', '', 'on_vacation'],
      ['', '', '', 'on_vacation'],
    ])
})

test('a run of days conflicts only on the day that a colleague planned; once resolved, the other days are saved', async ({
  tablet,
  network,
  admin,
}) => {
  const here = await openEmptyWeek(tablet.page())
  network.set('down')
  await here.cell(0, 0).click()
  await here.cell(0, 4).click({ modifiers: ['Shift'] })
  await here.page.keyboard.press('v')
  await expect.poll(() => here.readCells(1, 5)).toEqual([Array(5).fill('Vacation')])
  const other = { driver: here.drivers[0], date: here.dates[2], status: 'on_the_road', description: 'Tulsa' }
  expect(await admin.post('/api/schedule/', other)).toBe(201)
  network.set('none')
  await expect(here.page.getByText('1 change needs your attention.')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => serverCells(admin, here, 1, 5)).toEqual([['', '', 'on_the_road: Tulsa', '', '']])
  await here.page.getByRole('link', { name: 'Review' }).click()
  await here.page.getByRole('button', { name: 'Keep theirs' }).click()
  await nothingWaits(here.page)
  const away = 'on_vacation'
  await expect.poll(() => serverCells(admin, here, 1, 5)).toEqual([[away, away, 'on_the_road: Tulsa', away, away]])
})
