import { test } from './support/company/yard.ts'
import { expect } from './support/expect.ts'
import { readyForOffline, signIn } from './support/page/sign-in.ts'

test('a dispatcher signs in, sees the drivers, and still sees them after an offline reload', async ({
  emptyBrowser,
  network,
}) => {
  const page = emptyBrowser.page()
  await signIn(page, 'dispatcher')
  await page.goto('/drivers')
  await expect(page.getByRole('heading', { name: 'Drivers', level: 1 })).toBeVisible()
  const card = page.getByRole('article').first()
  await expect(card).toBeVisible()
  const seen = await card.getByRole('heading').first().textContent()
  await readyForOffline(page)

  network.set('down')
  await page.reload()
  await expect(page.getByRole('article').first()).toContainText(seen ?? 'a name')
})
