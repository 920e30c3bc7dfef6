import type { Page } from '@playwright/test'
import { fullName } from '#contract/wire/people.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { DRIVERS_LIST, driversAskedFor } from '#e2e/support/news.ts'
import { driverCard } from '#e2e/support/page/screens.ts'

test.use({ height: 900 })

const find = (page: Page) => page.getByRole('searchbox', { name: 'Find' })
const count = (page: Page) => page.getByTestId('list-count')
const density = (page: Page, name: string) => page.getByRole('radio', { name })

async function choose(page: Page, menu: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${menu}:`) }).click()
  await page.getByRole('menuitemradio', { name: choice, exact: true }).click()
  await expect(page.getByRole('button', { name: `${menu}: ${choice}` })).toBeVisible()
}

/** Below the window's top, where the bar ends that stands over the page; in CSS pixels. */
const BAR_PX = 60

/** The first card in the window, and how many pixels below its top it stands. */
function firstInSight(page: Page): Promise<{ readonly name: string; readonly top: number }> {
  return page.evaluate(() => {
    const places = [...document.querySelectorAll('article')].map((card) => ({
      name: card.getAttribute('aria-label') ?? '',
      top: card.getBoundingClientRect().top,
    }))
    return places.find(({ top }) => top >= 0) ?? { name: '', top: -1 }
  })
}

/** Waits until the page is neither scrolled nor gets longer, for longer than the list itself takes that for rest. */
async function listRests(page: Page): Promise<void> {
  let before = ''
  const isAsBefore = async () => {
    const now = await page.evaluate(() => `${window.scrollY} of ${document.documentElement.scrollHeight}`)
    const isSame = now === before
    before = now
    return isSame
  }
  await expect.poll(isAsBefore, { intervals: [200] }).toBe(true)
}

test('order, filter and search stand in the address: shared, reloaded, and undone by going back', async ({
  tablet,
  api,
  admin,
}) => {
  const page = tablet.page()
  const [first] = await api.drivers()
  expect(await admin.patch(`/api/drivers/${first?.id}/`, { status: 'on_vacation' })).toBe(200)
  const all = await api.drivers()
  const away = all.filter(({ current_status }) => current_status === 'on_vacation')
  const [sought] = away
  if (!sought) throw new Error('nobody is away')
  await choose(page, 'Sort', 'Status')
  await expect(page).toHaveURL(/\?sort=status$/)
  await choose(page, 'Filter', 'Vacation')
  await expect(page).toHaveURL(/\?sort=status&filter=on_vacation$/)
  await expect(count(page)).toHaveText(new RegExp(`^${away.length} drivers?$`))

  await page.keyboard.press('/')
  await expect(find(page)).toBeFocused()
  await page.keyboard.type(sought.user.email)
  await expect(count(page)).toHaveText('1 driver')
  await expect(page).toHaveURL((url) => url.searchParams.get('find') === sought.user.email)
  await page.reload()
  await expect(find(page)).toHaveValue(sought.user.email)
  await expect(driverCard(page, fullName(sought.user))).toBeVisible()
  await expect(count(page)).toHaveText('1 driver')

  // The letters took each other's place: one step back is the filter before.
  await page.goBack()
  await expect(page).toHaveURL(/\?sort=status$/)
  await expect(find(page)).toHaveValue('')
  await expect(count(page)).toHaveText(`${all.length} drivers`)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sort: Name' })).toBeVisible()
})

test('what nobody fits is named, and taken away by one button', async ({ tablet, api }) => {
  const page = tablet.page()
  await choose(page, 'Filter', 'Vacation')
  await find(page).fill('nobody is called this')
  await expect(page.getByText('No driver fits “nobody is called this” and the filter Vacation.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search and the filter' }).click()
  await expect(count(page)).toHaveText(`${(await api.drivers()).length} drivers`)
  await expect(find(page)).toHaveValue('')
  await find(page).fill('1')
  await page.keyboard.press('Escape')
  await expect(find(page)).toHaveValue('')
  await expect(page).toHaveURL(/\/drivers$/)
})

test('without a network a driver is found who was never scrolled to, and the field keeps the keyboard', async ({
  tablet,
  network,
  api,
}) => {
  const page = tablet.page()
  const last = (await api.drivers()).at(-1)
  if (!last) throw new Error('the demo company has no drivers')
  await expect(driverCard(page, fullName(last.user))).toHaveCount(0)
  network.set('down')
  await find(page).pressSequentially(`${last.user.last_name} ${last.user.phone.slice(-4)}`.toUpperCase())
  await expect(driverCard(page, fullName(last.user))).toBeVisible()
  await expect(find(page)).toBeFocused()
  await page.reload()
  await expect(driverCard(page, fullName(last.user))).toBeVisible()
})

test('another width of the window keeps in sight what stood at its top, and the list is as long as its cards', async ({
  tablet,
}) => {
  const page = tablet.page()
  const height = 500
  await page.setViewportSize({ width: 1440, height })
  const length = () => page.evaluate(() => document.documentElement.scrollHeight)
  // The first cards of some lines of three, which begin at fractions of a pixel or at whole ones.
  for (const place of [6, 9, 12]) {
    await page.goto('/drivers')
    const name = await page.getByRole('article').nth(place).getByRole('heading').textContent()
    const card = driverCard(page, name ?? '')
    const top = () => card.evaluate((element) => element.getBoundingClientRect().top)
    const isBelowBar = async () => {
      await expect.poll(async () => Math.abs((await top()) - BAR_PX)).toBeLessThan(2)
      await listRests(page)
    }
    await listRests(page)
    // The bar stands over its first pixels.
    await card.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY))
    await listRests(page)
    const long = await length()
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height })
      await isBelowBar()
      await page.setViewportSize({ width: 1440, height })
      await isBelowBar()
      expect(Math.abs((await length()) - long)).toBeLessThan(60)
    }
  }
})

/** In the page: counts how often all cards of a list are laid out as something else than a grid. */
function countLayouts(list: Element): void {
  const lines = list.firstElementChild
  if (!(lines instanceof HTMLElement)) throw new Error('the list has no lines')
  const note = (changes: readonly MutationRecord[]) => {
    const more = changes.filter(({ oldValue }) => oldValue?.includes('display: block')).length
    list.setAttribute('data-layouts', String(Number(list.getAttribute('data-layouts')) + more))
  }
  new MutationObserver(note).observe(lines, { attributeFilter: ['style'], attributeOldValue: true })
}

test('another number of columns has the cards laid out anew, which takes neither the focus nor a card away', async ({
  tablet,
}) => {
  const page = tablet.page()
  await page.setViewportSize({ width: 1180, height: 820 })
  await page.goto('/drivers')
  const list = page.getByRole('list', { name: 'Drivers' })
  const status = page.getByRole('button', { name: /^Status of/ }).first()
  await listRests(page)
  await list.evaluate(countLayouts)
  await status.focus()
  await status.evaluate((button) => button.setAttribute('data-is-same', ''))
  for (const [at, width] of [400, 1180].entries()) {
    await page.setViewportSize({ width, height: 820 })
    await expect(list).toHaveAttribute('data-layouts', String(at + 1))
    await listRests(page)
    await expect(status).toBeFocused()
    await expect(status).toHaveAttribute('data-is-same', '')
  }
  // Its width alone is no reason.
  await page.setViewportSize({ width: 1200, height: 820 })
  await listRests(page)
  await expect(list).toHaveAttribute('data-layouts', '2')
})

test('who comes back to a list finds it where it was left, with what was open', async ({ tablet }) => {
  const page = tablet.page()
  const cards = page.getByRole('article')
  await expect(cards.nth(4)).toBeVisible()
  const opened = (await cards.nth(2).getAttribute('aria-label')) ?? ''
  const unfold = driverCard(page, opened).getByRole('button', { name: /week, expiry dates/ })
  await unfold.click()
  await expect(driverCard(page, opened).getByText('Rate', { exact: true })).toBeVisible()
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, 700)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(700)
  // What the opened card shows comes in a line after the other, and moves those below.
  await listRests(page)
  const first = await firstInSight(page)
  const isAsLeft = () =>
    expect
      .poll(async () => {
        const now = await firstInSight(page)
        // What a card above shows may have come in meanwhile.
        return now.name === first.name && Math.abs(now.top - first.top) < 20
      })
      .toBe(true)
  const leave = async () => {
    await page.getByRole('link', { name: 'Outbox' }).first().click()
    await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  await leave()
  await page.goBack()
  await isAsLeft()
  await leave()
  await page.getByRole('link', { name: 'Drivers', exact: true }).first().click()
  await isAsLeft()
  await page.mouse.wheel(0, -900)
  await expect(unfold).toHaveAttribute('aria-expanded', 'true')
})

test('a card that is opened stays at its height, its neighbors keep their width, and keys go by what is seen', async ({
  tablet,
}) => {
  const page = tablet.page()
  const cards = page.getByRole('article')
  await expect(cards.nth(2)).toBeVisible()
  const places = () =>
    Promise.all([0, 1, 2].map(async (at) => (await cards.nth(at).boundingBox()) ?? { y: -1, width: -1 }))
  const [left, middle] = await places()
  expect(middle).toMatchObject({ y: left?.y, width: left?.width })
  const open = async (at: number) => {
    const unfold = cards.nth(at).getByRole('button', { name: /week, expiry dates/ })
    await unfold.click()
    await expect(cards.nth(at).getByText('Rate', { exact: true })).toBeVisible()
  }
  await open(1)
  const [first, opened, last] = await places()
  expect(opened?.y).toBe(middle?.y)
  expect(opened?.width).toBeGreaterThan(2 * (middle?.width ?? 0))
  expect([first?.width, last?.width]).toEqual([left?.width, left?.width])
  expect(first?.y).toBeGreaterThan(opened?.y ?? 0)

  await cards
    .nth(0)
    .getByRole('button', { name: /^Status of/ })
    .focus()
  await page.keyboard.press('Shift+Tab')
  await expect(cards.nth(1).locator(':focus')).toBeVisible()

  // Another of the same line stays below the one that was opened first.
  await open(0)
  const [again, before] = await places()
  expect(before?.y).toBe(opened?.y)
  expect(again?.y).toBeGreaterThan(before?.y ?? 0)
  expect(again?.width).toBe(before?.width)
})

test('a person’s density is remembered by the device', async ({ tablet }) => {
  const page = tablet.page()
  const first = page.getByRole('article').first()
  const heightOf = async () => (await first.boundingBox())?.height ?? 0
  await expect(density(page, 'Cards')).toBeChecked()
  const asCard = await heightOf()
  await density(page, 'Cards').focus()
  await page.keyboard.press('ArrowRight')
  await expect(density(page, 'Compact')).toBeChecked()
  await expect.poll(heightOf).toBeLessThan(asCard / 2)
  await page.reload()
  await expect(density(page, 'Compact')).toBeChecked()
  await expect.poll(heightOf).toBeLessThan(asCard / 2)
})

test('a list is asked for anew by a button, which says so when that is in vain', async ({ tablet, network }) => {
  const page = tablet.page()
  const asked = page.waitForResponse((response) => response.url().includes('/api/drivers/?'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  // What has not changed is not sent again.
  expect([200, 304]).toContain((await asked).status())
  network.set('down')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert').getByText('The server could not be reached.')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a finger that pulls the page down from its top asks for the list anew, and one that goes up does not', async ({
  tablet,
  network,
  api,
  admin,
}) => {
  const page = tablet.page()
  const [driver] = await api.drivers()
  if (!driver) throw new Error('the demo company has no drivers')
  const asked = await driversAskedFor({ page, network, admin, driver })
  const before = asked()
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 400, y }] })
  const pulledTo = async (...ways: readonly number[]) => {
    await touch('touchStart', 300)
    for (const y of ways) await touch('touchMove', y)
    await touch('touchEnd')
  }
  await pulledTo(330, 340)
  await pulledTo(360, 430, 310)
  await pulledTo(200, 100)
  // What the finger set going comes to rest first.
  const atTop = () => page.evaluate(() => (scrollY === 0 ? true : scrollTo(0, 0)))
  await expect.poll(atTop, { intervals: [100] }).toBe(true)
  const answered = page.waitForResponse((response) => DRIVERS_LIST.test(response.url()))
  await pulledTo(360, 430, 470)
  expect([200, 304]).toContain((await answered).status())
  expect(asked()).toBe(before + 1)

  network.set('down')
  await pulledTo(360, 430, 470)
  await expect(page.getByRole('alert').getByText('The server could not be reached.')).toBeVisible()
})

test('nothing is scrolled for what has the focus in the bar, which is always in sight', async ({ tablet }) => {
  const page = tablet.page()
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.mouse.move(600, 300)
  await page.mouse.wheel(0, 1_000)
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await expect.poll(scrolled).toBeGreaterThan(500)
  await listRests(page)
  const before = await scrolled()
  const logOut = page.getByRole('button', { name: 'Log out' })
  await logOut.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(logOut).toBeFocused()
  expect(await scrolled()).toBe(before)
  for (let stops = 0; stops < 5; stops += 1) await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('header') !== null)).toBe(true)
  expect(await scrolled()).toBe(before)
})
