import { isFull } from '../space/is-full.ts'
import type { StorageFault } from './storage-trouble.ts'

/** Errors of the browser's storage that are caused by incorrect use, so by a defect of the app. */
const MISUSE = new Set([
  ...['ConstraintError', 'DataCloneError', 'DataError', 'InvalidAccessError'],
  ...['ReadOnlyError', 'SyntaxError', 'TransactionInactiveError'],
])

/** Old browsers, some private windows and pages over plain http lack a part of the storage that the app needs. */
function lacksStorage(): boolean {
  try {
    return !(globalThis.indexedDB && globalThis.caches && navigator.locks)
  } catch {
    // When storage is blocked, access to it throws.
    return true
  }
}

/** The kind of an error while storing. It is `unavailable` only if the browser refuses or lacks storage. */
export function storageFaultOf(error: unknown, isLacking = lacksStorage()): StorageFault {
  if (isFull(error)) return 'full'
  const isRefusal = error instanceof DOMException && !MISUSE.has(error.name)
  return isRefusal || isLacking ? 'unavailable' : 'error'
}
