import { troubleOf } from '../storage-fault.ts'
import type { StorageFault } from '../storage-trouble.ts'
import { StoreTooNew } from './ports.ts'
import type { BrokenReason } from './snapshot.ts'

/** The device could not keep a change. The message is for the person; nothing of the change is kept unless it says so. */
export class NotKept extends Error {
  override readonly name = 'NotKept'
}

export const STILL_HERE = 'Nothing was saved; what you typed is still here.'

export const NOT_LOADED =
  "The part of the app that keeps changes can't be loaded right now. What you typed is still here; save again when you have a network."

/** To whoever is here now, of what was made in the time of the person before. */
export const ANOTHER_IS_HERE =
  'Somebody else has signed in since. What was done before and not kept yet has not become theirs: it was left out.'

const TOO_NEW = 'A newer version of Haulyard has been used on this device. Reload the page to update; then save again.'

const WHY_NOT: Readonly<Record<StorageFault, string>> = {
  full: "This device's storage is full. Free some space and save again.",
  unavailable: "This device can't store changes right now. Reload the page, or leave private browsing, and save again.",
  error: 'An unexpected error in Haulyard kept this from being stored. Reload the page and save again.',
}

/** Why the device's storage took nothing, in words; what says so already stands as it is. */
export function notKept(cause: unknown): NotKept {
  if (cause instanceof NotKept) return cause
  if (cause instanceof StoreTooNew) return new NotKept(`${TOO_NEW} ${STILL_HERE}`, { cause })
  return new NotKept(`${WHY_NOT[troubleOf(cause)]} ${STILL_HERE}`, { cause })
}

/** Why what is kept on this device can't be used. */
export function brokenReason(error: unknown): BrokenReason {
  if (error instanceof StoreTooNew) return 'newer'
  return troubleOf(error) === 'error' ? 'error' : 'storage'
}
