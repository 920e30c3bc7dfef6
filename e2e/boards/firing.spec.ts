import { confirmFiring, firingQuestion, openEmptyWeek, serverCells } from '#e2e/support/company/week.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { driverStatus, nothingWaits, openDrivers } from '#e2e/support/page/screens.ts'

test.use({ opensDrivers: false })

const NONE = 'Nothing planned'

test('typing a name that begins with F on a day does not set Firing', async ({ tablet, admin }) => {
  const page = tablet.page()
  const week = await openEmptyWeek(page)
  const { cell, readCells } = week
  for (const keys of ['Flint', 'fine', '3']) {
    await cell(0, 0).focus()
    await page.keyboard.press(keys[0] ?? '')
    await expect(firingQuestion(page)).toContainText(/: Firing\./)
    // The rest of the word goes to the question, which ignores letters.
    await page.keyboard.type(keys.slice(1))
    await page.keyboard.press('Escape')
    await expect(firingQuestion(page)).toBeHidden()
    await expect(cell(0, 0)).toBeFocused()
    expect(await readCells(1, 1)).toEqual([[NONE]])
  }
  // Enter alone cancels, as Escape does.
  await page.keyboard.press('f')
  await expect(firingQuestion(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(firingQuestion(page)).toBeHidden()
  expect(await readCells(1, 1)).toEqual([[NONE]])
  await nothingWaits(page)
  await expect.poll(() => serverCells(admin, week, 1, 1)).toEqual([['']])
})

test('pasting, filling, undo, redo and the bar of selected days ask before they set Firing by keyboard', async ({
  tablet,
  admin,
}) => {
  const page = tablet.page()
  await tablet.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const week = await openEmptyWeek(page)
  const { cell, readCells } = week
  await page.evaluate(() => navigator.clipboard.writeText('Vacation\tFiring\n'))
  await cell(0, 0).focus()
  await page.keyboard.press('Control+v')
  await expect(firingQuestion(page)).toContainText(/: Firing\./)
  await page.keyboard.press('Escape')
  await expect(firingQuestion(page)).toBeHidden()
  expect(await readCells(1, 2)).toEqual([[NONE, NONE]])
  await page.keyboard.press('Control+v')
  await confirmFiring(page)
  await expect.poll(() => readCells(1, 2)).toEqual([['Vacation', 'Firing']])

  // Filling another status over *Firing* sets no *Firing*: no question.
  await cell(0, 1).focus()
  await page.keyboard.press('Control+r')
  await expect.poll(() => readCells(1, 2)).toEqual([['Vacation', 'Vacation']])
  await expect(firingQuestion(page)).toBeHidden()
  // Undo by key sets *Firing* again, and so does redo: both ask.
  await page.keyboard.press('Control+z')
  await expect(firingQuestion(page)).toContainText(/: Firing\./)
  await page.keyboard.press('Enter')
  await expect(firingQuestion(page)).toBeHidden()
  await expect(cell(0, 1)).toBeFocused()
  expect(await readCells(1, 2)).toEqual([['Vacation', 'Vacation']])
  await page.keyboard.press('Control+z')
  await confirmFiring(page)
  await expect.poll(() => readCells(1, 2)).toEqual([['Vacation', 'Firing']])
  await page.keyboard.press('Control+z')
  await expect.poll(() => readCells(1, 2)).toEqual([[NONE, NONE]])
  for (const keys of ['Control+y', 'Control+Shift+Z'] as const) {
    await page.keyboard.press(keys)
    await expect(firingQuestion(page)).toContainText(/: Firing\./)
    await page.keyboard.press('Escape')
    await expect(firingQuestion(page)).toBeHidden()
    expect(await readCells(1, 2)).toEqual([[NONE, NONE]])
  }
  const redo = page.getByRole('button', { name: 'Redo', exact: true })
  await redo.press('Enter')
  await expect(firingQuestion(page)).toContainText(/: Firing\./)
  await page.keyboard.press('Escape')
  // A click aims at the button: no question.
  await redo.click()
  await expect.poll(() => readCells(1, 2)).toEqual([['Vacation', 'Firing']])
  await expect(firingQuestion(page)).toBeHidden()
  await cell(0, 1).click()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+r')
  await confirmFiring(page)
  await expect.poll(() => readCells(1, 3)).toEqual([['Vacation', 'Firing', 'Firing']])

  await cell(1, 0).click()
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('group', { name: 'Selected days' })
  await bar.getByRole('button', { name: 'Firing' }).press('Enter')
  await expect(firingQuestion(page)).toContainText('2 days of 2 drivers: Firing.')
  await page.keyboard.press('Escape')
  // A click aims at the word: no question.
  await bar.getByRole('button', { name: 'Firing' }).click()
  await expect.poll(() => readCells(3, 1)).toEqual([['Vacation'], ['Firing'], ['Firing']])
  await nothingWaits(page)
  await expect
    .poll(() => serverCells(admin, week, 3, 1))
    .toEqual([['on_vacation'], ['firing_process'], ['firing_process']])
})

test('Enter on Firing in a driver’s status menu asks for the dates first, and Escape leaves the status as it was', async ({
  tablet,
}) => {
  const page = tablet.page()
  await openDrivers(page)
  const status = page.getByRole('button', { name: /^Status of .*: On The Road$/ }).first()
  const name = (await status.getAttribute('aria-label'))?.replace(/^Status of |: .*/g, '') ?? ''
  await status.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
  await page.getByRole('menuitemradio', { name: 'Firing' }).press('Enter')
  const dates = page.getByRole('dialog', { name: `Firing: ${name}` })
  await expect(dates).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dates).toBeHidden()
  await expect(driverStatus(page, name, 'On The Road')).toBeVisible()
})
