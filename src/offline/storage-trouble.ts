import { observed } from '#src/session/observed.ts'

/**
 * Why what is read is not kept on this device: `full`: no space is left; `unavailable`: the browser gives no storage
 * (a private window, or a broken profile); `forgetful`: only who is signed in can't be remembered. Reading goes on
 * without it, as long as there is a network.
 */
export type StorageTrouble = 'full' | 'unavailable' | 'forgetful' | null

const trouble = observed<StorageTrouble>(null)
let ofAnswers: 'full' | 'unavailable' | null = null
let isForgetful = false

const tell = () => trouble.set(ofAnswers ?? (isForgetful ? 'forgetful' : null))

export const storageTrouble = { get: trouble.get, subscribe: trouble.subscribe }

/** What became of the last try to keep an answer; null: it is kept. */
export function setStorageTrouble(next: 'full' | 'unavailable' | null): void {
  ofAnswers = next
  tell()
}
/** Whether the browser let the app remember who is signed in. */
export function setForgetful(is: boolean): void {
  isForgetful = is
  tell()
}
/** What an error of the browser's storage means to the person. */
export function troubleOf(error: unknown): 'full' | 'unavailable' {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
}
