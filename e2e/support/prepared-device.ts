import { cpSync } from 'node:fs'
import { madeOnce } from './run-folder.ts'
import { type Account, startServer, storedSignIn } from './server.ts'
import { startUnreliableProxy } from './unreliable-proxy.ts'
import { usedDevice } from './used-device.ts'

/**
 * The profile of a device that somebody has used, made once a run at a server of its own: nothing that a journey has changed
 * is on it. Its session is the one that all servers of the run know, so it goes on at any of them.
 */
export function preparedDevice(account: Account): Promise<string> {
  return madeOnce(`device-of-${account}`, async (folder) => {
    const answer = await storedSignIn(account)
    const server = await startServer()
    const network = await startUnreliableProxy(server.port)
    try {
      network.rewrite('/api/auth/jwt/create/', () => answer)
      const device = await usedDevice({ url: network.url }, account)
      cpSync(device.profile, folder, { recursive: true })
      await device.dispose()
    } finally {
      await network.close()
      await server.dispose()
    }
  })
}
