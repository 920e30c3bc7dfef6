import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { savedForOffline } from '#e2e/support/page/screens.ts'

test.use({ opensDrivers: false, height: 800 })

test('diagnostics update on their own when the server becomes reachable and the event stream opens', async ({
  tablet,
  network,
}) => {
  const page = tablet.page()
  const facts = page.getByRole('region', { name: 'Network', exact: true })
  network.set('down')
  await page.goto('/diagnostics')
  await expect(facts).toContainText('The server can be reachedno', { timeout: 30_000 })
  network.set('none')
  await expect(facts).toContainText('The server can be reachedyes', { timeout: 30_000 })
  await expect(facts).toContainText('News from the server as it happensopen', { timeout: 30_000 })
})

test('diagnostics opened by their address show the age of the data as soon as it is known', async ({ tablet }) => {
  const page = tablet.page()
  await savedForOffline(page)
  await page.goto('/diagnostics')
  const facts = page.getByRole('region', { name: 'Age of the data', exact: true })
  await expect(facts).toContainText(/Lists that receive each changed row[1-9]/, { timeout: 30_000 })
  await expect(facts).toContainText('These have all changes up tojust now')
  await expect(facts).not.toContainText('not complete')
})
