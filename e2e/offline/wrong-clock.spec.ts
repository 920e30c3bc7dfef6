import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { makeLater, shiftClock } from '#e2e/support/later.ts'
import { shortDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

const DAY = 24 * 60 * 60_000

test('a device whose clock is 40 days ahead says so once, and goes by the server’s day', async ({ office }) => {
  const page = office.page()
  await makeLater(page, 40 * DAY)
  await page.goto('/schedule')
  const words = page.getByText(/^This device’s clock is 40 days ahead of the server’s/)
  await expect(words).toBeVisible()
  await expect(page.getByText(shortDay(chicagoDay(Date.now()))).first()).toBeVisible()
  await page.getByRole('button', { name: 'Understood' }).click()
  await page.getByRole('link', { name: 'Drivers' }).first().click()
  await expect(page).toHaveURL(/drivers/)
  await expect(words).toHaveCount(0)
})

/** Waits until the page has been drawn so many times: what is to be shown is there by then. */
async function drawn(page: Page, times: number): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame)
  }, times)
}

test('what is pressed while the clock is found wrong is not missed: the notice waits until it is let go', async ({
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
  await drawn(page, 60)
  const words = page.getByText(/^This device’s clock is 1 day ahead of the server’s/)
  await expect(words).toBeHidden()
  await page.mouse.up()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(words).toBeVisible()
})
