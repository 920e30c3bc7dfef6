import type { Locator, Page } from '@playwright/test'
import { keptBefore, sendKept } from '#e2e/support/page/screens.ts'

/**
 * Opens the Outbox, lets go what is held, and waits until nothing is left in it but what is done, `within` so many milliseconds. Answers what is
 * left after that, group by group; empty when all is well.
 */
export async function whatIsLeft(page: Page, within: number): Promise<readonly string[]> {
  await page.goto('/outbox')
  const isRead = page.getByRole('region').or(page.getByText('Nothing of yours waits on this device'))
  await isRead.first().waitFor()
  const empty = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Outbox$/ })
  const isThere = (what: Locator) =>
    what.waitFor({ timeout: within }).then(
      () => true,
      () => false,
    )
  await isThere(empty.or(keptBefore(page)).first())
  if (await keptBefore(page).isVisible()) await sendKept(page)
  const isEmpty = await isThere(empty)
  if (isEmpty) return []
  const groups = await page.getByRole('main').getByRole('region').allInnerTexts()
  return groups.map((text) => `in the Outbox: ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}`)
}
