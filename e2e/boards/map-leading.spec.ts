import type { Page } from '@playwright/test'
import { card, find, lines, openMap, openTold, TOLD, tab, toldToMove, vehiclesOf } from '#e2e/support/company/map.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'

// A window as people have them: the map fills it.
test.use({ height: 900 })

const map = (page: Page) => page.getByRole('application', { name: 'Map' })
/** What the address says is seen: latitude, longitude, zoom. */
const seen = (page: Page) => (new URL(page.url()).searchParams.get('view') ?? '').split(',').map(Number)
/** How far the map's middle is from where vehicles are told to be, in degrees. */
const offBy = (page: Page) => {
  const [lat = 0, lon = 0] = seen(page)
  return Math.max(Math.abs(lat - TOLD.lat), Math.abs(lon - TOLD.lon))
}
const zoom = (page: Page) => seen(page)[2] ?? 0
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

test('what is picked once more is led to once more', async ({ office, network, admin }) => {
  const page = office.page()
  const { number } = await openTold(page, { admin, network })
  await expect.poll(() => offBy(page)).toBeLessThan(1)
  await card(page, number)
    .getByRole('button', { name: `Close ${number}` })
    .click()
  for (let far = 0; far < 3; far++) await drag(page)
  await expect.poll(() => offBy(page)).toBeGreaterThan(1)
  await find(page).fill(number)
  await find(page).press('Enter')
  await expect(card(page, number)).toBeVisible()
  await expect.poll(() => offBy(page)).toBeLessThan(1)
})

test('following ends when somebody looks elsewhere: by hand, by keyboard, or at all of the fleet', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { number } = await openTold(page, { admin, network })
  await expect.poll(() => offBy(page)).toBeLessThan(1)
  const ways = [
    () => drag(page),
    () => map(page).press('ArrowRight'),
    () => page.getByRole('button', { name: 'Fit to fleet' }).click(),
  ]
  for (const look of ways) {
    await follow(page, number).click()
    await expect(follow(page, number)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => offBy(page)).toBeLessThan(1)
    await look()
    await expect(follow(page, number)).toHaveAttribute('aria-pressed', 'false')
  }
  await expect.poll(() => zoom(page)).toBeLessThan(8)
})

test('a view that an address says stays as near as it is, also while it follows', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const { number } = await openTold(page, { admin, network }, '&view=41,-90,6&follow=true')
  await expect(card(page, number)).toContainText('Kansas')
  await expect.poll(() => offBy(page)).toBeLessThan(5)
  await expect(follow(page, number)).toHaveAttribute('aria-pressed', 'true')
  expect(zoom(page)).toBe(6)
})

test('a view that an address says stays while what it names is in it, also below its card', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { id, number, current_location } = await openMap(page, admin)
  if (!current_location) throw new Error('nobody knows where it is')
  // Left of the middle, and below it.
  const [lat, lon] = [Math.round(current_location.lat + 1.5), Math.round(current_location.lon + 1.9)]
  const view = `${lat},${lon},7`
  await page.goto(`/map?at=vehicle-${id}&view=${view}`)
  for (let times = 0; times < 2; times++) {
    await page.reload()
    await expect(card(page, number)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('view')).toBe(view)
  }
  // The map is where the address says, and goes on from there.
  await map(page).press('ArrowRight')
  await expect.poll(() => seen(page)[1]).toBeGreaterThan(lon)
  expect(seen(page)[0]).toBeCloseTo(lat, 0)
  expect(zoom(page)).toBe(7)
})

test('those that stand at one place are told apart by a list, which goes with its tab and with Escape', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  await openMap(page, admin)
  // All of them: other journeys rename some meanwhile, and take some away.
  toldToMove(network, ...(await vehiclesOf(admin)).map(({ id }) => id))
  await page.goto(`/map?view=${TOLD.lat},${TOLD.lon},15`)
  const crowd = page.getByRole('region', { name: /^\d+ here$/ })
  const press = async () => {
    const box = await map(page).boundingBox()
    if (!box) throw new Error('there is no map')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
  await expect(async () => {
    await press()
    await expect(crowd).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const one = crowd.getByRole('listitem').getByRole('button').last()
  await expect(one).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(crowd).toHaveCount(0)
  await press()
  await tab(page, 'Assets').click()
  await expect(lines(page, 'Assets').first()).toBeVisible()
  await expect(crowd).toHaveCount(0)
  await tab(page, 'Vehicles').click()
  await press()
  const name = (await one.textContent()) ?? ''
  await one.click()
  await expect(card(page, name)).toBeVisible()
})

test('in full screen its menus and dialogs can be used, and nothing that it covers', async ({ office, admin }) => {
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
