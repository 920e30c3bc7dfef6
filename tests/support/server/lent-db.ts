import type { Db, Sql } from '#server/db/db.ts'
import { UnderWay } from '#tests/support/offline/under-way.ts'

/**
 * A database as one test file has it. Closing waits for all that is under way; from then on it refuses, so that nothing
 * that was left running writes into what the next file has.
 */
export class LentDb implements Db {
  readonly kind: Db['kind']
  readonly #db: Db
  readonly #giveBack: () => void
  readonly #underWay = new UnderWay()
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
    // What belongs to a transaction is waited for with it.
    return sql ? this.#db.script(sql, text) : this.#run(text, () => this.#db.script(null, text))
  }

  announce(): void {
    // Never fails, as it promises; nobody is told any more.
    if (this.#closing === null) this.#db.announce()
  }

  listen(onNews: () => void): () => void {
    if (this.#closing !== null) throw lateness('news')
    return this.#db.listen(onNews)
  }

  /** Resolves when no statement is under way, nor one that follows at once upon another: what was begun is over. */
  quiet(): Promise<void> {
    return this.#underWay.over()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#underWay.over()
    await this.#db.close()
    this.#giveBack()
  }

  #run<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (this.#closing !== null) return Promise.reject(lateness(what))
    return this.#underWay.run(work)
  }
}

const lateness = (what: string) => new Error(`The test file has closed its database: too late for ${what}`)
