import type { Page } from '@playwright/test'
import { isShownAsset, vehicleState } from '#contract/boards/map-states.ts'
import type { Asset } from '#contract/boards/telematics.ts'
import {
  aLocatedVehicle,
  card,
  find,
  listRows,
  openMap,
  openMovingVehicle,
  tab,
  vehiclesOf,
} from '#e2e/support/company/map.ts'
import { test } from '#e2e/support/company/office.ts'
import { hasStoredAnswer } from '#e2e/support/device/stored-answers.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { shiftClockOfNewPages } from '#e2e/support/page-clock.ts'

// A window of usual height: the map fills it.
test.use({ height: 900 })

const WIDTHS = [390, 768, 1024, 1440, 2560]
/** Whether a canvas of the selector shows at least three colors: something is drawn on it. */
const isDrawn = (page: Page, selector: string) =>
  page.evaluate((which) => {
    const canvases = [...document.querySelectorAll<HTMLCanvasElement>(which)].filter(({ width }) => width > 0)
    return canvases.some((canvas) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      const colors = new Set<number>()
      for (let at = 0; at < data.length && colors.size < 4; at += 4 * 97) {
        colors.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0))
      }
      return colors.size >= 3
    })
  }, selector)

test('vehicles, drivers and assets are found by search, and a picked vehicle leads to its truck', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { number, unit } = await openMap(page, admin)
  const driver = `${unit?.driver?.first_name} ${unit?.driver?.last_name}`
  await find(page).fill(driver)
  await expect(listRows(page, 'Vehicles')).toHaveCount(1)
  await listRows(page, 'Vehicles').first().click()
  await expect(page).toHaveURL(/[?&]at=vehicle-\d+/)
  await expect(card(page, number)).toContainText(driver)
  for (const fact of ['Speed', 'Fuel', 'Odometer', 'Engine hours', 'Trailer']) {
    await expect(card(page, number).locator('dl')).toContainText(fact)
  }
  await card(page, number).getByRole('link', { name: 'Open truck' }).click()
  await expect(page).toHaveURL(/\/trucks\?find=/)
  await expect(page.getByTestId('list-count')).toHaveText(/^1 truck/)
  await page.goBack()
  await expect(card(page, number)).toBeVisible()
  await tab(page, 'Drivers').click()
  await expect(card(page, number)).toHaveCount(0)
  await expect(listRows(page, 'Drivers')).toHaveCount(1)
  await expect(listRows(page, 'Drivers').first()).toContainText(`Truck ${number}`)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await tab(page, 'Assets').click()
  await expect(listRows(page, 'Assets').first()).toContainText(/Dryvan|Drybox/)
  await find(page).fill('no such thing')
  await expect(page.getByText('No asset is found')).toBeVisible()
})

test('the list of vehicles is sorted from A to Z, or by status with moving vehicles first', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await openMap(page, admin)
  const first = () => listRows(page, 'Vehicles').first().locator('strong').textContent()
  const names = (await vehiclesOf(admin)).map(({ number }) => number)
  const byName = names.toSorted(new Intl.Collator('en', { numeric: true }).compare)
  await expect.poll(first).toBe(byName[0])
  await page.getByRole('button', { name: 'Sort: A-Z' }).click()
  await page.getByRole('menuitemradio', { name: 'Status' }).click()
  await expect(page).toHaveURL(/sort=status/)
  const ranks = ['moving', 'stop', 'stationary', 'stale', 'not_known']
  const best = async () => Math.min(...(await vehiclesOf(admin)).map((one) => ranks.indexOf(vehicleState(one))))
  // Old positions are described in the past: "Was stopped".
  const titles = [/moving/i, /stop/i, /stationary/i, /stale/i, /not known/i]
  await expect(listRows(page, 'Vehicles').first()).toContainText(titles[await best()] ?? '')
})

test('a picked vehicle shows a position newer than the list, and is still followed after a reload', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { number } = await openMovingVehicle(page, { admin, network })
  await card(page, number).getByRole('button', { name: 'Follow' }).click()
  await expect(page).toHaveURL(/follow=true/)
  await page.reload()
  await expect(card(page, number)).toContainText(/Kansas.*33 mph.*41 %/)
  await expect(card(page, number).getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true')
})

test('the map’s view is in the address and survives a reload', async ({ office, admin }) => {
  const page = office.page()
  const { number, id } = await openMap(page, admin)
  await page.goto('/map?view=41.5,-88.1,8')
  await expect(listRows(page, 'Vehicles').first()).toBeVisible()
  // Each reload keeps the view of the address.
  const view = () => new URL(page.url()).searchParams.get('view')
  for (let times = 0; times < 2; times++) {
    await page.reload()
    await expect.poll(() => isDrawn(page, '.leaflet-tile-pane canvas')).toBe(true)
    expect(view()).toBe('41.5,-88.1,8')
  }
  await page.goto(`/map?at=vehicle-${id}&view=41.5,-88.1,8`)
  await expect(card(page, number)).toBeVisible()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page).toHaveURL(/view=[^&]*%2C9|view=[^&]*,9/)
  await page.reload()
  await expect(card(page, number)).toBeVisible()
  await expect(page).toHaveURL(/view=[^&]*%2C9|view=[^&]*,9/)
  await page.getByRole('button', { name: 'Fit to fleet' }).click()
  await expect(page).not.toHaveURL(/view=[^&]*%2C9|view=[^&]*,9/)
})

