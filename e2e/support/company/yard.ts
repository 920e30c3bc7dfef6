import type { Page } from '@playwright/test'
import { HALTS } from '#e2e/support/page/halts.ts'
import { openDrivers } from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { type PersonsBrowser, startBrowser, TALL } from '../browser.ts'
import { expect } from '../expect.ts'
import { test as ofWorker, type Subject, type Yard } from '../worker.ts'
import type { Scene } from './scene.ts'

interface Options {
  /** Of every window, in pixels. */
  readonly height: number
  /** Of the used tablet; see `BrowserOptions`. */
  readonly isWhole: boolean
  /** Whether the drivers are open on the used tablet as a test begins; else nothing is, for tests that open something else. */
  readonly opensDrivers: boolean
}
interface OfTest extends Options {
  readonly network: UnreliableProxy
  /** The server as the dispatcher sees it past the network: the judge. */
  readonly api: Api
  /** The server as an administrator sees it, likewise. */
  readonly admin: Api
  /** A used tablet: the dispatcher is signed in, looks at the drivers (see `opensDrivers`), and nothing waits. */
  readonly tablet: PersonsBrowser
  /** A tablet with a session of its own, which has just begun, for tests that end it. */
  readonly ownTablet: PersonsBrowser
  /** A browser that has the app, in which nobody is signed in. */
  readonly installed: PersonsBrowser
  /** A browser in which nobody ever was. */
  readonly visitor: PersonsBrowser
  readonly subjects: readonly [Subject, Subject, Subject]
  readonly subject: Subject
  /** The used tablet and a driver who is on the road, and who is so again for the next test. */
  readonly scene: Scene
  /** The same on the new tablet. */
  readonly ownScene: Scene
}

/** Waits until a new outbox has been made ready, so that its own first writes are not taken for those of a change. */
async function outboxIsOpen(page: Page): Promise<void> {
  const isNoted = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('outbox-witness')))
  await expect.poll(isNoted, { intervals: [20, 50, 100] }).toBe(true)
}

/** Sets the scene on a tablet, and sets the driver on the road again behind it. */
async function play(yard: Yard, api: Api, tablet: PersonsBrowser, use: (scene: Scene) => Promise<void>): Promise<void> {
  const [first] = await yard.next(1, ({ current_status }) => current_status === 'on_the_road')
  if (!first) throw new Error('nobody of the demo company is on the road')
  const { driver, name } = first
  await use({ page: tablet.page(), api, driver, name })
  const admin = await apiAs(yard.server, 'admin')
  expect(await admin.patch(`/api/drivers/${driver.id}/`, { status: 'on_the_road' })).toBe(200)
}

/** `test` at a server that lives for many tests, with a tablet that was used before. */
export const test = ofWorker.extend<OfTest>({
  height: [TALL, { option: true }],
  isWhole: [false, { option: true }],
  opensDrivers: [true, { option: true }],
  network: async ({ yard }, use) => {
    yard.network.reset()
    await use(yard.network)
  },
  api: async ({ yard }, use) => use(await apiAs(yard.server, 'dispatcher')),
  admin: async ({ yard }, use) => use(await apiAs(yard.server, 'admin')),
  tablet: async ({ tabletProfile, network, height, isWhole, opensDrivers }, use) => {
    const tablet = await startBrowser({ url: network.url, height, isWhole, copyOf: tabletProfile, scripts: [HALTS] })
    if (opensDrivers) {
      await openDrivers(tablet.page())
      await outboxIsOpen(tablet.page())
    }
    await use(tablet)
    await tablet.dispose()
  },
  ownTablet: async ({ network, height, installedProfile }, use) => {
    const tablet = await startBrowser({ url: network.url, height, copyOf: installedProfile, scripts: [HALTS] })
    await signIn(tablet.page(), 'dispatcher', { remember: true })
    await openDrivers(tablet.page())
    await readyForOffline(tablet.page())
    await use(tablet)
    await tablet.dispose()
  },
  installed: async ({ network, height, installedProfile }, use) => {
    const installed = await startBrowser({ url: network.url, height, copyOf: installedProfile })
    await use(installed)
    await installed.dispose()
  },
  visitor: async ({ network, height }, use) => {
    const visitor = await startBrowser({ url: network.url, height })
    await use(visitor)
    await visitor.dispose()
  },
  subjects: async ({ yard }, use) => {
    const [first, second, third] = await yard.next(3)
    if (!first || !second || !third) throw new Error('the demo company has no three drivers')
    await use([first, second, third])
  },
  subject: async ({ yard }, use) => {
    const [first] = await yard.next(1)
    if (!first) throw new Error('the demo company has no driver')
    await use(first)
  },
  scene: async ({ yard, api, tablet }, use) => play(yard, api, tablet, use),
  ownScene: async ({ yard, api, ownTablet }, use) => play(yard, api, ownTablet, use),
})
