import type { Db, Sql } from '#server/db/db.ts'
import { RunningWork } from '#tests/support/offline/running-work.ts'

/**
 * A database that one test file borrows. Closing waits for all running work. After that it refuses statements, so that
 * work left running can't write into the database of the next file.
 */
export class LentDb implements Db {
  readonly kind: Db['kind']
  readonly #db: Db
  readonly #giveBack: () => void
  readonly #runningWork = new RunningWork()
  #closing: Promise<void> | null = null

  /** `giveBack` is called once `db` is closed. */
  constructor(db: Db, giveBack: () => void) {
    this.kind = db.kind
    this.#db = db
    this.#giveBack = giveBack
  }

  query<Row = Record<string, unknown>>(name: string, text: string, params?: readonly unknown[]): Promise<Row[]> {
    return this.#run(name, () => this.#db.query<Row>(name, text, params))
  }

  afterCommit(work: () => void): void {
    this.#db.afterCommit(work)
  }

  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#run('a transaction', () => this.#db.tx(work))
  }

  script(sql: Sql | null, text: string): Promise<void> {
    // A script in a transaction counts as part of the transaction, which is already tracked.
    return sql ? this.#db.script(sql, text) : this.#run(text, () => this.#db.script(null, text))
  }

  announce(): void {
    // `announce` must never fail. After closing, it does nothing.
    if (this.#closing === null) this.#db.announce()
  }

  listen(onNews: () => void): () => void {
    if (this.#closing !== null) throw closedError('news')
    return this.#db.listen(onNews)
  }

  /** Resolves when no statement is running and none follows immediately: all started work is done. */
  whenIdle(): Promise<void> {
    return this.#runningWork.allDone()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#runningWork.allDone()
    await this.#db.close()
    this.#giveBack()
  }

  #run<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#closing !== null) return Promise.reject(closedError(name))
    return this.#runningWork.run(work)
  }
}

const closedError = (name: string) => new Error(`The test file has closed its database: too late for ${name}`)
