import type { Page } from '@playwright/test'
import { startBrowser } from '#e2e/support/browser.ts'
import { openEmptyWeek } from '#e2e/support/company/week.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'

test.use({ opensDrivers: false, height: 800 })

/** In the page: click events carry no pointer type, as in Safari before 18.2 and Firefox before 129. */
function hidePointerTypes(): void {
  const plain = (event: Event) => {
    if (!(event instanceof PointerEvent)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    event.target?.dispatchEvent(new MouseEvent('click', event))
  }
  window.addEventListener('click', plain, { capture: true })
}

const fillHandle = (page: Page) => page.locator('[data-fill-handle]')

test('a click by mouse selects a day and a double click opens it, even if clicks carry no pointer type', async ({
  tablet,
}) => {
  const page = tablet.page()
  const { cell } = await openEmptyWeek(page)
  await page.evaluate(hidePointerTypes)
  await cell(1, 2).click()
  await expect(fillHandle(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await cell(1, 2).dblclick()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a tap opens a day, and so does a click without a pointer, even if clicks carry no pointer type', async ({
  network,
  tabletProfile,
}) => {
  const phone = await startBrowser({
    ...{ url: network.url, width: 820, height: 1180 },
    ...{ copyOf: tabletProfile, hasTouch: true },
  })
  const page = phone.page()
  const { cell } = await openEmptyWeek(page)
  await page.evaluate(hidePointerTypes)
  await cell(1, 2).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  // A mouse on the same tablet, then a click as a screen reader makes it.
  await cell(2, 3).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await cell(2, 3).evaluate((element: HTMLElement) => element.click())
  await expect(page.getByRole('dialog')).toBeVisible()
  await phone.dispose()
})

test('a selection at the last day or the last driver does not make the grid scroll farther', async ({ tablet }) => {
  const page = tablet.page()
  const grid = page.getByRole('grid')
  // Without the room that the bar of several selected days gets below the last line.
  const size = () =>
    grid.evaluate((element) => {
      const lines = element.querySelector('[role=rowgroup]')
      const room = lines ? Number.parseFloat(getComputedStyle(lines).marginBottom) : 0
      return [element.scrollWidth, element.scrollHeight - room]
    })
  const { cell } = await openEmptyWeek(page)
  await cell(0, 0).click()
  await expect(fillHandle(page)).toBeVisible()
  const before = await size()
  await cell(0, 6).click()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(page.getByRole('group', { name: 'Selected days' })).toBeVisible()
  expect(await size()).toEqual(before)
  await page.keyboard.press('Control+End')
  await expect(page.locator('[role=gridcell]:focus')).toHaveAttribute('data-column', '6')
  await expect(fillHandle(page)).toBeInViewport()
  expect(await size()).toEqual(before)
  // The handle is as large for the pointer as on other days, in pixels.
  const box = await fillHandle(page).boundingBox()
  expect([box?.width, box?.height]).toEqual([9, 9])
})
