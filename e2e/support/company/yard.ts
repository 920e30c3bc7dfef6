import type { Page } from '@playwright/test'
import { HALTS_SCRIPT } from '#e2e/support/page/halts.ts'
import { openDrivers } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { startBrowser, TALL, type UserBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { type Subject, test as workerTest, type Yard } from '../worker.ts'
import type { Scene } from './scene.ts'

interface Options {
  /** Height of every window, in pixels. */
  readonly height: number
  /** Option of `tablet`, `ownTablet` and `ownShop`; see `BrowserOptions`. */
  readonly isFullChromium: boolean
  /** Whether `tablet` shows the drivers when a test begins. False for tests that open another page. */
  readonly opensDrivers: boolean
}
interface TestFixtures extends Options {
  readonly network: UnreliableProxy
  /** The API, signed in as the dispatcher, without the simulated network. Tests verify results here. */
  readonly api: Api
  /** The same, signed in as an administrator. */
  readonly admin: Api
  /** A used tablet: the dispatcher is signed in, the drivers are open (see `opensDrivers`), and no change waits. */
  readonly tablet: UserBrowser
  /** A tablet with its own new session, for tests that end the session. */
  readonly ownTablet: UserBrowser
  /** A fleet manager's browser with its own new session, which the device remembers. Ready for offline use. */
  readonly ownShop: UserBrowser
  /** A browser that has the app but no signed-in user. */
  readonly signedOutBrowser: UserBrowser
  /** A browser with an empty profile. */
  readonly emptyBrowser: UserBrowser
  readonly subjects: readonly [Subject, Subject, Subject]
  readonly subject: Subject
  /** The used tablet and a driver on the road. After the test the driver is set on the road again. */
  readonly scene: Scene
  /** The same with `ownTablet`. */
  readonly ownScene: Scene
}

/** Waits until a new outbox is set up, so that a halt does not mistake its first writes for those of a change. */
async function waitUntilOutboxIsReady(page: Page): Promise<void> {
  const hasLossMarker = () =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('outbox-witness')))
  await expect.poll(hasLossMarker, { intervals: [20, 50, 100] }).toBe(true)
}

/** Runs a test's scene on a tablet. Afterward sets the driver on the road again. */
async function useScene(
  yard: Yard,
  api: Api,
  tablet: UserBrowser,
  use: (scene: Scene) => Promise<void>,
): Promise<void> {
  const [first] = await yard.next(1, ({ current_status }) => current_status === 'on_the_road')
  if (!first) throw new Error('no driver of the demo company is on the road')
  const { driver, name } = first
  await use({ page: tablet.page(), api, driver, name })
  const admin = await apiAs(yard.server, 'admin')
  expect(await admin.patch(`/api/drivers/${driver.id}/`, { status: 'on_the_road' })).toBe(200)
}

/** `test` at a server that many tests share, with a used tablet. */
export const test = workerTest.extend<TestFixtures>({
  height: [TALL, { option: true }],
  isFullChromium: [false, { option: true }],
  opensDrivers: [true, { option: true }],
  network: async ({ yard }, use) => {
    yard.network.reset()
    await use(yard.network)
  },
  api: async ({ yard }, use) => use(await apiAs(yard.server, 'dispatcher')),
  admin: async ({ yard }, use) => use(await apiAs(yard.server, 'admin')),
  tablet: async ({ tabletProfile, network, height, isFullChromium, opensDrivers }, use) => {
    const tablet = await startBrowser({
      url: network.url,
      height,
      isFullChromium,
      copyOf: tabletProfile,
      scripts: [HALTS_SCRIPT],
    })
    if (opensDrivers) {
      await openDrivers(tablet.page())
      await waitUntilOutboxIsReady(tablet.page())
    }
    await use(tablet)
    await tablet.dispose()
  },
  ownTablet: async ({ network, height, isFullChromium, installedProfile }, use) => {
    const tablet = await startBrowser({
      url: network.url,
      height,
      isFullChromium,
      copyOf: installedProfile,
      scripts: [HALTS_SCRIPT],
    })
    await signIn(tablet.page(), 'dispatcher', { remember: true })
    await openDrivers(tablet.page())
    await readyForOffline(tablet.page())
    await use(tablet)
    await tablet.dispose()
  },
  ownShop: async ({ network, height, isFullChromium, installedProfile }, use) => {
    const shop = await startBrowser({ url: network.url, height, isFullChromium, copyOf: installedProfile })
    await signIn(shop.page(), 'manager', { remember: true })
    await readyForOffline(shop.page())
    await use(shop)
    await shop.dispose()
  },
  signedOutBrowser: async ({ network, height, installedProfile }, use) => {
    const browser = await startBrowser({ url: network.url, height, copyOf: installedProfile })
    await use(browser)
    await browser.dispose()
  },
  emptyBrowser: async ({ network, height }, use) => {
    const browser = await startBrowser({ url: network.url, height })
    await use(browser)
    await browser.dispose()
  },
  subjects: async ({ yard }, use) => {
    const [first, second, third] = await yard.next(3)
    if (!first || !second || !third) throw new Error('the demo company has fewer than three drivers')
    await use([first, second, third])
  },
  subject: async ({ yard }, use) => {
    const [first] = await yard.next(1)
    if (!first) throw new Error('the demo company has no driver')
    await use(first)
  },
  scene: async ({ yard, api, tablet }, use) => useScene(yard, api, tablet, use),
  ownScene: async ({ yard, api, ownTablet }, use) => useScene(yard, api, ownTablet, use),
})
