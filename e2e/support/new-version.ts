import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import type { UnreliableProxy } from './server/unreliable-proxy.ts'

/** Simulates a new version on the server and reloads the page. Returns the button that installs the new version. */
export async function offerNewVersion(page: Page, network: UnreliableProxy): Promise<Locator> {
  network.rewrite('/sw.js', (worker) => `${worker}\n// a later version`)
  await page.reload()
  const update = page.getByRole('button', { name: 'Update' })
  await expect(update).toBeVisible({ timeout: 20_000 })
  return update
}