test('offline, the last known positions are shown with their age, on a map of the states', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { number } = await openMap(page, admin)
  for (const name of ['Drivers', 'Assets']) {
    await tab(page, name).click()
    await expect(listRows(page, name).first()).toBeVisible()
    // The answer is stored a moment after it is shown. A user who leaves sooner does not have it.
    await expect.poll(() => hasStoredAnswer(page, 'map', name.toLowerCase())).toBe(true)
  }
  network.set('down')
  await page.goto('/map')
  await expect(page.getByText('Offline', { exact: false }).first()).toBeVisible()
  await expect(listRows(page, 'Vehicles').first()).toBeVisible()
  await expect(page.getByText(/^Positions as of/)).toBeVisible()
  await find(page).fill(`"${number}"`)
  await listRows(page, 'Vehicles').first().click()
  await expect(card(page, number)).toContainText(/ago|just now/)
  await expect.poll(() => isDrawn(page, '.leaflet-tile-pane canvas')).toBe(true)
  await expect.poll(() => isDrawn(page, '.leaflet-marker-pane canvas')).toBe(true)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await tab(page, 'Drivers').click()
  await expect(listRows(page, 'Drivers').first()).toBeVisible()
})

test('offline, a position from hours ago is shown as a past state', async ({ office, network, admin }) => {
  const page = office.page()
  const { number } = await openMovingVehicle(page, { admin, network })
  await expect(card(page, number)).toContainText(/Moving.*33 mph/)
  await expect(page.getByText('Last known:')).toHaveCount(0)
  network.set('down')
  await shiftClockOfNewPages(page, 3 * 60 * 60_000)
  await page.reload()
  await expect(page.getByText(/^These are the last known positions, as of /)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Statuses as last known' })).toContainText('Last known:')
  // The device stores the list, without the positions received since. The status varies: trucks rest at night.
  const was = /Was (?:moving|stopped|stationary).*\d+ h/
  await expect(page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Follow' }) })).toContainText(
    was,
  )
  await expect(listRows(page, 'Vehicles').and(page.locator('[aria-pressed="true"]'))).toContainText(was)
})

test('an address opens the vehicle or asset that it names, or says that the vehicle is not on the map', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { number, id } = await openMap(page, admin)
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/map?at=vehicle-${id}`)
    await expect(card(page, number)).toBeVisible()
    // A zoom of at least 9 shows a town.
    await expect(page, `${width} px`).toHaveURL(/view=[^&]*(?:%2C|,)(?:9|1\d)(?:&|$)/)
  }
  // An asset opens in its own tab although the address names no tab.
  const { assets } = await admin.get<{ readonly assets: readonly { readonly asset: Asset }[] }>('/api/gomotive/assets/')
  const trailer = assets.map(({ asset }) => asset).find(isShownAsset)
  if (!trailer) throw new Error('the company has no trailers')
  await page.goto(`/map?at=asset-${trailer.id}`)
  await expect(tab(page, 'Assets')).toHaveAttribute('aria-selected', 'true')
  await expect(card(page, trailer.name)).toBeVisible()
  await page.goto('/map?at=vehicle-999999999')
  await expect(page.getByText('This vehicle is not on the map.')).toBeVisible()
})

test('a user without a map permission sees that one is required, and has no link to the map', async ({
  signedOutBrowser,
  admin,
}) => {
  await aLocatedVehicle(admin)
  const page = signedOutBrowser.page()
  await signIn(page, 'driver')
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Map' })).toHaveCount(0)
  await page.goto('/map')
  await expect(page.getByText('Permission for map view required')).toBeVisible()
})

test('the keyboard moves through the list of vehicles and picks from it; the list is one stop of Tab', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await openMap(page, admin)
  await listRows(page, 'Vehicles').first().focus()
  // The whole list is one stop of Tab.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('application', { name: 'Map' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(listRows(page, 'Vehicles').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const third = listRows(page, 'Vehicles').nth(2)
  await expect(third).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(third).toHaveAttribute('aria-pressed', 'true')
  const name = (await third.locator('strong').textContent()) ?? ''
  await card(page, name)
    .getByRole('button', { name: `Close ${name}` })
    .press('Enter')
  await expect(card(page, name)).toHaveCount(0)
  // The focus returns to the vehicle; End and Home go on from there.
  await expect(third).toBeFocused()
  await page.keyboard.press('End')
  const last = listRows(page, 'Vehicles').last()
  await expect(last).toBeFocused()
  await expect(last).toHaveAttribute('data-index', String((await vehiclesOf(admin)).length - 1))
  await page.keyboard.press('Home')
  await expect(listRows(page, 'Vehicles').first()).toBeFocused()
  await page.keyboard.press('Enter')
  const first = (await listRows(page, 'Vehicles').first().locator('strong').textContent()) ?? ''
  await expect(card(page, first)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card(page, first)).toHaveCount(0)
  await expect(listRows(page, 'Vehicles').first()).toBeFocused()
})

test('Enter in the search picks the first match', async ({ office, admin }) => {
  const page = office.page()
  const { number } = await openMap(page, admin)
  await find(page).fill(number)
  await find(page).press('Enter')
  await expect(card(page, number)).toBeVisible()
})

test('axe finds nothing on the map, and the page is not wider than the window', async ({ office, admin }) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { id } = await openMap(page, admin)
  await page.goto(`/map?at=vehicle-${id}`)
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
  await expectNoFindings(page, 'map')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(sideways, { message: `${width} px` }).toBe(0)
  }
})
