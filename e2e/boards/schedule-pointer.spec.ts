import type { Page } from '@playwright/test'
import { startBrowser } from '#e2e/support/browser.ts'
import { openEmptyWeek } from '#e2e/support/company/week.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'

test.use({ opensDrivers: false, height: 800 })

/** In the page: a click says nothing of what was pressed, as in Safari before 18.2 and Firefox before 129. */
function makeClicksPlain(): void {
  const plain = (event: Event) => {
    if (!(event instanceof PointerEvent)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    event.target?.dispatchEvent(new MouseEvent('click', event))
  }
  window.addEventListener('click', plain, { capture: true })
}

const frame = (page: Page) => page.locator('[data-fill-handle]')

test('a click by mouse selects a day, and does not open it, also where clicks don’t say what was pressed', async ({
  tablet,
}) => {
  const page = tablet.page()
  const { cell } = await openEmptyWeek(page)
  await page.evaluate(makeClicksPlain)
  await cell(1, 2).click()
  await expect(frame(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await cell(1, 2).dblclick()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a tap opens a day, and so does a click that no pointer made, also where clicks don’t say what was pressed', async ({
  network,
  tabletProfile,
}) => {
  const phone = await startBrowser({
    ...{ url: network.url, width: 820, height: 1180 },
    ...{ copyOf: tabletProfile, isTouched: true },
  })
  const page = phone.page()
  const { cell } = await openEmptyWeek(page)
  await page.evaluate(makeClicksPlain)
  await cell(1, 2).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  // A mouse at the same tablet, and then somebody's screen reader.
  await cell(2, 3).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await cell(2, 3).evaluate((element: HTMLElement) => element.click())
  await expect(page.getByRole('dialog')).toBeVisible()
  await phone.dispose()
})

test('the grid scrolls no farther for a selection that reaches its last day or its last driver', async ({ tablet }) => {
  const page = tablet.page()
  const grid = page.getByRole('grid')
  const size = () => grid.evaluate(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])
  const { cell } = await openEmptyWeek(page)
  await cell(0, 0).click()
  await expect(frame(page)).toBeVisible()
  const before = await size()
  await cell(0, 6).click()
  await page.keyboard.press('Shift+ArrowLeft')
  expect(await size()).toEqual(before)
  await page.keyboard.press('Control+End')
  await expect(page.locator('[role=gridcell]:focus')).toHaveAttribute('data-column', '6')
  await expect(frame(page)).toBeInViewport()
  expect(await size()).toEqual(before)
  // As large to the pointer as elsewhere.
  const box = await frame(page).boundingBox()
  expect([box?.width, box?.height]).toEqual([9, 9])
})
