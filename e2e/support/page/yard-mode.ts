import type { Page } from '@playwright/test'

/** Lets the page open as on a device where a user chose yard mode. */
export async function remembersYardMode(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('haulyard-yard-mode', 'on'))
}
