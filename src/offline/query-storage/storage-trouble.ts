import { useSyncExternalStore } from 'react'
import { observableValue } from '#src/session/observable-value.ts'

/**
 * Why data is not stored on this device. `full`: no space is left. `unavailable`: the browser provides no storage (a
 * private window, or a broken profile). `error`: a defect of the app. `forgetful`: only the signed-in user can't be
 * stored. The app works without storage as long as there is a network.
 */
export type StorageTrouble = StorageFault | 'forgetful' | null
export type StorageFault = 'full' | 'unavailable' | 'error'

const trouble = observableValue<StorageTrouble>(null)
let answerFault: StorageFault | null = null
let isForgetful = false
let doesInputFit = true

const publish = () => trouble.set(doesInputFit ? (answerFault ?? (isForgetful ? 'forgetful' : null)) : 'full')

export const storageTrouble = { get: trouble.get, subscribe: trouble.subscribe }

/** Sets the result of the last attempt to store an answer; null for success. */
export function setStorageTrouble(next: StorageFault | null): void {
  answerFault = next
  publish()
}
/** Sets whether the user's input fits on the device. A stored answer, which may be small, does not prove it. */
export function setInputFits(does: boolean): void {
  doesInputFit = does
  publish()
}
/** Sets whether the browser refused to store the signed-in user. */
export function setForgetful(is: boolean): void {
  isForgetful = is
  publish()
}
/**
 * Shows the kind of a storage error as storage trouble. A defect of the app is also reported like an uncaught error.
 * The module that classifies errors is loaded only now, because few devices ever need it.
 */
export async function reportTrouble(error: unknown): Promise<void> {
  const module = await import('./storage-fault.ts').catch(() => null)
  const fault = module?.storageFaultOf(error) ?? 'error'
  if (fault === 'error') reportError(error)
  setStorageTrouble(fault)
}

/** `storageTrouble` in a component, which renders again when it changes. */
export function useStorageTrouble(): StorageTrouble {
  return useSyncExternalStore(storageTrouble.subscribe, storageTrouble.get)
}
