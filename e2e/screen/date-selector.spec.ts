import type { Locator, Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { openDrivers } from '#e2e/support/page/screens.ts'
import { addDays, addMonths, longDay, monthName, shortDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'

const today = chicagoDay(Date.now())
const nextYear = String(Number(today.slice(0, 4)) + 1)
const from = `${nextYear}-03-10`
const to = `${nextYear}-03-17`

const statusButton = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })
const day = (dialog: Locator, date: string) => dialog.getByRole('button', { name: longDay(date), exact: true })
const dateField = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: label, exact: true })

/** Opens the date dialog of a driver’s vacation by keyboard. */
async function openDates(page: Page, name: string): Promise<Locator> {
  await statusButton(page, name).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Vacation', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Vacation: ${name}` })
  await expect(day(dialog, today)).toBeFocused()
  return dialog
}

test('the dates of a status are reached with the calendar’s keys, and Escape returns the focus to the status button', async ({
  scene,
}) => {
  const { page, name } = scene
  await openDrivers(page)
  const dialog = await openDates(page, name)
  await expect(day(dialog, today)).toHaveAttribute('aria-current', 'date')
  for (const [key, date] of [
    ['ArrowRight', addDays(today, 1)],
    ['ArrowDown', addDays(today, 8)],
    ['ArrowLeft', addDays(today, 7)],
    ['ArrowUp', today],
  ] as const) {
    await page.keyboard.press(key)
    await expect(day(dialog, date), key).toBeFocused()
  }
  await page.keyboard.press('Shift+PageDown')
  await expect(dialog.getByRole('grid', { name: monthName(`${nextYear}${today.slice(4, 7)}-01`) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(dateField(dialog, 'To')).not.toHaveValue('')
  await expect(dialog.locator('[tabindex="0"]').and(dialog.locator('table button'))).toHaveCount(1)
  // Twice, because the second time the dialog opens at the moment in which the menu closes.
  for (const time of ['first', 'second']) {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(statusButton(page, name), `focus after the ${time} Escape`).toBeFocused()
    if (time === 'first') await openDates(page, name)
  }
})

test('typed dates are accepted; an impossible date is reported and blocks saving until it is corrected', async ({
  scene,
}) => {
  const { page, name } = scene
  await openDrivers(page)
  const dialog = await openDates(page, name)
  const [first, second] = [day(dialog, today), day(dialog, addDays(today, 1))]
  await first.press('Enter')
  await first.press('ArrowRight')
  await second.press('Enter')
  await dateField(dialog, 'From').fill(`${nextYear}-02-30`)
  await expect(dateField(dialog, 'From')).toHaveAccessibleDescription('Date input not valid.')
  await expectNoFindings(page, 'date dialog, with an error')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dateField(dialog, 'From').fill('')
  await dateField(dialog, 'To').focus()
  await expect(dateField(dialog, 'From')).toHaveValue(today)
  await dateField(dialog, 'To').fill(to)
  await dateField(dialog, 'From').fill(from)
  await expect(dialog.getByRole('grid', { name: monthName(from) })).toBeVisible()
  await expect(day(dialog, from)).toHaveAccessibleDescription('First day')
  await expect(day(dialog, to)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('article', { name, exact: true }).getByText(`${shortDay(from)} – ${shortDay(to)}`),
  ).toBeVisible()
})

test('every rapid click on a month arrow counts, and the calendar ends at the last allowed day and keeps the focus on a day', async ({
  scene,
}) => {
  const { page, name } = scene
  await openDrivers(page)
  const dialog = await openDates(page, name)
  const arrow = (label: string) => dialog.getByRole('button', { name: label, exact: true })
  const clickEight = (button: HTMLElement) => {
    for (let click = 0; click < 8; click += 1) button.click()
  }
  const first = `${today.slice(0, 7)}-01`
  await arrow('Next month').evaluate(clickEight)
  await expect(dialog.getByRole('grid', { name: monthName(addMonths(first, 8)), exact: true })).toBeVisible()
  await arrow('Previous month').evaluate(clickEight)
  await expect(dialog.getByRole('grid', { name: monthName(first), exact: true })).toBeVisible()
  // No date field accepts a day after 2099.
  await day(dialog, today).focus()
  for (let year = Number(today.slice(0, 4)); year <= 2100; year += 1) await page.keyboard.press('Shift+PageDown')
  await expect(day(dialog, '2099-12-31')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(day(dialog, '2099-12-31')).toBeFocused()
  await expect(arrow('Next month')).toBeDisabled()
  await arrow('Previous month').press('Enter')
  await arrow('Next month').press('Enter')
  await expect(day(dialog, '2099-12-30')).toBeFocused()
})
