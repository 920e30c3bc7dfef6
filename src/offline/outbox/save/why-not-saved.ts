import type { BrokenReason } from '#src/offline/outbox/show/snapshot.ts'
import { storageFaultOf } from '#src/offline/query-storage/storage-fault.ts'
import type { StorageFault } from '#src/offline/query-storage/storage-trouble.ts'
import { StoreTooNew } from '../ports.ts'
import { NotSaved, STILL_HERE } from './not-saved.ts'

const TOO_NEW = 'A newer version of Haulyard has been used on this device. Reload the page to update; then save again.'

const WHY_NOT_SAVED: Readonly<Record<StorageFault, string>> = {
  full: "This device's storage is full. Free some space and save again.",
  unavailable: "This device can't store changes right now. Reload the page, or leave private browsing, and save again.",
  error: 'An unexpected error in Haulyard kept this from being stored. Reload the page and save again.',
}

/** Turns a storage error into a NotSaved with text for the user. A NotSaved is returned unchanged. */
export function toNotSaved(cause: unknown): NotSaved {
  if (cause instanceof NotSaved) return cause
  if (cause instanceof StoreTooNew) return new NotSaved(`${TOO_NEW} ${STILL_HERE}`, { cause })
  const fault = storageFaultOf(cause)
  return new NotSaved(`${WHY_NOT_SAVED[fault]} ${STILL_HERE}`, { cause, isFull: fault === 'full' })
}

/** Why this device's outbox can't be used. */
export function brokenReason(error: unknown): BrokenReason {
  if (error instanceof StoreTooNew) return 'newer'
  return storageFaultOf(error) === 'error' ? 'error' : 'storage'
}
