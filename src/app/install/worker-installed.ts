/**
 * How long others wait for the installation, in milliseconds: its requests may hang, and browsers end it only after
 * minutes.
 */
const MAX_WAIT_MS = 30_000

const { promise, resolve } = Promise.withResolvers<void>()
let isLimited = false

/**
 * Resolves when the first service worker is active, or can't be installed now. What is stored for offline use waits for
 * it: without the worker the app does not start offline, whatever it has stored. Each visit has one result.
 */
export function workerInstalled(): Promise<void> {
  if (!isLimited) setTimeout(resolve, MAX_WAIT_MS)
  isLimited = true
  return promise
}

/** Nothing is being installed: another version is active, or the worker can't be registered now. */
export const noteNotInstalling = (): void => resolve()

/** Follows the installation of the first version. */
export function followInstallation({ active, installing }: ServiceWorkerRegistration): void {
  if (active !== null || installing === null) {
    resolve()
    return
  }
  installing.addEventListener('statechange', () => {
    if (installing.state === 'activated' || installing.state === 'redundant') resolve()
  })
}
