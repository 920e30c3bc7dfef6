import { useSyncExternalStore } from 'react'
import { observableValue } from '#src/session/observable-value.ts'

/**
 * Why what is read is not kept on this device: `full`: no space is left; `unavailable`: the browser gives no storage
 * (a private window, or a broken profile); `error`: the app itself made a mistake; `forgetful`: only who is signed in
 * can't be remembered. Reading goes on without it, as long as there is a network.
 */
export type StorageTrouble = StorageFault | 'forgetful' | null
export type StorageFault = 'full' | 'unavailable' | 'error'

const trouble = observableValue<StorageTrouble>(null)
let answerFault: StorageFault | null = null
let isForgetful = false

const publish = () => trouble.set(answerFault ?? (isForgetful ? 'forgetful' : null))

export const storageTrouble = { get: trouble.get, subscribe: trouble.subscribe }

/** What became of the last try to keep an answer; null: it is kept. */
export function setStorageTrouble(next: StorageFault | null): void {
  answerFault = next
  publish()
}
/** Whether the browser let the app remember who is signed in. */
export function setForgetful(is: boolean): void {
  isForgetful = is
  publish()
}
/**
 * Tells what an error of keeping something means; a mistake of the app also goes where its uncaught errors go. What tells
 * them apart is loaded only now: few devices ever need it.
 */
export async function reportTrouble(error: unknown): Promise<void> {
  const parts = await import('./storage-fault.ts').catch(() => null)
  const fault = parts?.storageFaultOf(error) ?? 'error'
  if (fault === 'error') reportError(error)
  setStorageTrouble(fault)
}

/** The same on screen: drawn anew when the next try comes to something else. */
export function useStorageTrouble(): StorageTrouble {
  return useSyncExternalStore(storageTrouble.subscribe, storageTrouble.get)
}
