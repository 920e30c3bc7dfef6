import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { openDrivers, openWeek } from '#e2e/support/page/screens.ts'

test('a driver’s status can be changed with the keyboard alone, and the focus returns to its button', async ({
  tablet,
}) => {
  const page = tablet.page()
  await openDrivers(page)
  const status = page.getByRole('button', { name: /^Status of .*: On The Road$/ }).first()
  const name = (await status.getAttribute('aria-label'))?.replace(/: .*/, '') ?? ''
  const statusButton = page.getByRole('button', { name: new RegExp(`^${name}:`) })
  await statusButton.focus()
  for (const round of ['the first opening', 'a later one']) {
    await page.keyboard.press('Enter')
    // The menu handles Escape itself once it has the focus.
    await expect(page.locator('[role=menu]:focus-within'), round).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu'), round).toBeHidden()
    await expect(statusButton, round).toBeFocused()
  }
  // Escape as soon as the menu is in the document, before it has the focus.
  await page.evaluate(openAndEscape, 'menu')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(statusButton).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
  // The last status applies immediately, without dates. The loop is needed because a menu takes the focus a second time
  // just after it opened, sooner than a user could press a key.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Dates…' })).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('ArrowUp')
  const chosen = page.getByRole('menuitemradio').and(page.locator(':focus'))
  await expect(chosen).toBeVisible()
  const title = (await chosen.textContent())?.trim() ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `${name}: ${title}` })).toBeVisible()
  await expect(statusButton).toBeFocused()
})

test('a day is reached with the arrow keys and changed in its editor, and the focus returns to its cell', async ({
  tablet,
}) => {
  const page = tablet.page()
  await openWeek(page)
  await page.getByRole('gridcell').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  const cell = page.locator('[role=gridcell]:focus')
  await expect(cell).toHaveAttribute('data-column', '2')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog')
  await expect(editor).toBeVisible()
  // A day without a plan has no status yet.
  await editor.getByRole('radio', { name: 'On The Road' }).press('Space')
  await editor.getByLabel('Description').fill('By keyboard')
  await editor.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  await expect(cell).toHaveAccessibleName(/By keyboard/)
  await expect(cell).toHaveAttribute('data-column', '2')
  await page.keyboard.press('Enter')
  await expect(editor).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
  await expect(cell).toHaveAttribute('data-column', '2')

  // Escape as soon as the editor is in the document, before it has the focus.
  await page.evaluate(openAndEscape, 'dialog')
  await expect(editor).toBeHidden()
  await expect(cell).toHaveAttribute('data-column', '2')
})

test('opening an empty read-only day by keyboard moves the focus into it, and Escape returns the focus to its cell', async ({
  tablet,
}) => {
  const page = tablet.page()
  await page.goto('/schedule?week=31')
  await page.getByRole('gridcell').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const cell = page.locator('[role=gridcell]:focus')
  await expect(cell).toHaveAttribute('data-column', '1')
  await page.keyboard.press('Enter')
  await expect(page.locator('[role=dialog]:focus-within')).toContainText('Nothing planned.')
  await page.keyboard.press('Tab')
  await expect(page.locator('[role=dialog]:focus-within')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(cell).toHaveAttribute('data-column', '1')
})

/** In the page: presses Enter on the focused element, and Escape as soon as an element of this role is there. */
async function openAndEscape(role: string): Promise<void> {
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const appeared = new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(`[role=${role}]`)) return
      observer.disconnect()
      press('Escape')
      resolve()
    }).observe(document.body, { childList: true, subtree: true })
  })
  const { activeElement: opener } = document
  // The browser turns Enter on a button into a click only for a real key press, so a button is clicked here.
  if (opener instanceof HTMLButtonElement) opener.click()
  else press('Enter')
  await appeared
}
