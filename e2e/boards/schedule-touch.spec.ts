import type { Locator, Page } from '@playwright/test'
import { type PersonsBrowser, startBrowser } from '#e2e/support/browser.ts'
import { openEmptyWeek } from '#e2e/support/company/week.ts'
import { test as atTheYard } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { nothingWaits } from '#e2e/support/page/screens.ts'

const NONE = 'Nothing planned'

const test = atTheYard.extend<{ readonly phone: PersonsBrowser }>({
  phone: async ({ network, tabletProfile }, use) => {
    const phone = await startBrowser({
      url: network.url,
      width: 390,
      height: 844,
      copyOf: tabletProfile,
      isTouched: true,
    })
    await use(phone)
    await phone.dispose()
  },
})

/** A finger on the page, as the browser's own input: it scrolls, presses long and swipes as fingers do. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const middle = async (of: Locator) => {
    const box = await of.boundingBox()
    if (!box) throw new Error('it is not on screen')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  return {
    /** Rests on something until `shows` is there. */
    async restOn(place: Locator, shows: Locator) {
      const { x, y } = await middle(place)
      await touch('touchStart', x, y)
      await expect(shows).toBeVisible()
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

test('on a phone a tap opens the day, with a button for each status, and axe finds nothing', async ({ phone }) => {
  const page = phone.page()
  const { cell, says } = await openEmptyWeek(page)
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
  await expect.poll(() => says(2, 1)).toEqual([[NONE], ['Vacation']])
  await cell(1, 0).tap()
  await sheet.getByRole('button', { name: 'Clear day' }).tap()
  await expect.poll(() => says(2, 1)).toEqual([[NONE], [NONE]])
  await nothingWaits(page)
})

test('on a phone a long press selects, taps go on, and the days are set together', async ({ phone }) => {
  const page = phone.page()
  const { cell, says } = await openEmptyWeek(page)
  const { restOn } = await finger(page)
  const bar = page.getByRole('group', { name: 'Selected days' })
  await restOn(cell(0, 0), bar)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await cell(2, 1).tap()
  await expect(bar).toContainText('6 days')
  await expectNoFindings(page, 'selected days on a phone')
  for (const button of await bar.getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await bar.getByRole('button', { name: 'Firing' }).tap()
  await expect.poll(() => says(3, 2)).toEqual(Array(3).fill(['Firing', 'Firing']))
  await bar.getByRole('button', { name: 'Clear' }).tap()
  await expect.poll(() => says(3, 2)).toEqual(Array(3).fill([NONE, NONE]))
  await bar.getByRole('button', { name: 'Done' }).tap()
  await expect(bar).toHaveCount(0)
  await cell(0, 0).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('on a phone a swipe scrolls the days first, then turns the week; names and headings stay in sight', async ({
  phone,
}) => {
  const page = phone.page()
  await openEmptyWeek(page)
  const week = Number(new URL(page.url()).searchParams.get('week'))
  const { swipe } = await finger(page)
  const grid = page.getByRole('grid')
  const scrolled = () => grid.evaluate((element) => element.scrollLeft)
  // As far as the days go, also where a finger does not let them run on.
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
  // On from the first day of the next week; and no day was skipped.
  await expect.poll(scrolled).toBeLessThan(2)
  await swipe(grid, 280)
  await expect(page).toHaveURL(new RegExp(`week=${week}\\b`))
})
