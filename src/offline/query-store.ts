import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'

/** Raised when stored answers of an older contract can no longer be read by its schemas. Never the build's hash. */
export const DATA_VERSION = 1

/** One answer of the server as it is kept. */
export interface StoredAnswer {
  /** Query's own hash of the key. */
  readonly hash: string
  readonly json: string
  /** When the server said so, in milliseconds since 1970. */
  readonly asOf: number
}
interface Use {
  readonly hash: string
  readonly usedAt: number
  readonly asOf: number
  /** In UTF-16 units: about the bytes it takes. */
  readonly size: number
}
interface StoreSchema extends DBSchema {
  answers: { key: string; value: StoredAnswer & { readonly dataVersion: number } }
  uses: { key: string; value: Use }
}

export interface Budget {
  readonly records: number
  readonly size: number
}
const BUDGET: Budget = { records: 2_000, size: 50_000_000 }
/** An answer "from the future" was stored under a wrong clock; it must not bar newer ones for ever. */
const CLOCK_SLACK_MS = 60_000

export const queryStoreName = (userId: string) => `haulyard-cache-${userId}`

export interface QueryStorePorts {
  readonly now: () => number
  /** Hears why something could not be kept or read; what was asked for then simply is not there. */
  readonly onTrouble: (error: unknown) => void
  readonly budget?: Budget
}

/** The answers kept for one person, each on its own. No method rejects: a device that keeps nothing still reads. */
export class QueryStore {
  readonly userId: string
  readonly #ports: QueryStorePorts
  #db: Promise<IDBPDatabase<StoreSchema>> | null = null
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
      const use = { hash, usedAt: this.#ports.now(), asOf: answer.asOf, size: answer.json.length }
      // On a full disk this can't be noted: it then counts as unused for longer, but what is there is still read.
      db.put('uses', use).catch(() => undefined)
      return answer
    })
  }

  /** Keeps answers, unless a newer one of the same query is there. False when they could not be kept. */
  put(answers: readonly StoredAnswer[]): Promise<boolean> {
    return this.#attempt(false, async (db) => {
      try {
        await this.#write(db, answers)
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
        await this.#makeRoom(db, { records: BUDGET.records / 2, size: (await this.#total(db)) / 2 })
        await this.#write(db, answers)
      }
      return true
    })
  }

  remove(hash: string): Promise<void> {
    return this.#attempt(undefined, async (db) => {
      const tx = db.transaction(['answers', 'uses'], 'readwrite')
      await Promise.all([tx.objectStore('answers').delete(hash), tx.objectStore('uses').delete(hash), tx.done])
    })
  }

  /** Drops what was unused for longest until the rest is within the budget. */
  keepBudget(): Promise<void> {
    return this.#attempt(undefined, (db) => this.#makeRoom(db, this.#ports.budget ?? BUDGET))
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
  }

  async #write(db: IDBPDatabase<StoreSchema>, answers: readonly StoredAnswer[]): Promise<void> {
    const now = this.#ports.now()
    const tx = db.transaction(['answers', 'uses'], 'readwrite')
    const uses = tx.objectStore('uses')
    const write = async ({ hash, json, asOf }: StoredAnswer) => {
      const known = await uses.get(hash)
      if (known && known.asOf > asOf && known.asOf <= now + CLOCK_SLACK_MS) return
      await Promise.all([
        tx.objectStore('answers').put({ hash, json, asOf, dataVersion: DATA_VERSION }),
        uses.put({ hash, usedAt: now, asOf, size: json.length }),
      ])
    }
    await Promise.all([...answers.map(write), tx.done])
  }

  async #total(db: IDBPDatabase<StoreSchema>): Promise<number> {
    return (await db.getAll('uses')).reduce((sum, use) => sum + use.size, 0)
  }

  async #makeRoom(db: IDBPDatabase<StoreSchema>, budget: Budget): Promise<void> {
    const newestFirst = (await db.getAll('uses')).sort((a, b) => b.usedAt - a.usedAt)
    let size = 0
    const over = newestFirst.filter((use, at) => {
      size += use.size
      return at >= budget.records || size > budget.size
    })
    if (over.length === 0) return
    const tx = db.transaction(['answers', 'uses'], 'readwrite')
    const drop = ({ hash }: Use) => [tx.objectStore('answers').delete(hash), tx.objectStore('uses').delete(hash)]
    await Promise.all([...over.flatMap(drop), tx.done])
  }

  async #attempt<T>(otherwise: T, work: (db: IDBPDatabase<StoreSchema>) => Promise<T>): Promise<T> {
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

  #open(): Promise<IDBPDatabase<StoreSchema>> {
    return openDB<StoreSchema>(queryStoreName(this.userId), 1, {
      upgrade(db) {
        db.createObjectStore('answers', { keyPath: 'hash' })
        db.createObjectStore('uses', { keyPath: 'hash' })
      },
      // Another tab wipes or upgrades it: stand aside at once, or that tab waits for ever.
      blocking: () => this.#drop(),
      terminated: () => {
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
