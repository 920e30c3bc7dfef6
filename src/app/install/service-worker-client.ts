import { whenNothingUnsaved } from '#src/offline/drafts/unsaved-input.ts'
import type { updateRules } from './update-rules.ts'

/** How often an open tab looks for a new version, in milliseconds; it also looks when it comes to the front. */
const LOOK_EVERY = 60 * 60 * 1000

let rules: ReturnType<typeof updateRules> | null = null

async function register(isControlled: boolean, onUpdateReady: (isReady: boolean) => void): Promise<void> {
  // Loaded on their own: nobody waits for them, so they are no part of what stands before the first screen.
  const [{ messageSW, Workbox }, parts] = await Promise.all([import('workbox-window'), import('./update-rules.ts')])
  const worker = new Workbox('/sw.js')
  let registration: ServiceWorkerRegistration | undefined
  rules = parts.updateRules({
    worker,
    registration: () => registration,
    isControlled,
    locks: navigator.locks,
    // It may serve other tabs alone: a page that was loaded past it has no worker of its own.
    stepAside: async () => registration?.active && messageSW(registration.active, { type: 'STEP_ASIDE' }),
    reload: () => window.location.reload(),
    nothingUnsaved: whenNothingUnsaved,
  })
  rules.watch(onUpdateReady)
  registration = await worker.register()
  // One that waits since before was told while the registration was still on its way.
  rules.look()
  if (registration)
    void import('../background-sync.ts').then(
      ({ wakeToSend }) => wakeToSend(registration),
      () => undefined,
    )
  // A failed look is no news: the app runs as it is, and looks again later.
  const look = () => {
    worker.update().catch(() => undefined)
    // The browser may have cleared the app's own files away under an open page.
    navigator.serviceWorker.controller?.postMessage({ type: 'MEND_SHELL' })
  }
  setInterval(look, LOOK_EVERY)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

/**
 * Registers the service worker of a built app; does nothing in development or where there are none. `onUpdateReady` is
 * called with `true` when a new version waits, again at each start until it is applied, and with `false` when none does
 * any more.
 */
export function registerServiceWorker(told: { readonly onUpdateReady: (isReady: boolean) => void }): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const isControlled = Boolean(navigator.serviceWorker.controller)
  // A browser that refuses a worker (a private window, a full disk) still runs the app, with a network.
  register(isControlled, told.onUpdateReady).catch(() => undefined)
}

/**
 * Takes the waiting version into use; every tab reloads as soon as it holds no unsaved input. Answers `unsaved_input`,
 * and does nothing, while a form of any tab holds some.
 */
export async function applyUpdate(): Promise<'applied' | 'unsaved_input'> {
  return (await rules?.apply()) ?? 'applied'
}
