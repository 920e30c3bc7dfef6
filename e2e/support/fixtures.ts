import { startBrowser, type UserBrowser } from './browser.ts'
import { type Server, startServer } from './server/server.ts'
import { startUnreliableProxy, type UnreliableProxy } from './server/unreliable-proxy.ts'
import { test as workerTest } from './worker.ts'

interface Fixtures {
  /** The real server with its own demo company. */
  readonly server: Server
  /** The network between the browser and that server. */
  readonly network: UnreliableProxy
  /** A browser with an empty profile that reaches the server through that network. */
  readonly freshBrowser: UserBrowser
}

/** `test` with a separate server, network and browser for each test. */
export const test = workerTest.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  server: async ({}, use) => {
    const server = await startServer()
    await use(server)
    await server.dispose()
  },
  network: async ({ server }, use) => {
    const network = await startUnreliableProxy(server.port)
    await use(network)
    await network.close()
  },
  freshBrowser: async ({ network }, use) => {
    const browser = await startBrowser({ url: network.url })
    await use(browser)
    await browser.dispose()
  },
})
