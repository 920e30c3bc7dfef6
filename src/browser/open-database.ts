import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import { onFreeze } from './page-life.ts'

type Transaction = Pick<IDBTransaction, 'abort'> & { readonly done: Promise<unknown> }

const running = new Set<() => void>()
onFreeze(() => {
  for (const stop of running) stop()
})

/** Aborts a transaction. Returns false if it is complete or completing: the browser then finishes it. */
export function abort(tx: Pick<Transaction, 'abort'>): boolean {
  try {
    tx.abort()
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/** Aborts the transaction when this page is frozen. Returns a function that tells whether that has happened. */
export function abortWhenFrozen(tx: Transaction): () => boolean {
  let wasAborted = false
  const stop = () => {
    wasAborted = abort(tx)
  }
  running.add(stop)
  const forget = () => void running.delete(stop)
  // The failure itself is handled where the transaction is awaited.
  tx.done.then(forget, forget)
  return () => wasAborted
}

export interface Layout<Schema> {
  /** Undefined for the version that exists. */
  readonly version?: number
  /** Creates the stores of a database that is new (`from` is 0) or has an older version. */
  readonly upgrade: (
    db: IDBPDatabase<Schema>,
    from: number,
    tx: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  ) => void
}

/**
 * Opens a database. The connection is closed as soon as another tab deletes or upgrades the database, because that tab
 * would wait forever. `onClosed` is called then, and when the browser closes the connection on its own.
 */
export async function openDatabase<Schema extends DBSchema | unknown>(
  name: string,
  { version, upgrade }: Layout<Schema>,
  onClosed: () => void,
): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, version, {
    upgrade(db, from, _to, tx) {
      abortWhenFrozen(tx)
      upgrade(db, from, tx)
    },
    blocking(_current, _blocked, event) {
      onClosed()
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: onClosed,
  })
}

/** For reading a database that may no longer exist: opening it does not create it again. */
export const EXISTING_ONLY: Layout<unknown> = {
  upgrade: (_db, _from, tx) => tx.abort(),
}

/** The version of a database; null when it does not exist. Creates and opens none. */
export async function databaseVersion(name: string): Promise<number | null> {
  return (await indexedDB.databases()).find((one) => one.name === name)?.version ?? null
}

/**
 * Deletes a database with all its data. `onBlocked` is called when a connection of another page, which does not close
 * it, blocks the deletion.
 */
export async function deleteDatabase(name: string, onBlocked: () => void = () => undefined): Promise<void> {
  return deleteDB(name, { blocked: onBlocked })
}
