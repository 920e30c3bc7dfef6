import type { DBSchema, IDBPDatabase } from 'idb'
import { Connection } from '#src/browser/connection.ts'
import { deleteDatabase, type Layout, openDatabase } from '#src/browser/open-database.ts'
import type { Needs } from './needs.ts'

/** One answer of the server as it is kept. */
export interface StoredAnswer {
  /** Query's own hash of the key. */
  readonly hash: string
  readonly json: string
  /** Absent in what older versions of the app kept. */
  readonly needs?: Needs
  /** When the server said so, in milliseconds since 1970. */
  readonly asOf: number
}
export interface Use {
  readonly hash: string
  /** As in the answer: here they can be looked through without reading the answers. */
  readonly needs?: Needs
  readonly usedAt: number
  readonly asOf: number
  /** In UTF-16 units: about the bytes it takes. */
  readonly size: number
}
export interface StoreSchema extends DBSchema {
  answers: { key: string; value: StoredAnswer & { readonly dataVersion: number } }
  uses: { key: string; value: Use }
}

const LONGEST_OPENING_MS = 3_000

const LAYOUT: Layout<StoreSchema> = {
  version: 1,
  upgrade(db) {
    db.createObjectStore('answers', { keyPath: 'hash' })
    db.createObjectStore('uses', { keyPath: 'hash' })
  },
}

type StoreDb = IDBPDatabase<StoreSchema>
const isWhole = (db: StoreDb) => db.objectStoreNames.contains('answers') && db.objectStoreNames.contains('uses')

/**
 * Opens the answers kept under a name. What is in it can be had again: one that is broken is thrown away and begun anew,
 * once. Rejects when the browser gives none.
 */
async function openWhole(name: string, onClosed: () => void): Promise<StoreDb> {
  const first = await openDatabase(name, LAYOUT, onClosed).catch((error: unknown) => {
    // `UnknownError` is how browsers tell of files that they can't read; other refusals are of their own will.
    if (error instanceof DOMException && error.name === 'UnknownError') return null
    throw error
  })
  if (first !== null && isWhole(first)) return first
  first?.close()
  await deleteDatabase(name)
  return openDatabase(name, LAYOUT, onClosed)
}

/** The connection to the answers kept under a name. */
export function storeConnection(name: string): Connection<StoreSchema> {
  return new Connection((onClosed) => openWhole(name, onClosed), LONGEST_OPENING_MS)
}
