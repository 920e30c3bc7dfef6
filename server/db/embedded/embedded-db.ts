import pg from 'pg'
import { EmbeddedSocket } from '#server/db/embedded/embedded-socket.ts'
import { PooledDb } from '#server/db/pooled-db.ts'
import { valueParsers } from '#server/db/value-parsers.ts'

export interface DatabaseLocation {
  /** The database's folder, or null for a database in memory. */
  readonly folder: string | null
  /** A tar file of a database folder. A database in memory starts as its copy. */
  readonly snapshot: string | null
}

/** The database in a worker thread of this process. It has one session; queries wait in the pool until it is free. */
export class EmbeddedDb extends PooledDb {
  readonly #syncs: Int32Array
  readonly #beforeClose: (() => Promise<void>)[] = []
  readonly #afterClose: (() => void)[] = []

  constructor(location: DatabaseLocation, onLost: (error: Error) => void) {
    const syncs = new SharedArrayBuffer(4)
    let previousGone: Promise<void> = Promise.resolve()
    const pool = new pg.Pool({
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      types: valueParsers,
      // A new connection waits until the former worker has ended.
      stream: () => {
        const socket = new EmbeddedSocket({ ...location, syncs }, previousGone)
        previousGone = socket.gone
        return socket
      },
    })
    pool.on('error', onLost)
    super('embedded', pool)
    this.#syncs = new Int32Array(syncs)
  }

  /** The number of fsyncs since this database was opened. */
  get syncs(): number {
    return Atomics.load(this.#syncs, 0)
  }

  /** Registers work for `close`: `before` runs while the database still responds, `after` when it is closed. */
  onClose(before: () => Promise<void>, after: () => void): void {
    this.#beforeClose.push(before)
    this.#afterClose.push(after)
  }

  override async close(): Promise<void> {
    for (const runBefore of this.#beforeClose) await runBefore()
    await super.close()
    for (const runAfter of this.#afterClose) runAfter()
  }
}
