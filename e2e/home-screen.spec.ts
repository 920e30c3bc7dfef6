import { expect } from './support/expect.ts'
import { test } from './support/yard.ts'

const DEVICES = [
  { name: 'an iPhone', width: 390, height: 844, ratio: 3 },
  { name: 'an iPad', width: 820, height: 1180, ratio: 2 },
]

for (const { name, width, height, ratio } of DEVICES)
  test(`${name} is given startup images of its own size, also where nobody is signed in`, async ({
    visitor,
    network,
  }) => {
    const page = visitor.page()
    const devtools = await visitor.context().newCDPSession(page)
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      ...{ width, height, screenWidth: width, screenHeight: height },
      ...{ deviceScaleFactor: ratio, mobile: true },
    })
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
    await page.addInitScript(() => Object.assign(navigator, { standalone: false }))
    await page.goto('/login')
    const addresses = await page
      .locator('link[rel="apple-touch-startup-image"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    const upright = `${width * ratio}x${height * ratio}`
    const sideways = `${height * ratio}x${width * ratio}`
    expect(addresses.toSorted()).toEqual(
      [upright, sideways].flatMap((size) => ['dark', 'light'].map((scheme) => `/startup/${size}-${scheme}.png`)).sort(),
    )
    for (const address of addresses) {
      const answer = await fetch(new URL(address, network.url))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
      const image = Buffer.from(await answer.arrayBuffer())
      expect(address).toContain(`/${image.readUInt32BE(16)}x${image.readUInt32BE(20)}-`)
    }
  })
