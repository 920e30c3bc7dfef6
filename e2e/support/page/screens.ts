import type { Locator, Page } from '@playwright/test'
import { listKeptAt } from '#e2e/support/device/kept-answers.ts'
import { expect } from '../expect.ts'

/** What people do on the screens, in their words; the one place that knows names and roles. */

export function driverCard(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true })
}

/** The button that says a driver's status and changes it. */
export function driverStatus(page: Page, name: string, status: string): Locator {
  return page.getByRole('button', { name: `Status of ${name}: ${status}`, exact: true })
}

/** Statuses that are asked for from when until when they hold. */
const DATED = ['Vacation', 'Safety Orientation']

/** Picks a status, without an end where one is asked for, and does not wait for what comes of it. */
export async function pickDriverStatus(page: Page, name: string, status: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) }).click()
  await page.getByRole('menuitemradio', { name: status, exact: true }).click()
  if (!DATED.includes(status)) return
  await page
    .getByRole('dialog', { name: `${status}: ${name}` })
    .getByRole('button', { name: 'No end date' })
    .click()
}

export async function setDriverStatus(page: Page, name: string, status: string): Promise<void> {
  await pickDriverStatus(page, name, status)
  await expect(driverStatus(page, name, status)).toBeVisible()
}

/** A cell of the week by driver and position; 0 is the first day. */
export function dayCell(page: Page, name: string, column: number): Locator {
  return page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').nth(column)
}

/**
 * Opens a page and waits until it is what the server has, on screen and on the device: what a used tablet shows at first
 * may be old, and a page that goes at once leaves the old rows there, for an answer is written a moment later.
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
  await expect.poll(() => listKeptAt(page, list), { intervals: [50, 100] }).toBeGreaterThan(began)
  await expect(page.getByText('refreshing')).toBeHidden()
}

/** Waits until the device has all that it fetches ahead: what nobody has opened yet is there without a network only then. */
export async function savedForOffline(page: Page): Promise<void> {
  await page.goto('/device')
  await expect(page.getByText(/^Saved for offline/)).toBeVisible({ timeout: 30_000 })
}

export const openDrivers = (page: Page) => openAsServed(page, '/drivers', 'drivers', page.getByRole('article'))

export const openTrucks = (page: Page) => openAsServed(page, '/trucks', 'trucks', page.getByRole('article'))

/** Opens the inspections, of which there must be one. */
export const openMaintenance = (page: Page) =>
  openAsServed(page, '/maintenance', 'maintenance', page.getByRole('article'))

/** Opens the week to edit it. */
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

/** The way to the Outbox, by what it says of changes that wait: none, unless a number is given. */
function outboxLink(page: Page, count?: number): Locator {
  const name = count === undefined ? /^Outbox$/ : new RegExp(`^Outbox.*\\b${count} changes? waiting`)
  return page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })
}

/** Waits until the server has everything and the screen says so. */
export async function nothingWaits(page: Page): Promise<void> {
  await expect(outboxLink(page)).toBeVisible({ timeout: 30_000 })
}

export async function changesWaiting(page: Page, count: number): Promise<void> {
  await expect(outboxLink(page, count)).toBeVisible()
}

/** What says that changes were stored here before the sign-in, and what is done with them. */
export const keptBefore = (page: Page): Locator => page.getByRole('region', { name: 'Kept here before you signed in' })

/** Lets go what was stored before the sign-in, of which nothing concerns accounts; who leaves sooner has not said so yet. */
export async function sendKept(page: Page): Promise<void> {
  await keptBefore(page).getByRole('button', { name: 'Send' }).click()
  await expect(keptBefore(page)).toBeHidden()
}
