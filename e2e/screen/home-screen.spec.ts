import type { Page } from '@playwright/test'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'

test.use({ opensDrivers: false })

const IPHONE = { width: 390, height: 844, ratio: 3, touchPoints: 5 }
const IPAD = { width: 820, height: 1180, ratio: 2, touchPoints: 5 }
const MAC = { width: 1440, height: 900, ratio: 2, touchPoints: 0 }

/** From its next start on, the app is in Safari on such a device, as far as a page can ask. */
async function becomeSafari(page: Page, { width, height, ratio, touchPoints }: typeof IPHONE): Promise<void> {
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
  test(`${name} is given startup images of its own size, also before a sign-in`, async ({
    visitor,
    network,
    request,
  }) => {
    const page = visitor.page()
    await becomeSafari(page, device)
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

test('no device keeps the startup images of all others', async ({ network, request }) => {
  const worker = await (await request.get(`${network.url}/sw.js`)).text()
  expect(worker).toContain('icons/icon-192.png')
  expect(worker).not.toContain('startup/')
})

const hint = (page: Page) => page.getByRole('complementary', { name: 'Install Haulyard' })

/** The last link of a page can be scrolled out from under the hint. */
async function expectEndClear(page: Page): Promise<void> {
  await page.goto('/device')
  await expect(hint(page)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const bottom = async () => {
    const box = await page.getByRole('main').getByRole('link').last().boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const top = async () => (await hint(page).boundingBox())?.y ?? 0
  await expect.poll(async () => (await bottom()) <= (await top())).toBe(true)
}

for (const [name, device, words] of [
  ['an iPhone', IPHONE, 'tap Share (in a newer Safari the three dots first), then “Add to Home Screen”'],
  ['an iPad', IPAD, 'tap Share at the top, then “Add to Home Screen”'],
  ['a Mac', MAC, 'in Safari’s menu File choose “Add to Dock…”'],
] as const)
  test(`a person who comes back in Safari on ${name} is told how to keep the app at hand, and may say no`, async ({
    tablet,
  }) => {
    const page = tablet.page()
    await becomeSafari(page, device)
    await page.goto('/schedule')
    await expect(hint(page)).toContainText(words)
    await expectEndClear(page)
    await hint(page).getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(hint(page)).toHaveCount(0)
  })

test('in a browser that has no such menu nothing is said of it', async ({ tablet }) => {
  const page = tablet.page()
  await page.goto('/schedule')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(hint(page)).toHaveCount(0)
})
