import type { Connection } from '#src/browser/connection.ts'
import { deleteDatabase } from '#src/browser/open-database.ts'
import type { Needs } from './needs.ts'
import { type StoredAnswer, type StoreSchema, storeConnection, type Use } from './store-opening.ts'

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
  readonly #connection: Connection<StoreSchema>
  #isClosed = false

  constructor(userId: string, ports: QueryStorePorts) {
    this.userId = userId
    this.#ports = ports
    this.#connection = storeConnection(queryStoreName(userId))
  }

  /** The answer of a query, or null. */
  find(hash: string): Promise<StoredAnswer | null> {
    return this.#attempt(null, async () => {
      const answer = await this.#connection.run(['answers'], 'readonly', (tx) => tx.objectStore('answers').get(hash))
      if (!answer || answer.dataVersion !== DATA_VERSION) return null
      // On a full disk this can't be noted: it then counts as unused for longer, but what is there is still read.
      this.#noteUse(hash).catch(() => undefined)
      return answer
    })
  }

  /** Keeps answers, unless a newer one of the same query is there. False when they could not be kept. */
  put(answers: readonly StoredAnswer[]): Promise<boolean> {
    return this.#attempt(false, () => this.#withRoom(() => this.#write(answers, [])))
  }

  /** Keeps answers, whatever is there, and drops others, both or neither. False when that could not be done. */
  exchange(answers: readonly StoredAnswer[], dropped: readonly string[]): Promise<boolean> {
    return this.#attempt(false, () => this.#withRoom(() => this.#write(answers, dropped, true)))
  }

  /** When the server gave what is kept of each of these, in milliseconds since 1970; null for what is not. */
  agesOf(hashes: readonly string[]): Promise<readonly (number | null)[]> {
    const none = hashes.map(() => null)
    return this.#attempt<readonly (number | null)[]>(none, () =>
      this.#connection.run(['uses'], 'readonly', (tx) =>
        Promise.all(hashes.map(async (hash) => (await tx.objectStore('uses').get(hash))?.asOf ?? null)),
      ),
    )
  }

  /** About how many bytes are kept, and whether that is so much that nothing should be fetched ahead any more. */
  fill(): Promise<{ readonly size: number; readonly isFull: boolean }> {
    return this.#attempt({ size: 0, isFull: false }, async () => {
      const { size, records } = await this.#total()
      const { budget } = this
      return { size, isFull: size > budget.size * ALMOST || records > budget.records * ALMOST }
    })
  }

  remove(hash: string): Promise<void> {
    return this.#attempt(undefined, () => this.#removeAll([hash]))
  }

  /** Drops every answer of whose needs `isGone` says so; undefined stands for those that were kept without. */
  removeWhere(isGone: (needs: Needs | undefined) => boolean): Promise<void> {
    return this.#attempt(undefined, async () => {
      const gone = (await this.#uses()).filter(({ needs }) => isGone(needs))
      await this.#removeAll(gone.map(({ hash }) => hash))
    })
  }

  /** Drops what was unused for longest until the rest is within the budget. */
  keepBudget(): Promise<void> {
    return this.#attempt(undefined, () => this.#makeRoom(this.budget))
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get budget(): Budget {
    return this.#ports.budget ?? BUDGET
  }

  close(): void {
    this.#isClosed = true
    void this.#connection.close()
  }

  /** On a full disk: once more when half of what is kept has made room. */
  async #withRoom(write: () => Promise<void>): Promise<boolean> {
    try {
      await write()
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
      const { size, records } = await this.#total()
      await this.#makeRoom({ records: records / 2, size: size / 2 })
      await write()
    }
    this.#ports.onKept?.()
    return true
  }

  #write(answers: readonly StoredAnswer[], dropped: readonly string[], isSure = false): Promise<void> {
    return this.#connection.run(['answers', 'uses'], 'readwrite', async (tx) => {
      const now = this.#ports.now()
      const [kept, uses] = [tx.objectStore('answers'), tx.objectStore('uses')]
      const write = async ({ hash, json, asOf, needs }: StoredAnswer) => {
        const known = isSure ? undefined : await uses.get(hash)
        if (known && known.asOf > asOf && known.asOf <= now + CLOCK_SLACK_MS) return
        await allOf(
          () => kept.put({ hash, json, asOf, dataVersion: DATA_VERSION, ...(needs && { needs }) }),
          () => uses.put({ hash, usedAt: now, asOf, size: json.length, ...(needs && { needs }) }),
        )
      }
      await Promise.all([...answers.map(write), ...dropped.flatMap((hash) => [kept.delete(hash), uses.delete(hash)])])
    })
  }

  /** What has gone or become another answer meanwhile stays so. */
  #noteUse(hash: string): Promise<void> {
    return this.#connection.run(['uses'], 'readwrite', async (tx) => {
      const uses = tx.objectStore('uses')
      const use = await uses.get(hash)
      if (use) await uses.put({ ...use, usedAt: this.#ports.now() })
    })
  }

  #uses(): Promise<readonly Use[]> {
    return this.#connection.run(['uses'], 'readonly', (tx) => tx.objectStore('uses').getAll())
  }

  async #total(): Promise<{ readonly size: number; readonly records: number }> {
    const uses = await this.#uses()
    return { size: uses.reduce((sum, use) => sum + use.size, 0), records: uses.length }
  }

  async #makeRoom(budget: Budget): Promise<void> {
    const newestFirst = [...(await this.#uses())].sort((a, b) => b.usedAt - a.usedAt)
    let size = 0
    const over = newestFirst.filter((use, at) => {
      size += use.size
      return at >= budget.records || size > budget.size
    })
    await this.#removeAll(over.map(({ hash }) => hash))
  }

  async #removeAll(hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return
    await this.#connection.run(['answers', 'uses'], 'readwrite', async (tx) => {
      const [kept, uses] = [tx.objectStore('answers'), tx.objectStore('uses')]
      await Promise.all(hashes.flatMap((hash) => [kept.delete(hash), uses.delete(hash)]))
    })
  }

  async #attempt<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return otherwise
    try {
      return await work()
    } catch (error) {
      if (this.#isClosed) return otherwise
      void this.#connection.drop()
      this.#ports.onTrouble(error)
      return otherwise
    }
  }
}

/** Wipes what is kept for a person. Resolves when it is gone, or as soon as a tab that sleeps holds it up. */
export function wipeQueryStore(userId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    deleteDatabase(queryStoreName(userId), resolve).then(resolve, reject)
  })
}
