import type { Page } from '@playwright/test'
import {
  card,
  find,
  listRows,
  openMap,
  openMovingVehicle,
  SIMULATED_POSITION,
  simulateMoving,
  tab,
  vehiclesOf,
} from '#e2e/support/company/map.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'

// A window of usual height: the map fills it.
test.use({ height: 900 })

const map = (page: Page) => page.getByRole('application', { name: 'Map' })
/** The view in the address: latitude, longitude, zoom. */
const viewInAddress = (page: Page) => (new URL(page.url()).searchParams.get('view') ?? '').split(',').map(Number)
/** How far the map's center is from the reported position of the vehicles, in degrees. */
const distanceFromVehicle = (page: Page) => {
  const [lat = 0, lon = 0] = viewInAddress(page)
  return Math.max(Math.abs(lat - SIMULATED_POSITION.lat), Math.abs(lon - SIMULATED_POSITION.lon))
}
const zoom = (page: Page) => viewInAddress(page)[2] ?? 0
const follow = (page: Page, name: string) => card(page, name).getByRole('button', { name: 'Follow' })

async function drag(page: Page): Promise<void> {
  const box = await map(page).boundingBox()
  if (!box) throw new Error('there is no map')
  const [x, y] = [box.x + box.width * 0.7, box.y + box.height * 0.3]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 400, y + 350, { steps: 5 })
  await page.mouse.up()
}

test('picking the same vehicle again moves the map to it again', async ({ office, network, admin }) => {
  const page = office.page()
  const { number } = await openMovingVehicle(page, { admin, network })
  await expect.poll(() => distanceFromVehicle(page)).toBeLessThan(1)
  await card(page, number)
    .getByRole('button', { name: `Close ${number}` })
    .click()
  for (let far = 0; far < 3; far++) await drag(page)
  await expect.poll(() => distanceFromVehicle(page)).toBeGreaterThan(1)
  await find(page).fill(number)
  await find(page).press('Enter')
  await expect(card(page, number)).toBeVisible()
  await expect.poll(() => distanceFromVehicle(page)).toBeLessThan(1)
})

test('following ends when the user moves the map by mouse or by keyboard, or fits it to the fleet', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { number } = await openMovingVehicle(page, { admin, network })
  await expect.poll(() => distanceFromVehicle(page)).toBeLessThan(1)
  const ways = [
    () => drag(page),
    () => map(page).press('ArrowRight'),
    () => page.getByRole('button', { name: 'Fit to fleet' }).click(),
  ]
  for (const moveMap of ways) {
    await follow(page, number).click()
    await expect(follow(page, number)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => distanceFromVehicle(page)).toBeLessThan(1)
    await moveMap()
    await expect(follow(page, number)).toHaveAttribute('aria-pressed', 'false')
  }
  await expect.poll(() => zoom(page)).toBeLessThan(8)
})

test('a view in the address keeps its zoom, also while the map follows a vehicle', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { number } = await openMovingVehicle(page, { admin, network }, '&view=41,-90,6&follow=true')
  await expect(card(page, number)).toContainText('Kansas')
  await expect.poll(() => distanceFromVehicle(page)).toBeLessThan(5)
  await expect(follow(page, number)).toHaveAttribute('aria-pressed', 'true')
  expect(zoom(page)).toBe(6)
})

test('a view in the address stays while the named vehicle is in it, even under the card', async ({ office, admin }) => {
  const page = office.page()
  const { id, number, current_location } = await openMap(page, admin)
  if (!current_location) throw new Error('the position of the vehicle is not known')
  // The vehicle is left of the center and below it.
  const [lat, lon] = [Math.round(current_location.lat + 1.5), Math.round(current_location.lon + 1.9)]
  const view = `${lat},${lon},7`
  await page.goto(`/map?at=vehicle-${id}&view=${view}`)
  for (let times = 0; times < 2; times++) {
    await page.reload()
    await expect(card(page, number)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('view')).toBe(view)
  }
  // The map shows the view of the address and moves on from there.
  await map(page).press('ArrowRight')
  await expect.poll(() => viewInAddress(page)[1]).toBeGreaterThan(lon)
  expect(viewInAddress(page)[0]).toBeCloseTo(lat, 0)
  expect(zoom(page)).toBe(7)
})

test('vehicles at one place open a list to pick from, which closes with Escape and with its tab', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  await openMap(page, admin)
  // All vehicles: other journeys rename and remove some meanwhile.
  simulateMoving(network, ...(await vehiclesOf(admin)).map(({ id }) => id))
  await page.goto(`/map?view=${SIMULATED_POSITION.lat},${SIMULATED_POSITION.lon},15`)
  const placeList = page.getByRole('region', { name: /^\d+ here$/ })
  const press = async () => {
    const box = await map(page).boundingBox()
    if (!box) throw new Error('there is no map')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
  await expect(async () => {
    await press()
    await expect(placeList).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const lastVehicle = placeList.getByRole('listitem').getByRole('button').last()
  await expect(lastVehicle).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(placeList).toHaveCount(0)
  await press()
  await tab(page, 'Assets').click()
  await expect(listRows(page, 'Assets').first()).toBeVisible()
  await expect(placeList).toHaveCount(0)
  await tab(page, 'Vehicles').click()
  await press()
  const name = (await lastVehicle.textContent()) ?? ''
  await lastVehicle.click()
  await expect(card(page, name)).toBeVisible()
})

test('in full screen the map’s menus and dialogs work, and the navigation that it covers can’t be reached', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { number, id } = await openMap(page, admin)
  await page.goto(`/map?at=vehicle-${id}`)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('button', { name: 'Full screen' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sort: A-Z' }).click()
  await page.getByRole('menuitemradio', { name: 'Status' }).click()
  await expect(page).toHaveURL(/sort=status/)
  await card(page, number).getByRole('button', { name: 'History' }).click()
  await page.getByRole('group', { name: 'Days' }).locator('[aria-haspopup]').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
})
