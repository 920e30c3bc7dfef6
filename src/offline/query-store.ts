import { deleteDB } from 'idb'
import type { Needs } from './needs.ts'
import { openStore, type StoreDb, type StoredAnswer, type Use } from './store-opening.ts'

export type { StoredAnswer }

/** Raised when stored answers of an older contract can no longer be read by its schemas. Never the build's hash. */
export const DATA_VERSION = 1

export interface Budget {
  readonly records: number
  readonly size: number
}
/** The most that is kept to be read, in bytes: three times what 6,000 drivers, 5,500 trucks and 7,000 trailers need. */
export const MOST_KEPT = 200_000_000
const BUDGET: Budget = { records: 2_000, size: MOST_KEPT }
/** Of the budget: beyond this nothing is fetched ahead, so that it does not push out what people have opened. */
const ALMOST = 0.9
/** An answer "from the future" was stored under a wrong clock; it must not bar newer ones for ever. */
const CLOCK_SLACK_MS = 60_000

export const queryStoreName = (userId: string) => `haulyard-cache-${userId}`

export interface QueryStorePorts {
  readonly now: () => number
  /** Hears why something could not be kept or read; what was asked for then simply is not there. */
  readonly onTrouble: (error: unknown) => void
  /** Hears each time that something was kept: whatever the trouble was, it is over. */
  readonly onKept?: () => void
  readonly budget?: Budget
}

/** Starts all, also after one that fails at once: none may end unheard. */
const allOf = (...works: readonly (() => Promise<unknown>)[]) => Promise.all(works.map(async (work) => work()))

/** The answers kept for one person, each on its own. No method rejects: a device that keeps nothing still reads. */
export class QueryStore {
  readonly userId: string
  readonly #ports: QueryStorePorts
  #db: Promise<StoreDb> | null = null
  #isClosed = false

  constructor(userId: string, ports: QueryStorePorts) {
    this.userId = userId
    this.#ports = ports
  }

