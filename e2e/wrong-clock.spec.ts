import { shortDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { expect } from './support/expect.ts'
import { makeLater } from './support/later.ts'
import { test } from './support/office.ts'

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
