import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { inTime } from './in-time.ts'
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
export type StoreDb = IDBPDatabase<StoreSchema>

const LONGEST_OPENING_MS = 3_000

interface Opening {
  /** The database is wanted elsewhere: stand aside. */
  readonly onWanted: () => void
  /** The browser closed it by itself. */
  readonly onGone: () => void
}

async function open(name: string, { onWanted, onGone }: Opening): Promise<StoreDb> {
  return openDB<StoreSchema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('answers', { keyPath: 'hash' })
      db.createObjectStore('uses', { keyPath: 'hash' })
    },
    // Another tab wipes or upgrades it: stand aside at once, or that tab waits for ever.
    blocking: onWanted,
    terminated: onGone,
  })
}

const isWhole = (db: StoreDb) => db.objectStoreNames.contains('answers') && db.objectStoreNames.contains('uses')

/**
 * Opens the answers kept under a name. What is in it can be had again: one that is broken is thrown away and begun anew,
 * once. Rejects when the browser gives none.
 */
async function openWhole(name: string, opening: Opening): Promise<StoreDb> {
  const first = await open(name, opening).catch((error: unknown) => {
    // `UnknownError` is how browsers tell of files that they can't read; other refusals are of their own will.
    if (error instanceof DOMException && error.name === 'UnknownError') return null
    throw error
  })
  if (first !== null && isWhole(first)) return first
  first?.close()
  await deleteDB(name)
  return open(name, opening)
}

/** As `openWhole`, but rejects when the browser does not answer in time. */
export function openStore(name: string, opening: Opening): Promise<StoreDb> {
  const opened = openWhole(name, opening)
  return inTime(opened, LONGEST_OPENING_MS).catch((error: unknown) => {
    // Should it come after all, nobody has a use for it; should it fail, that was told.
    opened.then((db) => db.close()).catch(() => undefined)
    throw error
  })
}
