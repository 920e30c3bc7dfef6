import { type Api, apiAs } from '#e2e/support/server/api.ts'
import { type Server, startServer } from '#e2e/support/server/server.ts'
import { startUnreliableProxy, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { test as workerTest } from '#e2e/support/worker.ts'
import { ENGINES } from '#scripts/install-engines.mjs'
import { readyForOffline, signIn } from './actions.ts'
import { startDisplay } from './driver/display.ts'
import { type Engine, type EngineBrowser, startEngine } from './driver/engine-browser.ts'
import type { EnginePage } from './driver/engine-page.ts'

/** Shared by all tests of a file in one engine: each test continues where the one before ended. */
interface Office {
  readonly server: Server
  /** The network between the browser and that server. */
  readonly network: UnreliableProxy
  /** A browser in which an administrator is signed in, ready for offline use. */
  readonly device: EngineBrowser
}
interface WorkerFixtures {
  /** The engine under test. */
  readonly engine: Engine
  readonly office: Office
}
interface TestFixtures {
  readonly network: UnreliableProxy
  readonly device: EngineBrowser
  /** The device's window when the test begins. A kill replaces it. */
  readonly tab: EnginePage
  /** The server as an administrator sees it without the network between: the source of truth. */
  readonly api: Api
}

const SETUP_TIMEOUT_MS = 120_000

/** `test` in an engine other than Chromium. */
export const test = workerTest.extend<TestFixtures, WorkerFixtures>({
  engine: ['WebKit', { option: true, scope: 'worker' }],
  office: [
    async ({ engine }, use) => {
      const server = await startServer()
      const network = await startUnreliableProxy(server.port)
      // Firefox runs headless, without a display.
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
    { scope: 'worker', timeout: SETUP_TIMEOUT_MS },
  ],
  network: async ({ office: { network } }, use) => {
    network.reset()
    await use(network)
  },
  device: ({ office: { device } }, use) => use(device),
  tab: ({ office: { device } }, use) => use(device.page()),
  api: async ({ office: { server } }, use) => use(await apiAs(server, 'admin')),
})

/** Skips the tests of a file, with a reason that says what to install, if the machine lacks their engine. */
export function skipWithoutEngine(): void {
  test.beforeEach(({ engine }, info) => {
    const reason = ENGINES.find(({ name }) => name === engine)?.why() ?? null
    info.skip(reason !== null, reason ?? '')
  })
}
