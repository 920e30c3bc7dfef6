import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'

/**
 * The operation at which a page is stopped. `store.put`: a write to the outbox in IndexedDB. `mirror.…`: a write or a
 * deletion of its copy in Cache Storage, before or (`.done`) after it happens. `send`, `refresh`: a call, before it
 * leaves or (`.answered`) once its response is read. An operation that fails before it takes effect is `reached` too.
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
  /** With `store.put`: the store, and the state of the row that is written. */
  readonly store?: 'entries' | 'fates' | 'meta'
  readonly state?: string
  /** hang: never ends, so a transaction stays open · full: fails as on a full disk · undo: aborts the transaction. */
  readonly how: 'hang' | 'full' | 'undo'
  /** The number of matching operations that pass first. */
  skip?: number
  /** Stops every later matching operation too, until `clearHalts`. */
  readonly always?: boolean
}

declare global {
  interface Window {
    /** Set by `halts-in-page.js`. */
    readonly halts: {
      readonly arm: (halt: Halt) => void
      readonly reached: () => number
      readonly clear: () => void
    }
  }
}

/** Path of the script that makes a browser's pages haltable: an entry for `BrowserOptions.scripts`. */
export const HALTS_SCRIPT = 'e2e/support/page/halts-in-page.js'

export async function haltAt(page: Page, halt: Halt): Promise<void> {
  await page.evaluate((one) => window.halts.arm(one), halt)
}
export async function clearHalts(page: Page): Promise<void> {
  await page.evaluate(() => window.halts.clear())
}
/** Waits until a page has reached its halts `times` times. */
export async function reachedHalt(page: Page, times = 1): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.halts.reached()), { intervals: [20, 50, 100] }).toBe(times)
}
