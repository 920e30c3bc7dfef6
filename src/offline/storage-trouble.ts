import { observed } from '#src/session/observed.ts'

/**
 * Why what is read is not kept on this device: `full`: no space is left; `unavailable`: the browser gives no storage
 * (a private window, or a broken profile); `error`: the app itself made a mistake; `forgetful`: only who is signed in
 * can't be remembered. Reading goes on without it, as long as there is a network.
 */
export type StorageTrouble = StorageFault | 'forgetful' | null
export type StorageFault = 'full' | 'unavailable' | 'error'

const trouble = observed<StorageTrouble>(null)
let ofAnswers: StorageFault | null = null
let isForgetful = false

const tell = () => trouble.set(ofAnswers ?? (isForgetful ? 'forgetful' : null))

export const storageTrouble = { get: trouble.get, subscribe: trouble.subscribe }

/** What became of the last try to keep an answer; null: it is kept. */
export function setStorageTrouble(next: StorageFault | null): void {
  ofAnswers = next
  tell()
}
/** Whether the browser let the app remember who is signed in. */
export function setForgetful(is: boolean): void {
  isForgetful = is
  tell()
}
/** What the browser's storage says to a program that uses it wrongly. */
const MISUSE = new Set([
  ...['ConstraintError', 'DataCloneError', 'DataError', 'InvalidAccessError'],
  ...['ReadOnlyError', 'SyntaxError', 'TransactionInactiveError'],
])

/** Old browsers, some private windows, and pages that came over a connection that is not secure have less than all. */
function lacksStorage(): boolean {
  try {
    return !(globalThis.indexedDB && globalThis.caches && navigator.locks)
  } catch {
    // Where storage is blocked, asking for it is refused.
    return true
  }
}

/** What an error of keeping something means to the person. A private window is named only where the browser refuses. */
export function troubleOf(error: unknown, isLacking = lacksStorage()): StorageFault {
  if (error instanceof Error && error.name === 'QuotaExceededError') return 'full'
  const isRefusal = error instanceof DOMException && !MISUSE.has(error.name)
  return isRefusal || isLacking ? 'unavailable' : 'error'
}

/** Tells what an error of keeping something means; a mistake of the app also goes where its uncaught errors go. */
export function tellTrouble(error: unknown): void {
  const fault = troubleOf(error)
  if (fault === 'error') reportError(error)
  setStorageTrouble(fault)
}
