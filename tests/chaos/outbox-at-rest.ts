import type { Page } from '@playwright/test'

/**
 * Opens the Outbox and waits until nothing is left in it but what is done, `within` so many milliseconds. Answers what is
 * left after that, group by group; empty when all is well.
 */
export async function whatIsLeft(page: Page, within: number): Promise<readonly string[]> {
  await page.goto('/outbox')
  const isRead = page.getByRole('region').or(page.getByText('Nothing waits on this device'))
  await isRead.first().waitFor()
  const isEmpty = await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Outbox$/ })
    .waitFor({ timeout: within })
    .then(
      () => true,
      () => false,
    )
  if (isEmpty) return []
  const groups = await page.getByRole('main').getByRole('region').allInnerTexts()
  return groups.map((text) => `in the Outbox: ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}`)
}
