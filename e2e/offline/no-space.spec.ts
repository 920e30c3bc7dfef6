import type { Page } from '@playwright/test'
import type { UserBrowser } from '#e2e/support/browser.ts'
import { aPhoto, attach, dialogNamed, inspectionRow, inspectionsOf } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { beginWalkAround } from '#e2e/support/company/walk-around.ts'
import { expect } from '#e2e/support/expect.ts'
import { nothingWaits, savedForOffline } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { SITE } from '#e2e/support/server/site.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

const walk = (page: Page, unit: string) => dialogNamed(page, `Pre-trip · ${unit}`)
const usage = (page: Page) => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
const KEEPS_CHANGES = 'changes are saved on this device'
const ROOM_WORDS = /^This device ran out of space, so saved lists made room for your changes/

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

/** The number of reports on a unit at the server. */
const reportCount = async (manager: Api, unit: string) => (await inspectionsOf(manager, unit)).length

/** Fills in a walk-around, up to the last tap. */
async function lookOver(page: Page, truck: string): Promise<void> {
  const form = await beginWalkAround(page, truck)
  await form.getByRole('button', { name: 'All OK' }).click()
}

/** The mark of a report that waits, in the list. */
const waitingReport = (page: Page, unit: string) =>
  inspectionRow(page, unit, 'Pre-Trip').getByRole('img', { name: 'Waiting to be sent' })

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

test('on a full disk, saved lists give way to a report automatically, do not come back at once, and the report is sent once', async ({
  shop,
  network,
  manager,
}) => {
  const { page, truck, limit } = await startedOffline(shop, network, manager)
  const before = await reportCount(manager, truck)
  await lookOver(page, truck)
  const space = (await usage(page)) - 50_000
  await limit(space)
  await save(page, truck).click()
  await expect(walk(page, truck)).toHaveCount(0)
  await expect(waitingReport(page, truck)).toBeVisible()
  await expect(page.getByText(KEEPS_CHANGES)).toBeVisible()
  expect(await usage(page)).toBeLessThan(space)
  await page.goto('/device')
  await expect(page.getByText(ROOM_WORDS)).toBeVisible()
  await expect(page.getByText(/^Saved for offline/)).toHaveCount(0)

  network.set('none')
  await nothingWaits(page)
  await expect.poll(() => reportCount(manager, truck)).toBe(before + 1)
  // The page checks what is due when it opens. Nothing that made room is fetched by that.
  await page.goto('/device')
  await expect(page.getByText(ROOM_WORDS)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save for offline now' })).toBeEnabled()

  await limit(1_000_000_000)
  await page.getByRole('button', { name: 'Save for offline now' }).click()
  await expect(page.getByText(/^Saved for offline/)).toBeVisible({ timeout: 30_000 })
})

test('on a disk that stays full, one tap drops all saved lists and saves the report', async ({
  shop,
  network,
  manager,
}) => {
  const { page, truck, limit } = await startedOffline(shop, network, manager)
  const before = await reportCount(manager, truck)
  await lookOver(page, truck)
  await limit(1)
  await save(page, truck).click()
  const room = walk(page, truck).getByRole('button', { name: /^Make room: drop saved lists, [\d.,]+ [kM]B$/ })
  await expect(room).toBeInViewport({ ratio: 1 })
  await expect(walk(page, truck).getByRole('button', { name: 'Save without photos' })).toHaveCount(0)
  await expect(page.getByText(/^This device has no space left/)).toBeVisible()
  await expect(page.getByText(KEEPS_CHANGES)).toHaveCount(0)
  // The disk is as full as it is now. Only what the button drops makes room.
  await limit((await usage(page)) - 20_000)
  await room.click()
  await expect(walk(page, truck)).toHaveCount(0)
  await expect(waitingReport(page, truck)).toBeVisible()
  await expect(page.getByText(KEEPS_CHANGES)).toBeVisible()

  network.set('none')
  await nothingWaits(page)
  await expect.poll(() => reportCount(manager, truck)).toBe(before + 1)
})

test('on a disk without space for photos, a report can be saved without them', async ({ shop, network, manager }) => {
  const { page, truck, limit } = await startedOffline(shop, network, manager)
  const before = await reportCount(manager, truck)
  await lookOver(page, truck)
  await limit(1)
  const tires = walk(page, truck).getByRole('radiogroup', { name: 'Tires', exact: true })
  await tires.getByLabel('Defect', { exact: true }).check()
  await attach(page, walk(page, truck).getByRole('group', { name: 'Photos of Tires' }), [aPhoto('tire.png')])
  await walk(page, truck).getByRole('button', { name: '3 days' }).click()
  await save(page, truck).click()
  const without = walk(page, truck).getByRole('button', { name: 'Save without photos' })
  await expect(without).toBeVisible()
  await limit(1_000_000_000)
  await without.click()
  await expect(walk(page, truck)).toHaveCount(0)

  network.set('none')
  await nothingWaits(page)
  await expect.poll(() => reportCount(manager, truck)).toBe(before + 1)
  const report = (await inspectionsOf(manager, truck)).at(-1)
  expect(report).toMatchObject({ report_type: 'defect', attachments: [] })
})
