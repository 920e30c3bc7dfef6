import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { shiftClock, shiftClockOfNewPages } from '#e2e/support/page-clock.ts'
import { shortDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

const DAY = 24 * 60 * 60_000

test('a device whose clock is 40 days ahead says so once, and uses the server’s day', async ({ office }) => {
  const page = office.page()
  await shiftClockOfNewPages(page, 40 * DAY)
  await page.goto('/schedule')
  const words = page.getByText(/^This device’s clock is 40 days ahead of the server’s/)
  await expect(words).toBeVisible()
  await expect(page.getByText(shortDay(chicagoDay(Date.now()))).first()).toBeVisible()
  await page.getByRole('button', { name: 'Understood' }).click()
  await page.getByRole('link', { name: 'Drivers' }).first().click()
  await expect(page).toHaveURL(/drivers/)
  await expect(words).toHaveCount(0)
})

/** Waits for this many frames: everything due is then drawn. */
async function waitForFrames(page: Page, times: number): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame)
  }, times)
}

test('a press while a wrong clock is detected is not missed: the notice waits until the button is released', async ({
  office,
}) => {
  const page = office.page()
  await page.goto('/drivers')
  await page.getByRole('button', { name: /^Sort/ }).hover()
  await page.mouse.down()
  await shiftClock(page, DAY)
  const notice = page.waitForResponse(/wrong-clock/)
  await page.getByRole('button', { name: 'Refresh' }).evaluate((button) => (button as HTMLElement).click())
  await (await notice).finished()
  await waitForFrames(page, 60)
  const words = page.getByText(/^This device’s clock is 1 day ahead of the server’s/)
  await expect(words).toBeHidden()
  await page.mouse.up()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(words).toBeVisible()
})
