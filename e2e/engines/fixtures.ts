import { type Api, apiAs } from '#e2e/support/server/api.ts'
import { type Server, startServer } from '#e2e/support/server/server.ts'
import { startUnreliableProxy, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { test as ofWorker } from '#e2e/support/worker.ts'
import { ENGINES } from '#scripts/install-engines.mjs'
import { readyForOffline, signIn } from './acts.ts'
import { startDisplay } from './driver/display.ts'
import { type Engine, type EngineBrowser, startEngine } from './driver/engine-browser.ts'
import type { EnginePage } from './driver/engine-page.ts'

/** What lives for all tests of a file in one engine: they go on from one another. */
interface Office {
  readonly server: Server
  /** The network between the browser and that server. */
  readonly network: UnreliableProxy
  /** A browser in which an administrator is signed in, and which has all that it needs without a network. */
  readonly device: EngineBrowser
}
interface OfWorker {
  /** The engine that the tests are about. */
  readonly engine: Engine
  readonly office: Office
}
interface OfTest {
  readonly network: UnreliableProxy
  readonly device: EngineBrowser
  /** What the device shows as the test begins; another one after a kill. */
  readonly tab: EnginePage
  /** The server as an administrator sees it past the network: the judge. */
  readonly api: Api
}

const SETS_UP_WITHIN = 120_000

/** `test` in another engine than Chromium. */
export const test = ofWorker.extend<OfTest, OfWorker>({
  engine: ['WebKit', { option: true, scope: 'worker' }],
  office: [
    async ({ engine }, use) => {
      const server = await startServer()
      const network = await startUnreliableProxy(server.port)
      // Firefox has a way to run without one.
      const display = engine === 'WebKit' ? await startDisplay() : null
      const device = await startEngine({ engine, url: network.url, display: display?.name ?? '' })
      await signIn(device.page(), 'admin')
      await readyForOffline(device.page())
      await use({ server, network, device })
      await device.dispose()
      display?.stop()
      await network.close()
      await server.dispose()
    },
    { scope: 'worker', timeout: SETS_UP_WITHIN },
  ],
  network: async ({ office: { network } }, use) => {
    network.reset()
    await use(network)
  },
  device: ({ office: { device } }, use) => use(device),
  tab: ({ office: { device } }, use) => use(device.page()),
  api: async ({ office: { server } }, use) => use(await apiAs(server, 'admin')),
})

/** Skips the tests of a file, and says what to install, where the machine has none of their engine. */
export function skipWithoutEngine(): void {
  test.beforeEach(({ engine }, info) => {
    const reason = ENGINES.find(({ name }) => name === engine)?.why() ?? null
    info.skip(reason !== null, reason ?? '')
  })
}
