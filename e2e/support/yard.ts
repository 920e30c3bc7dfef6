import { test as base, expect, type Page } from '@playwright/test'
import type { Driver } from '#contract/drivers.ts'
import { type DutyStatus, dutyStatusOf } from '#contract/duty.ts'
import { fullName } from '#contract/people.ts'
import { type Api, apiAs } from './api.ts'
import { type PersonsBrowser, startBrowser } from './browser.ts'
import { HALTS } from './halts.ts'
import type { Scene } from './scene.ts'
import { type Server, startServer } from './server.ts'
import { readyForOffline, signIn } from './sign-in.ts'
import { startUnreliableProxy, type UnreliableProxy } from './unreliable-proxy.ts'
import { usedDevice } from './used-device.ts'

/** A driver to be changed, as the server had him when the test began. */
export interface Subject {
  readonly driver: Driver
  readonly name: string
  /** His status in words, and the one that he shall get. */
  readonly was: string
  readonly will: string
  readonly to: DutyStatus
}

interface OfWorker {
  readonly yard: {
    readonly server: Server
    readonly network: UnreliableProxy
    readonly api: Api
    /** A used tablet of the dispatcher's. */
    readonly profile: string
    /** The next drivers whom no test before has changed, as long as there are some. */
    readonly next: (count: number, isFit?: (driver: Driver) => boolean) => Promise<readonly Subject[]>
  }
}
interface Options {
  /** Of the tablet's window, in pixels. */
  readonly height: number
}
interface OfTest extends Options {
  readonly network: UnreliableProxy
  /** The server as the dispatcher sees it past the network: the judge. */
  readonly api: Api
  /** A used tablet: the dispatcher is signed in, looks at the drivers, and nothing waits. */
  readonly tablet: PersonsBrowser
  /** A new tablet with a session of its own, for tests that end it. */
  readonly ownTablet: PersonsBrowser
  /** A browser in which nobody ever was. */
  readonly visitor: PersonsBrowser
  readonly subjects: readonly [Subject, Subject, Subject]
  readonly subject: Subject
  /** The used tablet and a driver who is on the road, and who is so again for the next test. */
  readonly scene: Scene
}

/** High enough for every driver to be on screen: a long list shows only what is in view. */
const TALL = 3_600

function subjectOf(driver: Driver): Subject {
  const to: DutyStatus = driver.current_status === 'on_vacation' ? 'firing_process' : 'on_vacation'
  const was = dutyStatusOf(driver.current_status).title
  return { driver, name: fullName(driver.user), was, to, will: dutyStatusOf(to).title }
}

async function openDrivers(page: Page): Promise<void> {
  await page.goto('/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
}

/** Waits until a new outbox has been made ready, so that its own first writes are not taken for those of a change. */
async function outboxIsOpen(page: Page): Promise<void> {
  const isNoted = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('outbox-witness')))
  await expect.poll(isNoted, { intervals: [20, 50, 100] }).toBe(true)
}

/** `test` with a server that lives for many tests, and a tablet that was used before. */
export const test = base.extend<OfTest, OfWorker>({
  yard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const server = await startServer()
      const network = await startUnreliableProxy(server.port)
      const api = await apiAs(server, 'dispatcher')
      const device = await usedDevice({ url: network.url }, 'dispatcher')
      let taken = 0
      const next = async (count: number, isFit = (_: Driver) => true) => {
        const drivers = [...(await api.drivers())].sort((a, b) => a.id - b.id)
        const found: Driver[] = []
        for (let step = 0; step < drivers.length && found.length < count; step += 1) {
          const driver = drivers[taken % drivers.length]
          taken += 1
          if (driver && isFit(driver)) found.push(driver)
        }
        return found.map(subjectOf)
      }
      await use({ server, network, api, profile: device.profile, next })
      await device.dispose()
      await network.close()
      await server.dispose()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  height: [TALL, { option: true }],
  network: async ({ yard }, use) => {
    yard.network.reset()
    await use(yard.network)
  },
  api: async ({ yard }, use) => use(yard.api),
  tablet: async ({ yard, network, height }, use) => {
    const tablet = await startBrowser({ url: network.url, height, copyOf: yard.profile, scripts: [HALTS] })
    await openDrivers(tablet.page())
    await outboxIsOpen(tablet.page())
    await use(tablet)
    await tablet.dispose()
  },
  ownTablet: async ({ network }, use) => {
    const tablet = await startBrowser({ url: network.url, height: TALL, scripts: [HALTS] })
    await signIn(tablet.page(), 'dispatcher', { remember: true })
    await openDrivers(tablet.page())
    await readyForOffline(tablet.page())
    await use(tablet)
    await tablet.dispose()
  },
  visitor: async ({ network }, use) => {
    const visitor = await startBrowser({ url: network.url })
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
  scene: async ({ yard, tablet, api }, use) => {
    const [first] = await yard.next(1, ({ current_status }) => current_status === 'on_the_road')
    if (!first) throw new Error('nobody of the demo company is on the road')
    const { driver, name } = first
    await use({ page: tablet.page(), api, driver, name })
    const admin = await apiAs(yard.server, 'admin')
    expect(await admin.patch(`/api/drivers/${driver.id}/`, { status: 'on_the_road' })).toBe(200)
  },
})
