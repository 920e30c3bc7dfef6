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

/** Fails unless the last link of the page can be scrolled clear of the hint. */
async function expectEndClear(page: Page): Promise<void> {
  await page.goto('/device')
  await expect(installHint(page)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const bottom = async () => {
    const box = await page.getByRole('main').getByRole('link').last().boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const top = async () => (await installHint(page).boundingBox())?.y ?? 0
  await expect.poll(async () => (await bottom()) <= (await top())).toBe(true)
}

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
    await page.goto('/schedule')
    await expect(installHint(page)).toContainText(words)
    await expectEndClear(page)
    await installHint(page).getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(installHint(page)).toHaveCount(0)
  })

test('a browser that is not Safari shows no install hint', async ({ tablet }) => {
  const page = tablet.page()
  await page.goto('/schedule')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(installHint(page)).toHaveCount(0)
})
