import type { Locator, Page } from '@playwright/test'
import type { DrivingPeriod, MappedDriver } from '#contract/boards/telematics.ts'
import { find, openMap } from '#e2e/support/company/map.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { chicagoDay } from '#src/format/chicago.ts'

// A window of usual height: the map fills it.
test.use({ height: 900 })

const PERIODS = '/api/gomotive/request_gomotive_api/v1/driving_periods/'
const DAY_MS = 86_400_000
const week = () => ({ first: chicagoDay(Date.now() - 6 * DAY_MS), last: chicagoDay(Date.now()) })

async function periodsOf(admin: Api, driver: number): Promise<readonly DrivingPeriod[]> {
  const { first, last } = week()
  const reply = await admin.get<{ readonly driving_periods: readonly { readonly driving_period: DrivingPeriod }[] }>(
    `${PERIODS}?driver_ids=${driver}&start_date=${first}&end_date=${last}`,
  )
  return reply.driving_periods.map(({ driving_period }) => driving_period)
}

/** A driver with more than two finished driving periods in the last week, and one without any in telematics. */
async function findDrivers(admin: Api) {
  const mapped = async () => {
    const { drivers } = await admin.get<{ readonly drivers: readonly { readonly driver: MappedDriver }[] }>(
      '/api/gomotive/drivers/',
    )
    return drivers.map(({ driver }) => driver)
  }
  await expect
    .poll(async () => (await mapped()).some(({ current_location }) => current_location), { timeout: 30_000 })
    .toBe(true)
  const inTelematics = (await mapped()).filter(({ gomotive_id }) => gomotive_id !== null)
  const driven: { readonly driver: MappedDriver; readonly periods: readonly DrivingPeriod[] }[] = []
  const idle: MappedDriver[] = []
  for (const driver of inTelematics) {
    const periods = await periodsOf(admin, driver.gomotive_id ?? 0)
    if (periods.filter(({ end_time }) => end_time !== null).length > 2) driven.push({ driver, periods })
    if (periods.length === 0) idle.push(driver)
    if (driven.length > 0 && idle.length > 0) break
  }
  return { driven: driven[0], idle: idle[0] }
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const nameOf = ({ first_name, last_name }: MappedDriver) => `${first_name} ${last_name}`
const player = (page: Page) => page.getByRole('slider')

test('a driver’s history lists the driving periods, and its path can be played, paused and moved by slider', async ({
  office,
  admin,
}) => {
  const { driven } = await findDrivers(admin)
  if (!driven) throw new Error('no driver of the demo company drove in the last week')
  const page = office.page()
  const name = nameOf(driven.driver)
  await page.goto(`/map?tab=drivers&at=driver-${driven.driver.id}`)
  await panel(page, name).getByRole('button', { name: 'History' }).click()
  await expect(page).toHaveURL(/history=true/)
  await expect(panel(page, name)).toContainText('Driving history, Central time')
  await expect(panel(page, name)).toContainText(`${driven.periods.length} driving periods`)
  const miles = driven.periods.reduce((sum, { distance }) => sum + Number.parseFloat(distance ?? '0'), 0)
  const wholeRange =
    (await panel(page, name)
      .getByRole('button', { name: /^Whole range/ })
      .textContent()) ?? ''
  const milesShown = Number.parseFloat(/([\d,]+\.\d) mi/.exec(wholeRange)?.[1]?.replaceAll(',', '') ?? '')
  // A period that is still under way grows meanwhile.
  expect(Math.abs(milesShown - miles)).toBeLessThan(2)
  await expect(player(page)).toBeVisible()
  const before = Number(await player(page).inputValue())
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.poll(async () => Number(await player(page).inputValue())).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Pause' }).click()
  const paused = await player(page).inputValue()
  await player(page).press('ArrowRight')
  await expect.poll(() => player(page).inputValue()).not.toBe(paused)
  await player(page).press('End')
  await expect.poll(() => player(page).inputValue()).toBe((await player(page).getAttribute('max')) ?? '')
  const chosen = driven.periods.find(({ end_time, distance }) => end_time !== null && distance !== null)
  if (!chosen?.distance) throw new Error('no finished driving period has miles')
  await page.goto(`/map?tab=drivers&at=driver-${driven.driver.id}&history=true&period=${chosen.id}`)
  await expect(panel(page, name).locator('[aria-pressed="true"]')).toContainText(chosen.distance)
  await panel(page, name).getByRole('button', { name: 'Close the history' }).click()
  await expect(page).not.toHaveURL(/history/)
  await expect(panel(page, name).getByRole('button', { name: 'History' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page, name).getByRole('heading', { name })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page, name).getByRole('button', { name: 'History' })).toBeFocused()
})

test('on a phone the start and the end of a path are above the player', async ({ office, admin }) => {
  const { driven } = await findDrivers(admin)
  if (!driven) throw new Error('no driver of the demo company drove in the last week')
  const page = office.page()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/map?tab=drivers&at=driver-${driven.driver.id}&history=true`)
  const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
  const below = async (flag: string) => {
    const { y, height } = await boxOf(page.getByText(flag, { exact: true }))
    return y + height - (await boxOf(page.getByRole('group', { name: 'Player' }))).y
  }
  for (const flag of ['Start', 'End']) await expect.poll(() => below(flag), flag).toBeLessThan(0)
})

test('a history that is opened while the map still zooms is shown without an error', async ({ office, admin }) => {
  const page = office.page()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const { number } = await openMap(page, admin)
  for (let times = 0; times < 3; times++) {
    await page.goto('/map')
    await find(page).fill(number)
    await find(page).press('Enter')
    await panel(page, number).getByRole('button', { name: 'History' }).click()
    await expect(page.getByRole('region', { name: `Vehicle ${number}` })).toContainText(/driving periods?|No data/)
  }
  expect(errors).toEqual([])
})

test('a driver without driving periods has no data; ranges that are too long or in the future are explained', async ({
  office,
  admin,
}) => {
  const { idle } = await findDrivers(admin)
  if (!idle) throw new Error('every driver of the demo company drove in the last week')
  const page = office.page()
  await page.goto(`/map?tab=drivers&at=driver-${idle.id}&history=true`)
  await expect(panel(page, nameOf(idle))).toContainText('No data')
  await expectNoFindings(page, 'a history without data')
  const today = chicagoDay(Date.now())
  const [long, to] = [chicagoDay(Date.now() - 400 * DAY_MS), chicagoDay(Date.now() + 9 * DAY_MS)]
  await page.goto(`/map?tab=drivers&at=driver-${idle.id}&history=true&from=${long}&to=${today}`)
  await expect(panel(page, nameOf(idle))).toContainText('At most 92 days at a time. Shown are the last of them')
  await page.goto(`/map?tab=drivers&at=driver-${idle.id}&history=true&from=${today}&to=${to}`)
  await expect(panel(page, nameOf(idle))).toContainText('Future days have no history.')
})

test('offline, a history that was viewed is shown, and one that was not says so', async ({
  office,
  network,
  admin,
}) => {
  const { driven } = await findDrivers(admin)
  if (!driven) throw new Error('no driver of the demo company drove in the last week')
  const page = office.page()
  const name = nameOf(driven.driver)
  const path = `/map?tab=drivers&at=driver-${driven.driver.id}&history=true`
  await page.goto(path)
  await expect(player(page)).toBeVisible()
  await expect(panel(page, name)).toContainText('driving periods')
  await expectNoFindings(page, 'a history')
  network.set('down')
  await page.goto(path)
  await expect(panel(page, name)).toContainText(`${driven.periods.length} driving periods`)
  await expect(player(page)).toBeVisible()
  await page.goto(`/map?tab=drivers&at=driver-${driven.driver.id}&history=true&from=2026-01-01&to=2026-01-07`)
  await expect(panel(page, name)).toContainText('Not saved on this device yet')
  await expect(page.getByText('The positions are not saved on this device yet.')).toBeVisible()
})