  /** The answer of a query, or null. */
  find(hash: string): Promise<StoredAnswer | null> {
    return this.#attempt(null, async (db) => {
      const answer = await db.get('answers', hash)
      if (!answer || answer.dataVersion !== DATA_VERSION) return null
      // On a full disk this can't be noted: it then counts as unused for longer, but what is there is still read.
      this.#noteUse(db, hash).catch(() => undefined)
      return answer
    })
  }

  /** Keeps answers, unless a newer one of the same query is there. False when they could not be kept. */
  put(answers: readonly StoredAnswer[]): Promise<boolean> {
    return this.#attempt(false, (db) => this.#withRoom(db, () => this.#write(db, answers, [])))
  }

  /** Keeps answers, whatever is there, and drops others, both or neither. False when that could not be done. */
  exchange(answers: readonly StoredAnswer[], dropped: readonly string[]): Promise<boolean> {
    return this.#attempt(false, (db) => this.#withRoom(db, () => this.#write(db, answers, dropped, true)))
  }

  /** When the server gave what is kept of each of these, in milliseconds since 1970; null for what is not. */
  agesOf(hashes: readonly string[]): Promise<readonly (number | null)[]> {
    const none = hashes.map(() => null)
    return this.#attempt<readonly (number | null)[]>(none, async (db) => {
      const uses = db.transaction('uses').store
      return Promise.all(hashes.map(async (hash) => (await uses.get(hash))?.asOf ?? null))
    })
  }

  /** About how many bytes are kept, and whether that is so much that nothing should be fetched ahead any more. */
  fill(): Promise<{ readonly size: number; readonly isFull: boolean }> {
    return this.#attempt({ size: 0, isFull: false }, async (db) => {
      const { size, records } = await this.#total(db)
      const { budget } = this
      return { size, isFull: size > budget.size * ALMOST || records > budget.records * ALMOST }
    })
  }

  remove(hash: string): Promise<void> {
    return this.#attempt(undefined, async (db) => {
      const tx = db.transaction(['answers', 'uses'], 'readwrite')
      await Promise.all([tx.objectStore('answers').delete(hash), tx.objectStore('uses').delete(hash), tx.done])
    })
  }

  /** Drops every answer of whose needs `isGone` says so; undefined stands for those that were kept without. */
  removeWhere(isGone: (needs: Needs | undefined) => boolean): Promise<void> {
    return this.#attempt(undefined, async (db) => {
      const gone = (await db.getAll('uses')).filter(({ needs }) => isGone(needs))
      if (gone.length > 0) await this.#removeAll(db, gone)
    })
  }

  /** Drops what was unused for longest until the rest is within the budget. */
  keepBudget(): Promise<void> {
    return this.#attempt(undefined, (db) => this.#makeRoom(db, this.budget))
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get budget(): Budget {
    return this.#ports.budget ?? BUDGET
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
  }

  /** On a full disk: once more when half of what is kept has made room. */
  async #withRoom(db: StoreDb, write: () => Promise<void>): Promise<boolean> {
    try {
      await write()
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
      const { size, records } = await this.#total(db)
      await this.#makeRoom(db, { records: records / 2, size: size / 2 })
      await write()
    }
    this.#ports.onKept?.()
    return true
  }

  async #write(db: StoreDb, answers: readonly StoredAnswer[], dropped: readonly string[], isSure = false) {
    const now = this.#ports.now()
    const tx = db.transaction(['answers', 'uses'], 'readwrite')
    const [kept, uses] = [tx.objectStore('answers'), tx.objectStore('uses')]
    const write = async ({ hash, json, asOf, needs }: StoredAnswer) => {
      const known = isSure ? undefined : await uses.get(hash)
      if (known && known.asOf > asOf && known.asOf <= now + CLOCK_SLACK_MS) return
      await allOf(
        () => kept.put({ hash, json, asOf, dataVersion: DATA_VERSION, ...(needs && { needs }) }),
        () => uses.put({ hash, usedAt: now, asOf, size: json.length, ...(needs && { needs }) }),
      )
    }
    const drops = dropped.flatMap((hash) => [kept.delete(hash), uses.delete(hash)])
    try {
      await Promise.all([...answers.map(write), ...drops, tx.done])
    } catch (error) {
      // A request that fails at once leaves the others on their way.
      if (tx.error === null) tx.abort()
      throw error
    }
  }

  /** What has gone or become another answer meanwhile stays so. */
  async #noteUse(db: StoreDb, hash: string): Promise<void> {
    const tx = db.transaction('uses', 'readwrite')
    const note = async () => {
      const use = await tx.store.get(hash)
      if (use) await tx.store.put({ ...use, usedAt: this.#ports.now() })
    }
    await Promise.all([note(), tx.done])
  }

  async #total(db: StoreDb): Promise<{ readonly size: number; readonly records: number }> {
    const uses = await db.getAll('uses')
    return { size: uses.reduce((sum, use) => sum + use.size, 0), records: uses.length }
  }

  async #makeRoom(db: StoreDb, budget: Budget): Promise<void> {
    const newestFirst = (await db.getAll('uses')).sort((a, b) => b.usedAt - a.usedAt)
    let size = 0
    const over = newestFirst.filter((use, at) => {
      size += use.size
      return at >= budget.records || size > budget.size
    })
    if (over.length === 0) return
    await this.#removeAll(db, over)
  }

  async #removeAll(db: StoreDb, uses: readonly Use[]): Promise<void> {
    const tx = db.transaction(['answers', 'uses'], 'readwrite')
    const drop = ({ hash }: Use) => [tx.objectStore('answers').delete(hash), tx.objectStore('uses').delete(hash)]
    await Promise.all([...uses.flatMap(drop), tx.done])
  }

  async #attempt<T>(otherwise: T, work: (db: StoreDb) => Promise<T>): Promise<T> {
    if (this.#isClosed) return otherwise
    try {
      this.#db ??= this.#open()
      return await work(await this.#db)
    } catch (error) {
      if (this.#isClosed) return otherwise
      this.#drop()
      this.#ports.onTrouble(error)
      return otherwise
    }
  }

  #open(): Promise<StoreDb> {
    return openStore(queryStoreName(this.userId), {
      onWanted: () => this.#drop(),
      onGone: () => {
        this.#db = null
      },
    })
  }

  #drop(): void {
    this.#db?.then((db) => db.close()).catch(() => undefined) // One that never opened needs no closing.
    this.#db = null
  }
}

/** Wipes what is kept for a person. Resolves when it is gone, or as soon as a tab that sleeps holds it up. */
export function wipeQueryStore(userId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    deleteDB(queryStoreName(userId), { blocked: () => resolve() }).then(resolve, reject)
  })
}
