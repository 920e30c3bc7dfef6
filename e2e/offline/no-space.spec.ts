import type { Page } from '@playwright/test'
import type { UserBrowser } from '#e2e/support/browser.ts'
import { dialogNamed } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { expect } from '#e2e/support/expect.ts'
import { savedForOffline } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { SITE } from '#e2e/support/server/site.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

const walk = (page: Page, unit: string) => dialogNamed(page, `Pre-trip · ${unit}`)
const usage = (page: Page) => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)

interface FullDevice {
  readonly page: Page
  /** The number of a truck that the device knows. */
  readonly truck: string
  /** Limits what the browser lets the app store to this many bytes. */
  readonly limit: (quotaSize: number) => Promise<void>
}

/**
 * A device that is ready for offline use, started again without a network and with hardly any space left. A running
 * Chromium believes for half a minute in the space that it found before, so it must find little when it starts.
 */
async function startedOffline(shop: UserBrowser, network: UnreliableProxy, manager: Api): Promise<FullDevice> {
  const { results } = await manager.get<{ readonly results: readonly { readonly id: string }[] }>(
    '/api/trucks/mini-list/?limit=1',
  )
  const truck = results[0]?.id
  if (truck === undefined) throw new Error('the company has no truck')
  await savedForOffline(shop.page())
  const used = await usage(shop.page())
  await shop.close()
  network.set('down')
  await shop.relaunch()
  const page = shop.page()
  const devtools = await page.context().newCDPSession(page)
  const limit = async (quotaSize: number) => {
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: SITE, quotaSize })
  }
  await limit(used + 4_000)
  await page.goto('/maintenance')
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 30_000 })
  return { page, truck, limit }
}

/** Fills in a walk-around, up to the last tap. */
async function lookOver(page: Page, truck: string): Promise<void> {
  await page.getByRole('button', { name: 'Walk-around', exact: true }).click()
  const picker = dialogNamed(page, 'Walk-around')
  await picker.getByRole('combobox').fill(truck)
  await picker.getByRole('option', { name: new RegExp(`^${truck}`) }).click()
  await walk(page, truck).getByRole('button', { name: 'All OK' }).click()
}

const save = (page: Page, truck: string) => walk(page, truck).getByRole('button', { name: 'Approve and save' })

test('on a phone, the reason why nothing could be saved is in sight above the buttons and has the focus', async ({
  shop,
  network,
  manager,
}) => {
  const { page, truck, limit } = await startedOffline(shop, network, manager)
  await page.setViewportSize({ width: 390, height: 640 })
  await lookOver(page, truck)
  await limit(1)
  await save(page, truck).click()
  const message = walk(page, truck).getByRole('alert')
  await expect(message).toContainText("This device's storage is full.")
  await expect(message).toBeInViewport({ ratio: 1 })
  await expect(walk(page, truck).locator('[data-trouble]')).toBeFocused()
  const [box, button] = await Promise.all([message.boundingBox(), save(page, truck).boundingBox()])
  if (!box || !button) throw new Error('the bar is not on screen')
  expect(box.y + box.height).toBeLessThanOrEqual(button.y)
})
