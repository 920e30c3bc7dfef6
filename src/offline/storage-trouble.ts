import { useSyncExternalStore } from 'react'
import { observed } from '#src/session/observed.ts'

/**
 * Why what is read is not kept on this device: `full`: no space is left; `unavailable`: the browser gives no storage
 * (a private window, or a broken profile). Reading goes on without it, as long as there is a network.
 */
export type StorageTrouble = 'full' | 'unavailable' | null

const trouble = observed<StorageTrouble>(null)

export function useStorageTrouble(): StorageTrouble {
  return useSyncExternalStore(trouble.subscribe, trouble.get)
}
export function setStorageTrouble(next: StorageTrouble): void {
  trouble.set(next)
}
/** What an error of the browser's storage means to the person. */
export function troubleOf(error: unknown): 'full' | 'unavailable' {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
}
