import { whenNothingUnsaved } from '#src/offline/drafts/unsaved-input.ts'
import type { updateRules } from './update-rules.ts'

/** Milliseconds between two checks for a new version in an open tab. A tab also checks when it becomes visible. */
const LOOK_EVERY = 60 * 60 * 1000

let rules: ReturnType<typeof updateRules> | null = null

async function register(isControlled: boolean, onUpdateReady: (isReady: boolean) => void): Promise<void> {
  // Loaded separately: the first screen does not need these modules.
  const [{ messageSW, Workbox }, parts] = await Promise.all([import('workbox-window'), import('./update-rules.ts')])
  const worker = new Workbox('/sw.js')
  let registration: ServiceWorkerRegistration | undefined
  rules = parts.updateRules({
    worker,
    registration: () => registration,
    isControlled,
    locks: navigator.locks,
    // The active worker may serve only other tabs: a page loaded with a forced reload has no worker.
    stepAside: async () => registration?.active && messageSW(registration.active, { type: 'STEP_ASIDE' }),
    reload: () => window.location.reload(),
    nothingUnsaved: whenNothingUnsaved,
  })
  rules.watch(onUpdateReady)
  registration = await worker.register()
  // A version that was already waiting was reported before the registration resolved.
  rules.look()
  if (registration)
    void import('../background-sync.ts').then(
      ({ wakeToSend }) => wakeToSend(registration),
      () => undefined,
    )
  // A failed check is harmless: the app keeps running and checks again later.
  const look = () => {
    worker.update().catch(() => undefined)
    // The browser may have deleted the app's cached files while a page is open.
    navigator.serviceWorker.controller?.postMessage({ type: 'MEND_SHELL' })
  }
  setInterval(look, LOOK_EVERY)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

/**
 * Registers the service worker of a built app. Does nothing in development or where workers are not supported.
 * `onUpdateReady` is called with `true` when a new version waits, at each start until it is applied, and with `false`
 * when it no longer waits.
 */
export function registerServiceWorker(listeners: { readonly onUpdateReady: (isReady: boolean) => void }): void {
  const hasWorkers = import.meta.env.PROD && 'serviceWorker' in navigator
  const isControlled = hasWorkers && Boolean(navigator.serviceWorker.controller)
  if (!hasWorkers) return
  // A browser that refuses a worker (private window, full disk) still runs the app online.
  register(isControlled, listeners.onUpdateReady).catch(() => undefined)
}

/**
 * Activates the waiting version. Every tab then reloads as soon as it has no unsaved input. Resolves to `unsaved_input`
 * and does nothing while a form in any tab has unsaved input.
 */
export async function applyUpdate(): Promise<'applied' | 'unsaved_input'> {
  return (await rules?.apply()) ?? 'applied'
}
