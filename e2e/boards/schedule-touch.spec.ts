import type { Locator, Page } from '@playwright/test'
import { startBrowser, type UserBrowser } from '#e2e/support/browser.ts'
import { openEmptyWeek } from '#e2e/support/company/week.ts'
import { test as atTheYard } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { nothingWaits } from '#e2e/support/page/screens.ts'

const NONE = 'Nothing planned'

const test = atTheYard.extend<{ readonly phone: UserBrowser }>({
  phone: async ({ network, tabletProfile }, use) => {
    const phone = await startBrowser({
      url: network.url,
      width: 390,
      height: 844,
      copyOf: tabletProfile,
      hasTouch: true,
    })
    await use(phone)
    await phone.dispose()
  },
})

/** A finger on the page as real browser input: it scrolls, presses long and swipes. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const middle = async (locator: Locator) => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('the element is not on screen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  return {
    /** Presses the target until `expected` is visible. */
    async pressLong(target: Locator, expected: Locator) {
      const { x, y } = await middle(target)
      await touch('touchStart', x, y)
      await expect(expected).toBeVisible()
      await touch('touchEnd')
    },
    async swipe(over: Locator, by: number) {
      const { x, y } = await middle(over)
      const from = x - by / 2
      await touch('touchStart', from, y)
      for (let step = 1; step <= 8; step += 1) await touch('touchMove', from + (by * step) / 8, y)
      await touch('touchEnd')
    },
  }
}

test('on a phone a tap opens the day, each status is at least 44 px high, and axe finds nothing', async ({ phone }) => {
  const page = phone.page()
  const { cell, readCells } = await openEmptyWeek(page)
  await cell(1, 0).tap()
  const sheet = page.getByRole('dialog')
  for (const status of await sheet.getByRole('radio').all()) {
    const box = await status.locator('xpath=..').boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  await expectNoFindings(page, 'day on a phone')
  await sheet.getByText('Vacation', { exact: true }).tap()
  await sheet.getByRole('button', { name: 'Save' }).tap()
  await expect(sheet).toBeHidden()
  await expect.poll(() => readCells(2, 1)).toEqual([[NONE], ['Vacation']])
  await cell(1, 0).tap()
  await sheet.getByRole('button', { name: 'Clear day' }).tap()
  await expect.poll(() => readCells(2, 1)).toEqual([[NONE], [NONE]])
  await nothingWaits(page)
})

test('on a phone a long press starts a selection, a tap extends it, and the days are set together', async ({
  phone,
}) => {
  const page = phone.page()
  const { cell, readCells } = await openEmptyWeek(page)
  const { pressLong } = await finger(page)
  const bar = page.getByRole('group', { name: 'Selected days' })
  await pressLong(cell(0, 0), bar)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await cell(2, 1).tap()
  await expect(bar).toContainText('6 days')
  await expectNoFindings(page, 'selected days on a phone')
  for (const button of await bar.getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await bar.getByRole('button', { name: 'Firing' }).tap()
  await expect.poll(() => readCells(3, 2)).toEqual(Array(3).fill(['Firing', 'Firing']))
  await bar.getByRole('button', { name: 'Clear' }).tap()
  await expect.poll(() => readCells(3, 2)).toEqual(Array(3).fill([NONE, NONE]))
  await bar.getByRole('button', { name: 'Done' }).tap()
  await expect(bar).toHaveCount(0)
  await cell(0, 0).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('on a phone a swipe first scrolls the days, then turns the week; names and headings stay in view', async ({
  phone,
}) => {
  const page = phone.page()
  await openEmptyWeek(page)
  const week = Number(new URL(page.url()).searchParams.get('week'))
  const { swipe } = await finger(page)
  const grid = page.getByRole('grid')
  const scrolled = () => grid.evaluate((element) => element.scrollLeft)
  // To the end of the days, even if the finger adds no momentum.
  await swipe(grid, -370)
  await expect.poll(scrolled).toBeGreaterThan(100)
  await expect(page).toHaveURL(new RegExp(`week=${week}\\b`))
  await expect(page.getByRole('rowheader').nth(1)).toBeInViewport()
  await expect(page.getByRole('columnheader').nth(7)).toBeInViewport({ ratio: 1 })
  await expect
    .poll(() => grid.evaluate(({ scrollLeft, scrollWidth, clientWidth }) => scrollWidth - clientWidth - scrollLeft))
    .toBeLessThan(2)
  await swipe(grid, -280)
  await expect(page).toHaveURL(new RegExp(`week=${week + 1}\\b`))
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  // The next week starts at its first day: no day is skipped.
  await expect.poll(scrolled).toBeLessThan(2)
  await swipe(grid, 280)
  await expect(page).toHaveURL(new RegExp(`week=${week}\\b`))
})
