import { StoreTooNew } from './ports.ts'

/** The device could not keep a change. The message is for the person; nothing of the change is kept unless it says so. */
export class NotKept extends Error {
  override readonly name = 'NotKept'
}

export const STILL_HERE = 'Nothing was saved; what you typed is still here.'

const TOO_NEW = 'A newer version of Haulyard has been used on this device. Reload the page to update; then save again.'

/** Why the device's storage took nothing, in words. */
export function notKept(cause: unknown): NotKept {
  if (cause instanceof StoreTooNew) return new NotKept(`${TOO_NEW} ${STILL_HERE}`, { cause })
  const isFull = cause instanceof Error && cause.name === 'QuotaExceededError'
  const words = isFull
    ? `This device's storage is full. Free some space and save again. ${STILL_HERE}`
    : `This device can't store changes right now. Reload the page, or leave private browsing, and save again. ${STILL_HERE}`
  return new NotKept(words, { cause })
}
