import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { observableValue } from '#src/session/observable-value.ts'

/**
 * Whether the app itself opens on this device without a network.
 *
 * - `unknown`: not looked at yet.
 * - `unsupported`: the browser has no workers here (a private window, or an address without https).
 * - `absent`: no worker is active, and none is being installed.
 * - `saving`: the first worker is being installed; `share` of its files are stored, from 0 to 1.
 * - `incomplete`: a worker is active, but the browser has removed some of its files.
 * - `complete`: a worker is active and has all of its files.
 */
export type AppFiles =
  | { readonly state: 'unknown' | 'unsupported' | 'absent' | 'incomplete' | 'complete' }
  | { readonly state: 'saving'; readonly share: number }

/**
 * What a device fetches to open the app without a network and to send while it is closed, in bytes as the server sends
 * them. `scripts/budgets.mjs` compares it with the build.
 */
export const APP_BYTES = 900_000

const appFiles = observableValue<AppFiles>({ state: 'unknown' })
export const setAppFiles = appFiles.set
export const useAppFiles = (): AppFiles => useSyncExternalStore(appFiles.subscribe, appFiles.get)

const fileCount = z.object({ stored: z.int(), of: z.int() })
const filesMessage = z.extend(fileCount, { type: z.literal('FILES') })

/** How long a worker may take to respond, in milliseconds. Versions before these messages never do. */
const PATIENCE_MS = 20_000

/** Sends a message to a worker. Resolves with its response; null when none comes. */
function askWorker(worker: Pick<ServiceWorker, 'postMessage'>, type: 'COUNT_FILES' | 'MEND_SHELL'): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const end = (response: unknown) => {
      clearTimeout(timer)
      port1.close()
      resolve(response)
    }
    const timer = setTimeout(() => end(null), PATIENCE_MS)
    port1.onmessage = ({ data }: MessageEvent<unknown>) => end(data)
    worker.postMessage({ type }, [port2])
  })
}

/** Looks whether the registration's worker is active and has all of its files. Never rejects. */
export async function countAppFiles(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  const { active = null, installing = null, waiting = null } = registration ?? {}
  if (active === null) {
    const isSaving = installing !== null || waiting !== null
    // The worker reports how far it is.
    if (isSaving && appFiles.get().state !== 'saving') setAppFiles({ state: 'saving', share: 0 })
    if (!isSaving) setAppFiles({ state: 'absent' })
    return
  }
  const { data } = fileCount.safeParse(await askWorker(active, 'COUNT_FILES'))
  if (data === undefined) return
  setAppFiles({ state: data.stored < data.of ? 'incomplete' : 'complete' })
}

/** Fetches the files that an active worker lacks, and looks again. Never rejects. */
export async function mendAppFiles(registration: ServiceWorkerRegistration): Promise<void> {
  if (registration.active !== null) await askWorker(registration.active, 'MEND_SHELL')
  await countAppFiles(registration)
}

/** Follows what the first worker reports while it is being installed. */
export function followInstall(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const count = filesMessage.safeParse(data).data
    if (count !== undefined && appFiles.get().state !== 'complete')
      setAppFiles({ state: 'saving', share: count.stored / Math.max(1, count.of) })
  })
}
