import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** An entry as stored on the device. */
export interface StoredRow {
  readonly seq: number
  readonly id: string
  readonly revision: number
  readonly device: string
  readonly sealed: Uint8Array<ArrayBuffer>
}
type Entry = Readonly<Record<string, unknown>> & Omit<StoredRow, 'sealed'>

declare global {
  interface Window {
    /** Set by `seals-in-page.js`. */
    readonly seals: {
      readonly resultOf: <T>(request: IDBRequest<T>) => Promise<T>
      readonly open: (
        sealed: Uint8Array<ArrayBuffer>,
        about: readonly (string | number)[],
      ) => Promise<Uint8Array<ArrayBuffer>>
      readonly seal: (
        plain: Uint8Array<ArrayBuffer>,
        about: readonly (string | number)[],
      ) => Promise<Uint8Array<ArrayBuffer>>
      readonly openEntry: (user: string, row: StoredRow) => Promise<Entry>
      readonly sealEntry: (user: string, entry: Entry) => Promise<StoredRow>
    }
  }
}

/** Adds `window.seals` to a page, which opens and seals the outbox's stored data. */
export async function installSeals(page: Page): Promise<void> {
  await page.evaluate(readFileSync('e2e/support/device/seals-in-page.js', 'utf8'))
}
