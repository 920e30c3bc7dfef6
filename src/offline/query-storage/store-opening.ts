import type { DBSchema, IDBPDatabase } from 'idb'
import { Connection } from '#src/browser/connection.ts'
import { deleteDatabase, type Layout, openDatabase } from '#src/browser/open-database.ts'
import type { Sealed } from '#src/seal/sealer.ts'
import type { RequiredAccess } from '../required-access.ts'

/** One answer of the server, as it is given to be kept. */
export interface StoredAnswer {
  /** Query's own hash of the key. */
  readonly hash: string
  readonly json: string
  /** Absent in what older versions of the app kept. */
  readonly needs?: RequiredAccess
  /** When the server said so, in milliseconds since 1970. */
  readonly asOf: number
  /** By which the server tells whether it would still say so. */
  readonly etag?: string
}
/** As it lies on the device: its words are sealed, with all that stands beside them. */
export interface SealedAnswer extends Omit<StoredAnswer, 'json'> {
  readonly sealed: Sealed
  readonly dataVersion: number
}
/** As versions of the app that did not seal kept it. */
export interface UnsealedAnswer extends Omit<StoredAnswer, 'etag'> {
  readonly dataVersion: number
}
export interface AnswerUse {
  readonly hash: string
  /** As in the answer: here they can be looked through without reading the answers. */
  readonly needs?: RequiredAccess
  readonly usedAt: number
  readonly asOf: number
  /** In UTF-16 units of the words: about the bytes it takes. */
  readonly size: number
}
export interface StoreSchema extends DBSchema {
  answers: { key: string; value: SealedAnswer }
  uses: { key: string; value: AnswerUse }
  /** What a version that did not seal has left; empty but for the while until that is taken over. */
  clear: { key: string; value: UnsealedAnswer }
}

const MAX_OPENING_MS = 3_000

type StoreDb = IDBPDatabase<StoreSchema>
const STORES = ['answers', 'uses', 'clear'] as const
const hasAllStores = (db: StoreDb) => STORES.every((name) => db.objectStoreNames.contains(name))

/**
 * What version 1 kept is put aside to be taken over, if it may be; whatever else an older version left goes, so that what is
 * in clear is there only because this very opening has found it. Calls `onUnsealedFound` then.
 */
const layout = (mayAdoptUnsealed: boolean, onUnsealedFound: () => void): Layout<StoreSchema> => ({
  version: 2,
  upgrade(db, from, tx) {
    const { objectStoreNames: found } = db
    if (mayAdoptUnsealed && from === 1 && found.contains('answers') && found.contains('uses')) {
      // The wrapper's types know of no other name.
      Reflect.set(tx.objectStore('answers'), 'name', 'clear')
      onUnsealedFound()
    } else for (const name of [...found]) db.deleteObjectStore(name)
    for (const name of STORES) if (!db.objectStoreNames.contains(name)) db.createObjectStore(name, { keyPath: 'hash' })
  },
})

interface StoreOpening {
  readonly name: string
  /** Whether what a version that did not seal has kept may be this person's. */
  readonly mayAdoptUnsealed: boolean
  /** Hears that there is something to take over. */
  readonly onUnsealedFound: () => void
}

/**
 * Opens the answers kept under a name. What is in it can be had again: one that is broken is thrown away and begun anew,
 * once. Rejects when the browser gives none.
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
    // `UnknownError` is how browsers tell of files that they can't read; other refusals are of their own will.
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

/** The connection to the answers kept under a name. */
export function storeConnection(opening: StoreOpening): Connection<StoreSchema> {
  return new Connection((onClosed) => openOrRecreate(opening, onClosed), MAX_OPENING_MS)
}
