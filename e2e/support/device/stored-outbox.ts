import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** A change as it lies on the device. */
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
    /** Of `seals-in-page.js`. */
    readonly seals: {
      readonly asked: <T>(request: IDBRequest<T>) => Promise<T>
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

/** Gives a page `window.seals`: what the outbox keeps there is opened and sealed with it. */
export async function canOpen(page: Page): Promise<void> {
  await page.evaluate(readFileSync('e2e/support/device/seals-in-page.js', 'utf8'))
}
