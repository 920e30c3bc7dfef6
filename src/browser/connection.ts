import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import { abort, abortWhenFrozen, type Layout, openDatabase } from './open-database.ts'
import { freezeCount, onFreeze, untilRunning } from './page-life.ts'
import { withTimeout } from './with-timeout.ts'

type Open<Schema> = (onClosed: () => void) => Promise<IDBPDatabase<Schema>>
type Work<Schema, Names extends StoreNames<Schema>[], Mode extends IDBTransactionMode, Result> = (
  tx: IDBPTransaction<Schema, Names, Mode>,
) => Promise<Result>

/** How long a browser may take to open a database, in milliseconds. */
const MAX_OPENING_MS = 5_000

/** The connection to a database of this layout. Nothing is opened yet. */
export function connectionTo<Schema extends DBSchema | unknown>(
  name: string,
  layout: Layout<Schema>,
): Connection<Schema> {
  return new Connection((onClosed) => openDatabase(name, layout, onClosed))
}

/**
 * One database of this page. It is opened at first use, and reopened after it was closed from elsewhere. A frozen page
 * has no open database and no running transaction: a running transaction is aborted, stores nothing, and is repeated
 * when the page resumes.
 */
export class Connection<Schema extends DBSchema | unknown> {
  readonly #openDatabase: Open<Schema>
  readonly #longestOpeningMs: number
  #opened: Promise<IDBPDatabase<Schema>> | null = null
  #isOver = false
  #stopListening: () => void = () => undefined

  constructor(open: Open<Schema>, longestOpeningMs = MAX_OPENING_MS) {
    this.#openDatabase = open
    this.#longestOpeningMs = longestOpeningMs
  }

  /** Whether the database is open or opening. */
  get isOpen(): boolean {
    return this.#opened !== null
  }

  /**
   * Runs `work` in a transaction; resolves with its result when the transaction is complete. Rejects, and stores
   * nothing, when `work` throws or the transaction fails. `work` must only await requests of the transaction and must
   * have no other effects: it may run again.
   */
  async run<Mode extends 'readonly' | 'readwrite', Names extends StoreNames<Schema>[], Result>(
    stores: Names,
    mode: Mode,
    work: Work<Schema, Names, Mode, Result>,
    options?: IDBTransactionOptions,
  ): Promise<Result> {
    for (;;) {
      await untilRunning()
      const before = freezeCount()
      // Until the transaction begins, any freeze cuts off the attempt.
      let wasCutOff = () => freezeCount() !== before
      try {
        const tx = (await this.#open()).transaction(stores, mode, options)
        wasCutOff = abortWhenFrozen(tx)
        return await inTransaction(tx, work)
      } catch (error) {
        // A transaction that was already completing at the freeze may be stored despite the error: it is not repeated.
        if (!wasCutOff()) throw error
      }
    }
  }

  /** The names of the database's stores. */
  async stores(): Promise<StoreNames<Schema>[]> {
    return [...(await this.#open()).objectStoreNames]
  }

  /** Closes the database for good when running transactions are done. Later uses are rejected. */
  close(): Promise<void> {
    this.#isOver = true
    return this.drop()
  }

  /** Closes the database when running transactions are done. The next use reopens it. */
  async drop(): Promise<void> {
    const opened = this.#opened
    this.#forget()
    // A database that failed to open needs no closing.
    await opened?.then(
      (db) => db.close(),
      () => undefined,
    )
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    if (this.#isOver) throw new DOMException('The connection is closed.', 'InvalidStateError')
    if (this.#opened === null) {
      const opened = this.#openDatabase(() => this.#opened === opened && this.#forget())
      this.#opened = opened
      opened.catch(() => this.#opened === opened && this.#forget())
      this.#stopListening = onFreeze(() => void this.drop())
    }
    // If the database opens after the timeout, the next caller gets it.
    return withTimeout(this.#opened, this.#longestOpeningMs)
  }

  #forget(): void {
    this.#stopListening()
    this.#opened = null
  }
}

async function inTransaction<Schema, Names extends StoreNames<Schema>[], Mode extends IDBTransactionMode, Result>(
  tx: IDBPTransaction<Schema, Names, Mode>,
  work: Work<Schema, Names, Mode, Result>,
): Promise<Result> {
  const result = await work(tx).catch((error: unknown) => {
    // A failed request leaves the other requests of the transaction running.
    abort(tx)
    throw error
  })
  await tx.done
  return result
}
