import { onBackOnline } from '#src/offline/connectivity.ts'
import { whenNothingUnsaved } from '#src/offline/drafts/unsaved-input.ts'
import { countAppFiles, followInstall, mendAppFiles, setAppFiles } from './app-files.ts'
import { registerUntilActive } from './register-until-active.ts'
import type { updateRules } from './update-rules.ts'

/** Milliseconds between two checks for a new version in an open tab. A tab also checks when it becomes visible. */
const LOOK_EVERY = 60 * 60 * 1000

let rules: ReturnType<typeof updateRules> | null = null
let registration: ServiceWorkerRegistration | undefined
/** Ends the pause before the next attempt to register the worker. */
let tryAgain: () => void = () => undefined

/** Waits, but not longer than until the network is back, the user returns to the page, or the user requests it. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const onVisible = () => document.visibilityState === 'visible' && end()
    const timer = setTimeout(() => end(), milliseconds)
    const unsubscribe = onBackOnline(() => end())
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', onVisible)
      resolve()
    }
    document.addEventListener('visibilitychange', onVisible)
    tryAgain = end
  })
}

/** The steps of a dialog that closes take less time. */
const RELOAD_AFTER_MS = 300
const RELOAD_AGAIN_MS = 5_000

/**
 * Reloads the page once nothing is unsaved. A dialog that closes steps back through the history, which cancels a reload:
 * it waits for that, and is repeated if it was canceled all the same.
 */
function reloadAfter(ms: number): void {
  setTimeout(async () => {
    await whenNothingUnsaved()
    window.location.reload()
    reloadAfter(RELOAD_AGAIN_MS)
  }, ms)
}

async function register(isControlled: boolean, onUpdateReady: (isReady: boolean) => void): Promise<void> {
  // Loaded separately: the first screen does not need these modules.
  const [{ messageSW, Workbox }, parts] = await Promise.all([import('workbox-window'), import('./update-rules.ts')])
  const worker = new Workbox('/sw.js')
  rules = parts.updateRules({
    worker,
    registration: () => registration,
    isControlled,
    locks: navigator.locks,
    // The active worker may serve only other tabs: a page loaded with a forced reload has no worker.
    stepAside: async () => registration?.active && messageSW(registration.active, { type: 'STEP_ASIDE' }),
    reload: () => reloadAfter(RELOAD_AFTER_MS),
    nothingUnsaved: whenNothingUnsaved,
  })
  rules.watch(onUpdateReady)
  followInstall()
  const active = await registerUntilActive({
    register: () => worker.register(),
    pause,
    onRegistered(found) {
      registration = found
      // A version that was already waiting was reported before the registration resolved.
      rules?.look()
      if (found.active === null) void countAppFiles(found)
    },
    onFailed: () => setAppFiles({ state: 'absent' }),
  })
  if (active === null) setAppFiles({ state: 'unsupported' })
  else tendActive(active)
}

/** Keeps an active worker current and complete, and lets it wake the app. */
function tendActive(active: ServiceWorkerRegistration): void {
  void import('../background-sync.ts').then(
    ({ wakeToSend }) => wakeToSend(active),
    () => undefined,
  )
  void countAppFiles(active)
  // A failed check is harmless: the app keeps running and checks again later.
  const look = () => {
    active.update().catch(() => undefined)
    // The browser may have deleted the app's cached files while a page is open.
    void mendAppFiles(active)
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
  if (!hasWorkers) {
    setAppFiles({ state: 'unsupported' })
    return
  }
  // The app's modules could not be loaded: it runs online, and the next start tries again.
  register(isControlled, listeners.onUpdateReady).catch(() => setAppFiles({ state: 'absent' }))
}

/** Saves the app on this device now, without waiting for the next attempt. */
export function saveAppNow(): void {
  if (registration?.active) void mendAppFiles(registration)
  else tryAgain()
}

/**
 * Activates the waiting version. Every tab then reloads as soon as it has no unsaved input. Resolves to `unsaved_input`
 * and does nothing while a form in any tab has unsaved input.
 */
export async function applyUpdate(): Promise<'applied' | 'unsaved_input'> {
  return (await rules?.apply()) ?? 'applied'
}
