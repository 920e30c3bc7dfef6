import type { DBSchema, IDBPDatabase } from 'idb'
import { Connection } from '#src/browser/connection.ts'
import { deleteDatabase, type Layout, openDatabase } from '#src/browser/open-database.ts'
import type { Sealed } from '#src/seal/sealer.ts'
import type { StoredAccess } from '../required-access.ts'

/** One response of the server, to be stored. "Answer" is the name for a stored response in this folder. */
export interface StoredAnswer {
  /** TanStack Query's hash of the query key, or `StorageRules.name`. */
  readonly hash: string
  readonly json: string
  /** Missing in answers stored by older versions of the app. */
  readonly needs?: StoredAccess
  /** When the server sent it, in milliseconds since 1970. */
  readonly asOf: number
  /** The server's tag with the build of the app, see `storedTag`. */
  readonly etag?: string
}
/** An answer in its stored form. The content is sealed and bound to the unencrypted fields next to it. */
export interface SealedAnswer extends Omit<StoredAnswer, 'json'> {
  readonly sealed: Sealed
  readonly dataVersion: number
}
/** An answer as older versions of the app stored it, unsealed. */
export interface UnsealedAnswer extends Omit<StoredAnswer, 'etag'> {
  readonly dataVersion: number
}
/** Facts about an answer that can be searched without reading the answer. */
export interface AnswerUse {
  readonly hash: string
  /** Same as in the answer. */
  readonly needs?: StoredAccess
  readonly usedAt: number
  readonly asOf: number
  /** Length of the JSON in UTF-16 units: about the size in bytes. */
  readonly size: number
}
export interface StoreSchema extends DBSchema {
  answers: { key: string; value: SealedAnswer }
  uses: { key: string; value: AnswerUse }
  /** Unsealed answers of an older version of the app. Empty once they are sealed or deleted. */
  clear: { key: string; value: UnsealedAnswer }
}

const MAX_OPENING_MS = 3_000

type StoreDb = IDBPDatabase<StoreSchema>
const STORES = ['answers', 'uses', 'clear'] as const
const hasAllStores = (db: StoreDb) => STORES.every((name) => db.objectStoreNames.contains(name))

/**
 * The database layout. The unsealed answers of version 1 are moved to the store `clear`, if they may be used, and
 * `onUnsealedFound` is called. All other stores of older versions are deleted, so that unsealed answers exist only if
 * this very opening found them.
 */
const layout = (mayAdoptUnsealed: boolean, onUnsealedFound: () => void): Layout<StoreSchema> => ({
  version: 2,
  upgrade(db, from, tx) {
    const { objectStoreNames: found } = db
    if (mayAdoptUnsealed && from === 1 && found.contains('answers') && found.contains('uses')) {
      // `name` is read-only in the wrapper's types.
      Reflect.set(tx.objectStore('answers'), 'name', 'clear')
      onUnsealedFound()
    } else for (const name of [...found]) db.deleteObjectStore(name)
    for (const name of STORES) if (!db.objectStoreNames.contains(name)) db.createObjectStore(name, { keyPath: 'hash' })
  },
})

interface StoreOpening {
  readonly name: string
  /** See `QueryStorePorts`. */
  readonly mayAdoptUnsealed: boolean
  /** Called when the opening found unsealed answers. */
  readonly onUnsealedFound: () => void
}

/**
 * Opens the database of a name. A broken database is deleted and recreated once: its content can be fetched again.
 * Rejects when the browser provides no database.
 */
async function openOrRecreate(
  { name, mayAdoptUnsealed, onUnsealedFound }: StoreOpening,
  onClosed: () => void,
): Promise<StoreDb> {
  let isUnsealedFound = false
  const open = () =>
    openDatabase(
      name,
      layout(mayAdoptUnsealed, () => (isUnsealedFound = true)),
      onClosed,
    )
  const first = await open().catch((error: unknown) => {
    // Browsers report unreadable files as `UnknownError`. Other errors are deliberate refusals.
    if (error instanceof DOMException && error.name === 'UnknownError') return null
    throw error
  })
  if (first !== null && hasAllStores(first)) {
    if (isUnsealedFound) onUnsealedFound()
    return first
  }
  first?.close()
  await deleteDatabase(name)
  return open()
}

/** The connection to the database of stored answers. */
export function storeConnection(opening: StoreOpening): Connection<StoreSchema> {
  return new Connection((onClosed) => openOrRecreate(opening, onClosed), MAX_OPENING_MS)
}
