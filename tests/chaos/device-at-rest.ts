import type { Page } from '@playwright/test'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import type { UserBrowser } from '#e2e/support/browser.ts'
import { driverStatus } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { isShown } from './is-shown.ts'
import { compareStoredLists, type ListComparison } from './stored-lists.ts'

/** The maximum time for a device to receive everything that colleagues have changed, in milliseconds. */
const MAX_CATCHING_UP_MS = 60_000
/** The maximum time for a stored row to appear, in milliseconds. */
const MAX_READING_MS = 10_000

/** Opens the drivers. Describes each driver whom the page does not show as the server has the driver. */
async function driversNotShown(page: Page, api: Api): Promise<readonly string[]> {
  await page.goto('/drivers')
  const missing: string[] = []
  for (const { user, current_status } of await api.drivers()) {
    const [name, status] = [fullName(user), dutyStatusOf(current_status).title]
    if (await isShown(driverStatus(page, name, status), MAX_READING_MS)) continue
    missing.push(`without a network, the page does not show ${name} as ${status}`)
  }
  return missing
}

/**
 * Compares a device with the server once no user changes anything: first every stored list, with the app running and a
 * good network, then what the restarted app shows without a network. Leaves the network down.
 */
export async function compareDevice(browser: UserBrowser, network: UnreliableProxy, api: Api): Promise<ListComparison> {
  const comparison = await compareStoredLists(browser.page(), api, MAX_CATCHING_UP_MS)
  network.set('down')
  const missing = await driversNotShown(await browser.restart(), api)
  return { ...comparison, breaches: [...comparison.breaches, ...missing] }
}

/** The figures of a report about the comparison. */
export const comparisonFigures = ({ lists, rows }: ListComparison) => ({
  'stored lists compared with the server': lists,
  'rows of these lists': rows,
})
