import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import { onFreeze } from './page-life.ts'

type Transaction = Pick<IDBTransaction, 'abort'> & { readonly done: Promise<unknown> }

const running = new Set<() => void>()
onFreeze(() => {
  for (const stop of running) stop()
})

/** Aborts a transaction. Answers false for one that is over, or about to be: the browser completes that by itself. */
export function abort(tx: Pick<Transaction, 'abort'>): boolean {
  try {
    tx.abort()
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/** Sees to it that a transaction is aborted when this page is frozen. Answers whether that has happened. */
export function abortWhenFrozen(tx: Transaction): () => boolean {
  let wasAborted = false
  const stop = () => {
    wasAborted = abort(tx)
  }
  running.add(stop)
  const forget = () => void running.delete(stop)
  // Whoever waits for the transaction hears of its failure.
  tx.done.then(forget, forget)
  return () => wasAborted
}

export interface Layout<Schema> {
  /** Undefined for whatever is there. */
  readonly version?: number
  /** Makes the stores of a database that is new (`from` is 0) or of an older version. */
  readonly upgrade: (
    db: IDBPDatabase<Schema>,
    from: number,
    tx: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  ) => void
}

/**
 * Opens a database. The connection is closed as soon as another tab wipes or upgrades it, which would wait for ever;
 * `onClosed` is told, and when the browser closes it by itself.
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

/** For looking into a database that may be gone by now: it is not made anew, empty, by that. */
export const AS_IT_IS: Layout<unknown> = {
  upgrade: (_db, _from, tx) => tx.abort(),
}

/**
 * Deletes a database, with all that is in it.
 * @param onBlocked is called when a connection in another page that does not answer holds it up
 */
export async function deleteDatabase(name: string, onBlocked: () => void = () => undefined): Promise<void> {
  return deleteDB(name, { blocked: onBlocked })
}
