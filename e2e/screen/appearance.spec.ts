import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'

test.use({ opensDrivers: false, height: 800 })

const SCHEMES = ['light', 'dark', 'as the system']

test('the color scheme can be switched without violating the content security policy', async ({ office }) => {
  const page = office.page()
  await page.goto('/device')
  // A violation of the content security policy fails the test when its browser is closed.
  for (const scheme of SCHEMES) {
    await page.getByRole('button', { name: new RegExp(`Switch to ${scheme}$`) }).click()
    await expect(page.getByRole('button', { name: new RegExp(`^Colors: ${scheme}`) })).toBeVisible()
  }
})

test('the schedule’s scrollbar follows the color scheme', async ({ office }) => {
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
