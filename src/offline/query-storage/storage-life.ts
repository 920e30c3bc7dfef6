import { useSyncExternalStore } from 'react'
import { isInstalled } from '#src/browser/is-installed.ts'
import { type ObservableValue, observableValue } from '#src/session/observable-value.ts'

/**
 * How long the browser keeps what the app stores on this device.
 *
 * - `for_good`: until a person removes it.
 * - `while_visited`: until seven days have passed in which the browser was used and this site was not. Newer versions
 *   may wait longer, and none says what it will do.
 * - `while_space`: until the device runs out of space.
 * - `unknown`: the browser does not say.
 *
 * Source for the seven days: WebKit's "Full Third-Party Cookie Blocking and More", 2020.
 */
export type StorageLife = 'for_good' | 'while_visited' | 'while_space' | 'unknown'

/** What the browser last said; `unknown` before it is asked. */
export const storageLife: ObservableValue<StorageLife> = observableValue<StorageLife>('unknown')

/** Only Apple's browsers have this event, and only they clear sites that are not visited. */
const isClearedUnvisited = () => 'GestureEvent' in globalThis

function lifeOf(isPersistent: boolean | undefined): StorageLife {
  if (isPersistent) return 'for_good'
  if (isClearedUnvisited() && !isInstalled()) return 'while_visited'
  return isPersistent === undefined ? 'unknown' : 'while_space'
}

/** Notes how long the browser keeps what is stored, without asking it for anything. Never rejects. */
export async function readStorageLife(): Promise<void> {
  storageLife.set(lifeOf(await answerOf(() => navigator.storage?.persisted?.())))
}

let persistenceRequest: Promise<void> | null = null

/**
 * Asks the browser to keep what is stored for good, and notes its answer. A browser may show this question to the person,
 * so it is asked once while the page lives. Never rejects.
 */
export function requestPersistence(): Promise<void> {
  persistenceRequest ??= answerOf(() => navigator.storage?.persist?.()).then((isGranted) =>
    storageLife.set(lifeOf(isGranted)),
  )
  return persistenceRequest
}

/** A browser that refuses the question has not promised anything. */
async function answerOf(ask: () => Promise<boolean> | undefined): Promise<boolean | undefined> {
  try {
    return await ask()
  } catch {
    return false
  }
}

/** The same on screen: drawn anew when the browser says something else. */
export function useStorageLife(): StorageLife {
  return useSyncExternalStore(storageLife.subscribe, storageLife.get)
}

/** How many days without a visit a browser waits that keeps what is stored `while_visited`. */
export const UNVISITED_DAYS = 7

/** The same for people. */
export const UNVISITED_WORDS = `This browser may remove what a site keeps when it is not opened for ${UNVISITED_DAYS} days.`
