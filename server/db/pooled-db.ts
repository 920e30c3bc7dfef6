import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Db, Sql } from '#server/db/db.ts'
import type { NewsLine } from '#server/db/news-line.ts'
import { isRetried, lossOf } from '#server/db/refusal.ts'
import { Session } from '#server/db/session.ts'

const MAX_TRIES = 5
const MAX_PAUSE_MS = 40

/**
 * The database behind a pool of sessions. PostgreSQL has many; the embedded one has a single one, and the pool is the
 * queue in front of it: whoever has a transaction has it alone, and others wait their turn in order.
 */
export class PooledDb implements Db {
  readonly kind: Db['kind']
  readonly #pool: Pool
  /** Set while code runs inside a transaction of this database: waiting there for a second session can wait for ever. */
  readonly #inside = new AsyncLocalStorage<{ isOpen: boolean }>()
  readonly #listeners = new Set<() => void>()
  readonly #line: NewsLine | null

  /** `line`: how other processes on this database are told; null when there can be none. */
  constructor(kind: Db['kind'], pool: Pool, line: NewsLine | null = null) {
    this.kind = kind
    this.#pool = pool
    this.#line = line
  }

  query<Row = Record<string, unknown>>(name: string, text: string, params?: readonly unknown[]): Promise<Row[]> {
    return this.#withSession((session) => session.query<Row>(name, text, params))
  }

  afterCommit(work: () => void): void {
    work()
  }

  async tx<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#withSession((session) => this.#transaction(session, work))
      } catch (error) {
        if (!isRetried(error) || tries >= MAX_TRIES) throw error
        // Two that met in a deadlock must not meet again in step.
        await pause(Math.random() * MAX_PAUSE_MS * tries)
      }
    }
  }

  script(sql: Sql | null, text: string): Promise<void> {
    if (sql instanceof Session) return sql.script(text)
    return this.#withSession((session) => session.script(text))
  }

  announce(): void {
    this.#tell()
    this.#line?.open(this.#tell)
    this.#line?.send()
  }

  listen(onNews: () => void): () => void {
    this.#listeners.add(onNews)
    this.#line?.open(this.#tell)
    return () => void this.#listeners.delete(onNews)
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    await Promise.all([this.#line?.close(), this.#pool.end()])
  }

  #tell = (): void => {
    for (const listener of this.#listeners) listener()
  }

  async #transaction<T>(session: Session, work: (sql: Sql) => Promise<T>): Promise<T> {
    const inside = { isOpen: true }
    await session.script('begin')
    try {
      const result = await this.#inside.run(inside, () => work(session))
      await session.commit()
      return result
    } catch (error) {
      // When the session is lost there is nothing to roll back: it ends with it, and `error` says more than its refusal.
      await session.script('rollback').catch(() => undefined)
      throw error
    } finally {
      inside.isOpen = false
    }
  }

  async #withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#inside.getStore()?.isOpen) {
      throw new Error('Inside a transaction use the `sql` that it hands in, not the database')
    }
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw lossOf(error)
    })
    const session = new Session(client)
    try {
      return await work(session)
    } finally {
      await session.release()
    }
  }
}
