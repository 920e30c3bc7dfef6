import { useSyncExternalStore } from 'react'
import { isInstalled } from '#src/browser/is-installed.ts'
import { type ObservableValue, observableValue } from '#src/session/observable-value.ts'

/**
 * How long the browser keeps the app's data on this device.
 *
 * - `for_good`: until the user removes it.
 * - `while_visited`: until the browser was used on seven days without a visit to this site. Newer versions might
 *   wait longer, but none reports it.
 * - `while_space`: until the device runs out of space.
 * - `unknown`: the browser does not report it.
 *
 * Source for the seven days: WebKit's "Full Third-Party Cookie Blocking and More", 2020.
 */
export type StorageLife = 'for_good' | 'while_visited' | 'while_space' | 'unknown'

/** The browser's latest report; `unknown` before the first one. */
export const storageLife: ObservableValue<StorageLife> = observableValue<StorageLife>('unknown')

/** Whether the browser clears sites that are not visited. Only Apple's browsers do, and only they have this event. */
const isClearedUnvisited = () => 'GestureEvent' in globalThis

function lifeOf(isPersistent: boolean | undefined): StorageLife {
  if (isPersistent) return 'for_good'
  if (isClearedUnvisited() && !isInstalled()) return 'while_visited'
  return isPersistent === undefined ? 'unknown' : 'while_space'
}

/** Updates `storageLife` without requesting anything from the browser. Never rejects. */
export async function readStorageLife(): Promise<void> {
  storageLife.set(lifeOf(await answerOf(() => navigator.storage?.persisted?.())))
}

let persistenceRequest: Promise<void> | null = null

/**
 * Asks the browser to keep the app's data permanently, and updates `storageLife`. The browser might show a prompt, so
 * the app asks once per page load, and `again` only when the user requests it. Never rejects.
 */
export function requestPersistence({ again = false } = {}): Promise<void> {
  if (again) persistenceRequest = null
  persistenceRequest ??= answerOf(() => navigator.storage?.persist?.()).then((isGranted) =>
    storageLife.set(lifeOf(isGranted)),
  )
  return persistenceRequest
}

/** The browser's answer. False when the call fails: then the browser has promised nothing. */
async function answerOf(ask: () => Promise<boolean> | undefined): Promise<boolean | undefined> {
  try {
    return await ask()
  } catch {
    return false
  }
}

/** `storageLife` in a component, which renders again when it changes. */
export function useStorageLife(): StorageLife {
  return useSyncExternalStore(storageLife.subscribe, storageLife.get)
}

/** Days without a visit after which a browser with `while_visited` deletes the data. */
export const UNVISITED_DAYS = 7

/** User-visible text for `while_visited`. */
export const UNVISITED_WORDS = `This browser may remove what a site keeps when it is not opened for ${UNVISITED_DAYS} days.`
