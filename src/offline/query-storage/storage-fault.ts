import type { StorageFault } from './storage-trouble.ts'

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
export function storageFaultOf(error: unknown, isLacking = lacksStorage()): StorageFault {
  if (error instanceof Error && error.name === 'QuotaExceededError') return 'full'
  const isRefusal = error instanceof DOMException && !MISUSE.has(error.name)
  return isRefusal || isLacking ? 'unavailable' : 'error'
}
