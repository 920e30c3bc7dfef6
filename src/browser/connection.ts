import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import { inTime } from './in-time.ts'
import { abort, abortWhenFrozen, type Layout, openDatabase } from './open-database.ts'
import { freezeCount, onFreeze, untilRunning } from './page-life.ts'

type Open<Schema> = (onClosed: () => void) => Promise<IDBPDatabase<Schema>>
type Work<Schema, Names extends StoreNames<Schema>[], Mode extends IDBTransactionMode, Result> = (
  tx: IDBPTransaction<Schema, Names, Mode>,
) => Promise<Result>

/** How long a browser may take to open a database, in milliseconds. */
const MAX_OPENING_MS = 5_000

/** The connection to a database of this layout; nothing is opened yet. */
export function connectionTo<Schema extends DBSchema | unknown>(
  name: string,
  layout: Layout<Schema>,
): Connection<Schema> {
  return new Connection((onClosed) => openDatabase(name, layout, onClosed))
}

/**
 * One database of this page: opened when it is first used, and anew after it was closed from elsewhere. Nothing of it is
 * open in a frozen page, and no transaction runs there: one that does is aborted, so that nothing of it is kept, and is
 * begun again when the page goes on.
 */
export class Connection<Schema extends DBSchema | unknown> {
  readonly #openIt: Open<Schema>
  readonly #longestOpeningMs: number
  #opened: Promise<IDBPDatabase<Schema>> | null = null
  #isOver = false
  #stopListening: () => void = () => undefined

  constructor(open: Open<Schema>, longestOpeningMs = MAX_OPENING_MS) {
    this.#openIt = open
    this.#longestOpeningMs = longestOpeningMs
  }

  /** Whether the database is open, or is being opened. */
  get isOpen(): boolean {
    return this.#opened !== null
  }

  /**
   * Runs `work` in a transaction; resolves with its result when that is complete. Rejects when it can't be, and with what
   * `work` throws; nothing of it is kept then. `work` awaits nothing but requests of the transaction, and has no effect
   * but these: it may be run again.
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
      // As long as none has begun.
      let wasCutOff = () => freezeCount() !== before
      try {
        const tx = (await this.#open()).transaction(stores, mode, options)
        wasCutOff = abortWhenFrozen(tx)
        return await inTransaction(tx, work)
      } catch (error) {
        // One that was about to be complete when the page was frozen may have been kept, whatever was heard of it.
        if (!wasCutOff()) throw error
      }
    }
  }

  /** The names of its stores. */
  async stores(): Promise<StoreNames<Schema>[]> {
    return [...(await this.#open()).objectStoreNames]
  }

  /** Closes the database when what runs is through, for good: whatever is asked of it from now on is rejected. */
  close(): Promise<void> {
    this.#isOver = true
    return this.drop()
  }

  /** Closes it when what runs is through; it is opened again when it is used again. */
  async drop(): Promise<void> {
    const opened = this.#opened
    this.#forget()
    // One that did not open needs no closing.
    await opened?.then(
      (db) => db.close(),
      () => undefined,
    )
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    if (this.#isOver) throw new DOMException('The connection is closed.', 'InvalidStateError')
    if (this.#opened === null) {
      const opened = this.#openIt(() => this.#opened === opened && this.#forget())
      this.#opened = opened
      opened.catch(() => this.#opened === opened && this.#forget())
      this.#stopListening = onFreeze(() => void this.drop())
    }
    // Should it come after all, the next who asks has it.
    return inTime(this.#opened, this.#longestOpeningMs)
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
    // A request that failed by itself leaves the others on their way.
    abort(tx)
    throw error
  })
  await tx.done
  return result
}
