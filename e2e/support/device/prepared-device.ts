import { cpSync } from 'node:fs'
import { openDrivers } from '#e2e/support/page/screens.ts'
import { buildOncePerRun } from '#e2e/support/server/run-folder.ts'
import { type Account, preparedSignIn, type Server, startServer } from '#e2e/support/server/server.ts'
import { startUnreliableProxy, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { startBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { usedDevice } from './used-device.ts'

/**
 * The profile of a device that the account used, prepared once per run at its own server, so that it contains no
 * journey's changes. All servers of the run know its session, so the device can continue at any of them.
 */
export function preparedDevice(account: Account): Promise<string> {
  return buildOncePerRun(`device-of-${account}`, async (folder) => {
    const answer = await preparedSignIn(account)
    await withServer(async (network) => {
      network.rewrite('/api/auth/jwt/create/', () => answer)
      const device = await usedDevice({ url: network.url }, account)
      cpSync(device.profile, folder, { recursive: true })
      await device.dispose()
    })
  })
}

/** The profile of a device that has the app but no signed-in user: the dispatcher logged out. Prepared once per run. */
export function installedDevice(): Promise<string> {
  return buildOncePerRun('device-of-nobody', async (folder) => {
    const copyOf = await preparedDevice('dispatcher')
    await withServer(async (network) => {
      const device = await startBrowser({ url: network.url, copyOf })
      await openDrivers(device.page())
      await device.page().getByRole('button', { name: 'Log out' }).click()
      await device.page().getByRole('button', { name: 'Confirm' }).click()
      await expect(device.page()).toHaveURL(/\/login/)
      // Checks the sign-out after a restart: on a busy machine a closing browser may not write everything to disk.
      const page = await device.restart()
      await page.goto('/drivers')
      await expect(page).toHaveURL(/\/login/)
      // Otherwise every copy would end the session at its own server, where other devices continue with it.
      const pendingSessionEnd = () => page.evaluate(() => localStorage.getItem('haulyard:to-end'))
      await expect.poll(pendingSessionEnd).toBeNull()
      await device.close()
      cpSync(device.profile, folder, { recursive: true })
      await device.dispose()
    })
  })
}

/** Runs `work` with a new server and the network in front of it. */
export async function withServer(work: (network: UnreliableProxy, server: Server) => Promise<void>): Promise<void> {
  const server = await startServer()
  const network = await startUnreliableProxy(server.port)
  try {
    await work(network, server)
  } finally {
    await network.close()
    await server.dispose()
  }
}
