import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import type { UnreliableProxy } from './server/unreliable-proxy.ts'

/** A new version has been installed at the server, and a page that was loaded since offers it: the button that takes it. */
export async function newVersionWaits(page: Page, network: UnreliableProxy): Promise<Locator> {
  network.rewrite('/sw.js', (worker) => `${worker}\n// a later version`)
  await page.reload()
  const update = page.getByRole('button', { name: 'Update' })
  await expect(update).toBeVisible({ timeout: 20_000 })
  return update
}
