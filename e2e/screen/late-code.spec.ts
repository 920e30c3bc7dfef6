import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'

test('a form whose code did not arrive opens when it is asked for again', async ({ emptyBrowser }) => {
  const page = emptyBrowser.page()
  // Without the service worker: it would have the code already.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  const code = /\/assets\/new-unit-dialog-/
  await page.route(code, (route) => route.abort('connectionreset'))
  await signIn(page, 'manager')
  await page.goto('/trucks')
  const add = page.getByRole('button', { name: 'Add truck', exact: true })
  await add.click()
  await expect(page.getByRole('alert')).toContainText('Unexpected Application Error!')
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await add.click()
  await expect(page.getByRole('dialog', { name: 'Add truck' })).toBeVisible()
})
