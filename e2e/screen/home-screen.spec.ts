import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'

test.use({ opensDrivers: false })

const IPHONE = { width: 390, height: 844, ratio: 3, touchPoints: 5 }
const IPAD = { width: 820, height: 1180, ratio: 2, touchPoints: 5 }
const MAC = { width: 1440, height: 900, ratio: 2, touchPoints: 0 }

/** From its next load on, the page sees Safari on this device, as far as a page can detect it. */
async function emulateSafari(page: Page, { width, height, ratio, touchPoints }: typeof IPHONE): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...{ width, height, screenWidth: width, screenHeight: height },
    ...{ deviceScaleFactor: ratio, mobile: touchPoints > 0 },
  })
  if (touchPoints > 0)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: touchPoints })
  await page.addInitScript(() => Object.assign(navigator, { standalone: false }))
}

for (const [name, device] of [
  ['an iPhone', IPHONE],
  ['an iPad', IPAD],
] as const)
  test(`${name} gets startup images of its own size, even before a sign-in`, async ({
    emptyBrowser,
    network,
    request,
  }) => {
    const page = emptyBrowser.page()
    await emulateSafari(page, device)
    await page.goto('/login')
    const addresses = await page
      .locator('link[rel="apple-touch-startup-image"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    const [short, long] = [device.width * device.ratio, device.height * device.ratio]
    const sizes = [`${short}x${long}`, `${long}x${short}`]
    expect(addresses.toSorted()).toEqual(
      sizes.flatMap((size) => ['dark', 'light'].map((scheme) => `/startup/${size}-${scheme}.png`)).sort(),
    )
    for (const address of addresses) {
      const answer = await request.get(`${network.url}${address}`)
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
      const image = await answer.body()
      expect(address).toContain(`/${image.readUInt32BE(16)}x${image.readUInt32BE(20)}-`)
    }
  })

test('the service worker does not precache startup images', async ({ network, request }) => {
  const worker = await (await request.get(`${network.url}/sw.js`)).text()
  expect(worker).toContain('icons/icon-192.png')
  expect(worker).not.toContain('startup/')
})

const installHint = (page: Page) => page.getByRole('complementary', { name: 'Install Haulyard' })

for (const [name, device, words] of [
  ['an iPhone', IPHONE, 'tap Share (in a newer Safari the three dots first), then “Add to Home Screen”'],
  ['an iPad', IPAD, 'tap Share at the top, then “Add to Home Screen”'],
  ['a Mac', MAC, 'in Safari’s menu File choose “Add to Dock…”'],
] as const)
  test(`a returning user in Safari on ${name} is told how to install the app, and can dismiss the hint`, async ({
    tablet,
  }) => {
    const page = tablet.page()
    await emulateSafari(page, device)
    await page.goto('/')
    await expect(installHint(page)).toContainText(words)
    await installHint(page).getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await expect(page.getByText(/^(Saved for offline|Ready for work|Not ready for dead zones)/)).toBeVisible()
    await expect(installHint(page)).toHaveCount(0)
    await page.goto('/device')
    await expect(page.getByRole('region', { name: 'As an app of its own' })).toContainText(words)
  })

test('a browser that is not Safari shows no install hint', async ({ tablet }) => {
  const page = tablet.page()
  await page.goto('/')
  await expect(page.getByText(/^(Saved for offline|Ready for work|Not ready for dead zones)/)).toBeVisible()
  await expect(installHint(page)).toHaveCount(0)
})

/** Chromium offers the installation only to people who have used the page for a while: this is its event. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve(),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    })
    window.dispatchEvent(event)
  })

test('the offer to install is on the dashboard and on “This device” only, and nowhere without a network', async ({
  tablet,
  network,
}) => {
  const page = tablet.page()
  const device = page.getByRole('region', { name: 'As an app of its own' })
  await page.goto('/outbox')
  await offerInstall(page)
  const go = async (name: string) => page.getByRole('link', { name, exact: true }).first().click()
  await go('Dashboard')
  await expect(installHint(page)).toBeVisible()
  const bar = installHint(page)
  // In the flow of the page: it lies over nothing.
  expect(await bar.evaluate((line) => getComputedStyle(line).position)).toBe('static')
  for (const other of ['Drivers', 'Trucks']) {
    await go(other)
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible()
    await expect(installHint(page)).toHaveCount(0)
  }
  await page
    .getByRole('link', { name: /^Outbox/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible()
  await expect(installHint(page)).toHaveCount(0)

  await go('Dashboard')
  await go('This device')
  await expect(device.getByRole('button', { name: 'Install' })).toBeVisible()
  network.set('down')
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 30_000 })
  await expect(device).toHaveCount(0)
  await go('Dashboard')
  await expect(page.getByText(/^(Saved for offline|Ready for work|Not ready for dead zones)/)).toBeVisible()
  await expect(installHint(page)).toHaveCount(0)
})
