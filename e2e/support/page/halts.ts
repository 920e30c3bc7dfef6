import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'

/**
 * The next operation of a page that shall not go on. `store.put`: a write to the outbox in IndexedDB; `mirror.…`: its copy
 * in Cache Storage, before or (`.done`) after it is made; `send`, `refresh`: a call, before it leaves or once its answer is
 * read. What fails before it takes effect is `reached` all the same.
 */
export interface Halt {
  readonly at:
    | 'store.put'
    | 'mirror.put'
    | 'mirror.put.done'
    | 'mirror.delete'
    | 'mirror.delete.done'
    | 'send'
    | 'send.answered'
    | 'refresh'
    | 'refresh.answered'
  /** With `store.put`: which store, and the state of what is written. */
  readonly store?: 'entries' | 'fates' | 'meta'
  readonly state?: string
  /** hang: never ends, a transaction stays open · full: fails as on a full disk · undo: the transaction is aborted. */
  readonly how: 'hang' | 'full' | 'undo'
  /** So many operations of the kind go on first. */
  skip?: number
  /** Every further one too, until `clearHalts`. */
  readonly always?: boolean
}

declare global {
  interface Window {
    /** Of `halts-in-page.js`. */
    readonly halts: {
      readonly arm: (halt: Halt) => void
      readonly reached: () => number
      readonly clear: () => void
    }
  }
}

/** To be given to a browser, so that its pages can be halted. */
export const HALTS = 'e2e/support/page/halts-in-page.js'

export async function haltAt(page: Page, halt: Halt): Promise<void> {
  await page.evaluate((one) => window.halts.arm(one), halt)
}
export async function clearHalts(page: Page): Promise<void> {
  await page.evaluate(() => window.halts.clear())
}
/** Waits until a page stands where it was told to. */
export async function reachedHalt(page: Page, times = 1): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.halts.reached()), { intervals: [20, 50, 100] }).toBe(times)
}
