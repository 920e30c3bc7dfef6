import { cpSync } from 'node:fs'
import { openDrivers } from '#e2e/support/page/screens.ts'
import { madeOnce } from '#e2e/support/server/run-folder.ts'
import { type Account, type Server, startServer, storedSignIn } from '#e2e/support/server/server.ts'
import { startUnreliableProxy, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { startBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { usedDevice } from './used-device.ts'

/**
 * The profile of a device that somebody has used, made once a run at a server of its own: nothing that a journey has changed
 * is on it. Its session is the one that all servers of the run know, so it goes on at any of them.
 */
export function preparedDevice(account: Account): Promise<string> {
  return madeOnce(`device-of-${account}`, async (folder) => {
    const answer = await storedSignIn(account)
    await atServer(async (network) => {
      network.rewrite('/api/auth/jwt/create/', () => answer)
      const device = await usedDevice({ url: network.url }, account)
      cpSync(device.profile, folder, { recursive: true })
      await device.dispose()
    })
  })
}

/** The profile of a device that has the app, and nobody is signed in: the dispatcher, who used it, has logged out. Likewise. */
export function installedDevice(): Promise<string> {
  return madeOnce('device-of-nobody', async (folder) => {
    const copyOf = await preparedDevice('dispatcher')
    await atServer(async (network) => {
      const device = await startBrowser({ url: network.url, copyOf })
      await openDrivers(device.page())
      await device.page().getByRole('button', { name: 'Log out' }).click()
      await device.page().getByRole('button', { name: 'Confirm' }).click()
      await expect(device.page()).toHaveURL(/\/login/)
      // Read from the disk: a browser that is closed on a busy machine may not have written all of it.
      const page = await device.restart()
      await page.goto('/drivers')
      await expect(page).toHaveURL(/\/login/)
      // Every copy would else end that session at its own server, where other devices go on with it.
      const toEnd = () => page.evaluate(() => localStorage.getItem('haulyard:to-end'))
      await expect.poll(toEnd).toBeNull()
      await device.close()
      cpSync(device.profile, folder, { recursive: true })
      await device.dispose()
    })
  })
}

/** Does something at a server of its own, over the network before it. */
export async function atServer(work: (network: UnreliableProxy, server: Server) => Promise<void>): Promise<void> {
  const server = await startServer()
  const network = await startUnreliableProxy(server.port)
  try {
    await work(network, server)
  } finally {
    await network.close()
    await server.dispose()
  }
}
