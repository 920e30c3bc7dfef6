import type { Page } from '@playwright/test'
import { fullName } from '#contract/wire/people.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { DRIVERS_LIST_CALL, driverListRequests } from '#e2e/support/live-updates.ts'
import { cardAt, scrollToCard, waitUntilListRests, waitUntilTopCard } from '#e2e/support/page/list-place.ts'
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

/** The first card that begins in the window, and how many pixels below the window's top it begins. */
function firstCardInView(page: Page): Promise<{ readonly name: string; readonly top: number }> {
  return page.evaluate(() => {
    const places = [...document.querySelectorAll('article')].map((card) => ({
      name: card.getAttribute('aria-label') ?? '',
      top: card.getBoundingClientRect().top,
    }))
    return places.find(({ top }) => top >= 0) ?? { name: '', top: -1 }
  })
}

test('sort order, filter and search are in the address, survive a reload, and are undone by Back', async ({
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
  if (!sought) throw new Error('no driver is on vacation')
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

  // Typed letters replace one history entry. One step back undoes the search and the filter.
  await page.goBack()
  await expect(page).toHaveURL(/\?sort=status$/)
  await expect(find(page)).toHaveValue('')
  await expect(count(page)).toHaveText(`${all.length} drivers`)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sort: Name' })).toBeVisible()
})

test('an empty result names the search and the filter, and one button clears both', async ({ tablet, api }) => {
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

test('offline, a driver who was never scrolled to is found, and the search field keeps the focus', async ({
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

test('a change of the window’s width keeps the top card in view, and the list stays as long as its cards', async ({
  tablet,
}) => {
  const page = tablet.page()
  const height = 500
  await page.setViewportSize({ width: 1440, height })
  const length = () => page.evaluate(() => document.documentElement.scrollHeight)
  // The first cards of some rows of three, which begin at fractions of a pixel or at whole pixels.
  for (const place of [7, 10, 13]) {
    await page.goto('/drivers')
    const card = cardAt(page, place)
    await expect(card).toBeVisible()
    await waitUntilListRests(page)
    await scrollToCard(card)
    await waitUntilListRests(page)
    const long = await length()
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height })
      await waitUntilTopCard(page, card)
      await page.setViewportSize({ width: 1440, height })
      await waitUntilTopCard(page, card)
      expect(Math.abs((await length()) - long)).toBeLessThan(60)
    }
  }
})

test('a window dragged narrower and wider keeps the top card until the user scrolls', async ({ tablet }) => {
  const page = tablet.page()
  const height = 500
  // With two columns the card is not the first of its row.
  const widths = [1440, 1300, 1100, 1000, 900, 800, 700, 600, 500, 390]
  await page.setViewportSize({ width: 1440, height })
  for (const [place, waitInEach] of [
    [10, async () => undefined],
    [7, () => waitUntilListRests(page)],
  ] as const) {
    const card = cardAt(page, place)
    await scrollToCard(card)
    await waitUntilListRests(page)
    for (const direction of [widths, widths.toReversed()]) {
      for (const width of direction) {
        await page.setViewportSize({ width, height })
        await waitInEach()
      }
      await waitUntilTopCard(page, card)
    }
  }
})

/** In the page: counts how often all cards of a list were laid out as blocks instead of as a grid. */
function countLayouts(list: Element): void {
  const lines = list.firstElementChild
  if (!(lines instanceof HTMLElement)) throw new Error('the list has no lines')
  const note = (changes: readonly MutationRecord[]) => {
    const more = changes.filter(({ oldValue }) => oldValue?.includes('display: block')).length
    list.setAttribute('data-layouts', String(Number(list.getAttribute('data-layouts')) + more))
  }
  new MutationObserver(note).observe(lines, { attributeFilter: ['style'], attributeOldValue: true })
}

test('a change of the number of columns lays the cards out once more and keeps the focus and the same card', async ({
  tablet,
}) => {
  const page = tablet.page()
  await page.setViewportSize({ width: 1180, height: 820 })
  await page.goto('/drivers')
  const list = page.getByRole('list', { name: 'Drivers' })
  const status = page.getByRole('button', { name: /^Status of/ }).first()
  await waitUntilListRests(page)
  await list.evaluate(countLayouts)
  await status.focus()
  await status.evaluate((button) => button.setAttribute('data-is-same', ''))
  for (const [at, width] of [400, 1180].entries()) {
    await page.setViewportSize({ width, height: 820 })
    await expect(list).toHaveAttribute('data-layouts', String(at + 1))
    await waitUntilListRests(page)
    await expect(status).toBeFocused()
    await expect(status).toHaveAttribute('data-is-same', '')
  }
  // A change of width alone does not lay the cards out again.
  await page.setViewportSize({ width: 1200, height: 820 })
  await waitUntilListRests(page)
  await expect(list).toHaveAttribute('data-layouts', '2')
})

test('a user who returns to a list finds it at the same place, with the same card open', async ({ tablet }) => {
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
  // The opened card fills in line by line and moves the cards below.
  await waitUntilListRests(page)
  const first = await firstCardInView(page)
  const isAsLeft = () =>
    expect
      .poll(async () => {
        const now = await firstCardInView(page)
        // A card above may have filled in meanwhile.
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

test('an opened card keeps its vertical position, its neighbors keep their width, and Tab follows the visual order', async ({
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

  // A second opened card of the same row stays below the first.
  await open(0)
  const [again, before] = await places()
  expect(before?.y).toBe(opened?.y)
  expect(again?.y).toBeGreaterThan(before?.y ?? 0)
  expect(again?.width).toBe(before?.width)
})

test('the density of a list is remembered by the device', async ({ tablet }) => {
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

test('the Refresh button refetches a list, and says so when that fails', async ({ tablet, network }) => {
  const page = tablet.page()
  const responded = page.waitForResponse((response) => response.url().includes('/api/drivers/?'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  // An unchanged list is a 304.
  expect([200, 304]).toContain((await responded).status())
  network.set('down')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert').getByText('The server could not be reached.')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a finger that pulls the page down from its top refetches the list, and one that moves up does not', async ({
  tablet,
  network,
  api,
  admin,
}) => {
  const page = tablet.page()
  const [driver] = await api.drivers()
  if (!driver) throw new Error('the demo company has no drivers')
  const requestCount = await driverListRequests({ page, network, admin, driver })
  const before = requestCount()
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
  // First the page comes to rest after the swipes.
  const atTop = () => page.evaluate(() => (scrollY === 0 ? true : scrollTo(0, 0)))
  await expect.poll(atTop, { intervals: [100] }).toBe(true)
  const answered = page.waitForResponse((response) => DRIVERS_LIST_CALL.test(response.url()))
  await pulledTo(360, 430, 470)
  expect([200, 304]).toContain((await answered).status())
  expect(requestCount()).toBe(before + 1)

  network.set('down')
  await pulledTo(360, 430, 470)
  await expect(page.getByRole('alert').getByText('The server could not be reached.')).toBeVisible()
})

test('focus in the bar, which is always in view, does not scroll the page', async ({ tablet }) => {
  const page = tablet.page()
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.mouse.move(600, 300)
  await page.mouse.wheel(0, 1_000)
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await expect.poll(scrolled).toBeGreaterThan(500)
  await waitUntilListRests(page)
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
