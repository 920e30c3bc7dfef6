import type { Locator, Page } from '@playwright/test'
import { listStoredAt } from '#e2e/support/device/stored-answers.ts'
import { expect } from '../expect.ts'

/** User actions on the screens. Only this file knows the accessible names and roles that they need. */

export function driverCard(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true })
}

/** The button that shows and changes a driver's status. */
export function driverStatus(page: Page, name: string, status: string): Locator {
  return page.getByRole('button', { name: `Status of ${name}: ${status}`, exact: true })
}

/** Statuses for which the app asks for dates. */
const STATUSES_WITH_DATES = ['Vacation', 'Safety Orientation']

/** Picks a status, without an end date if the app asks for dates. Does not wait for the result. */
export async function pickDriverStatus(page: Page, name: string, status: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) }).click()
  await page.getByRole('menuitemradio', { name: status, exact: true }).click()
  if (!STATUSES_WITH_DATES.includes(status)) return
  await page
    .getByRole('dialog', { name: `${status}: ${name}` })
    .getByRole('button', { name: 'No end date' })
    .click()
}

/** Picks a status and waits until the card shows it. */
export async function setDriverStatus(page: Page, name: string, status: string): Promise<void> {
  await pickDriverStatus(page, name, status)
  await expect(driverStatus(page, name, status)).toBeVisible()
}

/** A cell of the week, by driver and column; column 0 is the first day. */
export function dayCell(page: Page, name: string, column: number): Locator {
  return page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').nth(column)
}

/**
 * Opens a page and waits until screen and device have the server's current rows. A used tablet first shows stored rows
 * that may be stale, and the response is stored a moment after it arrives: a page that is left immediately would leave
 * the old rows on the device.
 */
async function openAsServed(
  page: Page,
  path: string,
  list: 'drivers' | 'schedule' | 'trucks' | 'trailers' | 'maintenance',
  row: Locator,
): Promise<void> {
  const began = Date.now()
  await page.goto(path)
  await expect(row.first()).toBeVisible()
  await expect.poll(() => listStoredAt(page, list), { intervals: [50, 100] }).toBeGreaterThan(began)
  await expect(page.getByText('refreshing')).toBeHidden()
}

/** Waits until the prefetch has ended. Only then do pages that were never opened work offline. */
export async function savedForOffline(page: Page): Promise<void> {
  await page.goto('/device')
  await expect(page.getByText(/^Saved for offline/)).toBeVisible({ timeout: 30_000 })
}

export const openDrivers = (page: Page) => openAsServed(page, '/drivers', 'drivers', page.getByRole('article'))

export const openTrucks = (page: Page) => openAsServed(page, '/trucks', 'trucks', page.getByRole('article'))

/** Opens the inspections. At least one must exist. */
export const openMaintenance = (page: Page) =>
  openAsServed(page, '/maintenance', 'maintenance', page.getByRole('article'))

/** Opens the week for editing. */
export const openWeek = (page: Page) => openAsServed(page, '/schedule?tab=edit', 'schedule', page.getByRole('gridcell'))

export async function setDay(page: Page, cell: Locator, status: string, description: string): Promise<void> {
  await cell.dblclick()
  const editor = page.getByRole('dialog')
  await editor.getByText(status, { exact: true }).click()
  await editor.getByLabel('Description').fill(description)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect(cell).toHaveAccessibleName(new RegExp(`${status}, ${description}`))
}

/** The link to the Outbox, by the number of waiting changes that it shows; without `count`, by showing none. */
function outboxLink(page: Page, count?: number): Locator {
  const name = count === undefined ? /^Outbox$/ : new RegExp(`^Outbox.*\\b${count} changes? waiting`)
  return page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })
}

/** Waits until the server has every change and the Outbox link shows none waiting. */
export async function nothingWaits(page: Page): Promise<void> {
  await expect(outboxLink(page)).toBeVisible({ timeout: 30_000 })
}

export async function changesWaiting(page: Page, count: number): Promise<void> {
  await expect(outboxLink(page, count)).toBeVisible()
}

/** The region about changes that were saved on this device before the sign-in, with the actions for them. */
export const heldChanges = (page: Page): Locator => page.getByRole('region', { name: 'Kept here before you signed in' })

/**
 * Sends the held changes, none of which may concern accounts. Waits until the region is gone: a page that is left
 * earlier has not stored the decision yet.
 */
export async function sendHeldChanges(page: Page): Promise<void> {
  await heldChanges(page).getByRole('button', { name: 'Send' }).click()
  await expect(heldChanges(page)).toBeHidden()
}
