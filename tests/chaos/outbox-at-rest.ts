import type { Page } from '@playwright/test'
import { heldChanges, sendHeldChanges } from '#e2e/support/page/screens.ts'
import { isShown } from './is-shown.ts'

/**
 * Opens the Outbox page, sends held entries, and waits up to `within` milliseconds until no entry waits. Returns the
 * text of each group that is left then; empty when all entries were sent.
 */
export async function remainingEntries(page: Page, within: number): Promise<readonly string[]> {
  await page.goto('/outbox')
  const isRead = page.getByRole('region').or(page.getByText('Nothing of yours waits on this device'))
  await isRead.first().waitFor()
  const empty = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Outbox$/ })
  await isShown(empty.or(heldChanges(page)).first(), within)
  if (await heldChanges(page).isVisible()) await sendHeldChanges(page)
  const isEmpty = await isShown(empty, within)
  if (isEmpty) return []
  const groups = await page.getByRole('main').getByRole('region').allInnerTexts()
  return groups.map((text) => `in the Outbox: ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}`)
}
