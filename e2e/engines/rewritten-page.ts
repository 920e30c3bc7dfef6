import { expect } from '#e2e/support/expect.ts'
import { rewritePage } from '#e2e/support/page/translator.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'
import { changesWaiting, firstDrivers, waitUntilSettled } from './actions.ts'
import type { Engine } from './driver/engine-browser.ts'
import type { EnginePage } from './driver/engine-page.ts'
import { test } from './fixtures.ts'

/** Pages that the bar shows at every desktop width. */
const WALK = ['/trucks', '/schedule', '/map', '/outbox', '/drivers'] as const

/** Goes to a page by the bar, and waits until its heading is translated. */
async function goTo(page: EnginePage, path: string): Promise<void> {
  await page.until((href) => {
    const link = document.querySelector<HTMLElement>(`nav a[href="${href}"]`)
    link?.click()
    return link !== null
  }, path)
  await expect.poll(() => page.path()).toBe(path)
  await waitUntilSettled(page)
  await page.until(() => /«/.test(document.querySelector('main h1')?.textContent ?? ''))
}

/** Sets a status, and waits until its button shows the translation and nothing else. */
async function setTranslated(page: EnginePage, name: string, status: string): Promise<void> {
  await page.click('button', new RegExp(`^Status of ${name}:`))
  await page.click('menuitemradio', new RegExp(status.toUpperCase()))
  await page.until(
    (label, words) => document.querySelector(`button[aria-label="${label}"]`)?.textContent?.trim() === words,
    `Status of ${name}: ${status}`,
    `«${status.toUpperCase()}»`,
  )
}

const isOffline = () => /offline since/i.test(document.body.textContent ?? '')

export function testRewrittenPages(engine: Engine): void {
  test(`${engine} keeps working while a translator rewrites every page, offline and online again`, async ({
    tab: page,
    device,
    network,
    api,
  }) => {
    const [driver] = await firstDrivers(api)
    await page.resize(1400, 900)
    await page.open('/drivers')
    await waitUntilSettled(page)
    await page.run(rewritePage, 'fonts' as const)
    for (const path of WALK) await goTo(page, path)
    await setTranslated(page, driver.name, 'Detention / Layover')
    await changesWaiting(page, 0)
    network.set('down')
    await page.untilWithin(30_000, isOffline)
    for (const path of WALK) await goTo(page, path)
    await setTranslated(page, driver.name, 'On The Road')
    await goTo(page, '/outbox')
    network.set('none', isOutboxChange)
    await page.untilWithin(30_000, () => !/offline since/i.test(document.body.textContent ?? ''))
    await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_the_road')
    for (const path of WALK) await goTo(page, path)
    const broken = (await device.consoleErrors()).filter((error) =>
      /NotFoundError|removeChild|insertBefore/.test(error),
    )
    expect(broken).toEqual([])
  })
}
