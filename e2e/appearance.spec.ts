import { expect } from './support/expect.ts'
import { test } from './support/office.ts'

test.use({ opensDrivers: false, height: 800 })

const SCHEMES = ['light', 'dark', 'as the system']

test('the colors are switched, and the page does nothing that its own policy forbids', async ({ office }) => {
  const page = office.page()
  await page.goto('/device')
  // What is refused fails the journey as its browser is put away.
  for (const scheme of SCHEMES) {
    await page.getByRole('button', { name: new RegExp(`Switch to ${scheme}$`) }).click()
    await expect(page.getByRole('button', { name: new RegExp(`^Colours: ${scheme}`) })).toBeVisible()
  }
})

test('whatever scrolls has a scrollbar in the colors of the scheme', async ({ office }) => {
  const page = office.page()
  await page.goto('/schedule')
  const bar = () => page.getByRole('grid').evaluate((grid) => getComputedStyle(grid).scrollbarColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(bar).not.toBe('auto')
  const light = await bar()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(bar).not.toBe(light)
  expect(await bar()).not.toBe('auto')
})

/** In the page: from now on it is as in a browser in which nothing ever has a focus that is worth a ring. */
function takeFocusVisibleAway(): void {
  const within = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) rule.selectorText = rule.selectorText.replaceAll(':focus-visible', ':not(*)')
      else if (rule instanceof CSSGroupingRule) within(rule.cssRules)
    }
  }
  for (const sheet of document.styleSheets) within(sheet.cssRules)
}

test('a date has a ring while somebody is in one of its parts, also where the parts alone have the focus', async ({
  office,
}) => {
  const page = office.page()
  await page.goto('/maintenance')
  await page.getByRole('button', { name: 'Add Inspection' }).click()
  const date = page.getByRole('dialog').getByLabel('Due date (optional)')
  const ring = () => date.evaluate((field) => getComputedStyle(field).outline)
  await expect(date).toBeVisible()
  await page.evaluate(takeFocusVisibleAway)
  expect(await ring()).toContain('none')
  await date.focus()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect.poll(ring).toMatch(/solid 2px$/)
  }
})
