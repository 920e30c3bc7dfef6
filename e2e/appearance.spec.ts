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
