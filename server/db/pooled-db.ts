import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Db, Sql } from '#server/db/db.ts'
import type { NewsChannel } from '#server/db/news-channel.ts'
import { isRetryable, lossOf } from '#server/db/refusal.ts'
import { Session } from '#server/db/session.ts'

const MAX_TRIES = 5
const MAX_PAUSE_MS = 40

/**
 * A database behind a pool of sessions. PostgreSQL has several sessions. The embedded database has one, and the pool is
 * the queue in front of it: a transaction has the session to itself, and all other statements wait in order.
 */
export class PooledDb implements Db {
  readonly kind: Db['kind']
  readonly #pool: Pool
  /**
   * Set while code runs inside a transaction of this database. Waiting for a second session there could last forever.
   */
  readonly #inside = new AsyncLocalStorage<{ isOpen: boolean }>()
  readonly #listeners = new Set<() => void>()
  readonly #newsChannel: NewsChannel | null

  /** `newsChannel` notifies other processes on this database. Null when no other process can use it. */
  constructor(kind: Db['kind'], pool: Pool, newsChannel: NewsChannel | null = null) {
    this.kind = kind
    this.#pool = pool
    this.#newsChannel = newsChannel
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
        if (!isRetryable(error) || tries >= MAX_TRIES) throw error
        // A random pause keeps two deadlocked transactions from colliding again.
        await pause(Math.random() * MAX_PAUSE_MS * tries)
      }
    }
  }

  script(sql: Sql | null, text: string): Promise<void> {
    if (sql instanceof Session) return sql.script(text)
    return this.#withSession((session) => session.script(text))
  }

  announce(): void {
    this.#notifyListeners()
    this.#newsChannel?.open(this.#notifyListeners)
    this.#newsChannel?.send()
  }

  listen(onNews: () => void): () => void {
    this.#listeners.add(onNews)
    this.#newsChannel?.open(this.#notifyListeners)
    return () => void this.#listeners.delete(onNews)
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    await Promise.all([this.#newsChannel?.close(), this.#pool.end()])
  }

  #notifyListeners = (): void => {
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
      // A lost session has nothing to roll back, and `error` is more useful than the failure of the rollback.
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
