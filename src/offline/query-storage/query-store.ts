import type { Connection } from '#src/browser/connection.ts'
import { deleteDatabase } from '#src/browser/open-database.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { RequiredAccess } from '../required-access.ts'
import { type AnswerWrites, noteUses, readRows, writeAnswers } from './answer-rows.ts'
import { AnswerSeal, DATA_VERSION } from './answer-seal.ts'
import { type AnswerUse, type StoredAnswer, type StoreSchema, storeConnection } from './store-opening.ts'

export type { StoredAnswer }

export interface Budget {
  readonly records: number
  readonly size: number
}
/** The most that is kept to be read, in bytes: three times what 6,000 drivers, 5,500 trucks and 7,000 trailers need. */
export const MAX_STORED_BYTES = 200_000_000
const BUDGET: Budget = { records: 2_000, size: MAX_STORED_BYTES }
/** Of the budget: beyond this nothing is fetched ahead, so that it does not push out what people have opened. */
const NEARLY_FULL = 0.9
export const queryStoreName = (userId: string) => `haulyard-cache-${userId}`

export interface QueryStorePorts {
  /** What an answer is sealed with; what it does not open is not there. */
  readonly sealer: Sealer
  /**
   * Whether what a version of the app that did not seal has kept may be this person's, because they were signed in all the
   * while. After a sign-in it is not: signing out has wiped it, and who used the device meanwhile may have put it there.
   */
  readonly mayAdoptUnsealed?: boolean
  readonly now: () => number
  /** Hears why something could not be kept or read; what was asked for then simply is not there. */
  readonly onTrouble: (error: unknown) => void
  /** Hears each time that something was kept: whatever the trouble was, it is over. */
  readonly onStored?: () => void
  readonly budget?: Budget
}

/** The answers kept for one person, each on its own and sealed. No method rejects: a device that keeps nothing still reads. */
export class QueryStore {
  readonly userId: string
  readonly #ports: QueryStorePorts
  readonly #connection: Connection<StoreSchema>
  readonly #seal: AnswerSeal
  /** Whether this very page has found what lies there in clear where a version had kept it that did not seal. */
  #readsUnsealed = false
  #isClosed = false

  constructor(userId: string, ports: QueryStorePorts) {
    this.userId = userId
    this.#ports = ports
    this.#seal = new AnswerSeal(userId, ports.sealer)
    const onUnsealedFound = () => {
      this.#readsUnsealed = true
      void this.sealOlderAnswers()
    }
    const { mayAdoptUnsealed = false } = ports
    this.#connection = storeConnection({ name: queryStoreName(userId), mayAdoptUnsealed, onUnsealedFound })
  }

  /** The answer of a query, or null. */
  find(hash: string): Promise<StoredAnswer | null> {
    return this.#attempt(null, async () => {
      const [row, clear] = await readRows(this.#connection, hash)
      if ((row ?? clear)?.dataVersion !== DATA_VERSION) return null
      const inClear = this.#readsUnsealed ? (clear ?? null) : null
      const answer = row ? await this.#seal.open(row) : inClear
      if (answer === null) await this.#removeAll([hash])
      // On a full disk this can't be noted: it then counts as unused for longer, but what is there is still read.
      else noteUses(this.#connection, [hash], this.#ports.now()).catch(() => undefined)
      return answer
    })
  }

  /** Keeps answers, unless a newer one of the same query is there. False when they could not be kept. */
  put(answers: readonly StoredAnswer[]): Promise<boolean> {
    return this.#attempt(false, () => this.#sealAndWrite(answers))
  }

  /**
   * Keeps answers, whatever is there, and drops others, all or nothing; notes that more are in use. False when that could not
   * be done.
   */
  exchange(
    answers: readonly StoredAnswer[],
    dropped: readonly string[],
    used: readonly string[] = [],
  ): Promise<boolean> {
    return this.#attempt(false, async () => {
      if (used.length > 0) await noteUses(this.#connection, used, this.#ports.now())
      return this.#sealAndWrite(answers, { dropped, overwritesNewer: true })
    })
  }

  /**
   * Seals what a version of the app has left that did not seal, where this very page has found it so; what lies in clear
   * otherwise was broken off, or comes of who knows whom, and goes. Only one tab does so: the one that has found it.
   */
  sealOlderAnswers(): Promise<void> {
    return this.#attempt(undefined, async () => {
      const left = await this.#connection.run(['clear'], 'readonly', (tx) => tx.objectStore('clear').count())
      // Where its part can't be had, it lies there until the next start.
      const part = left > 0 ? await import('./encrypt-older-answers.ts').catch(() => null) : null
      await part?.sealUnsealedAnswers(this.#connection, {
        userId: this.userId,
        seal: this.#readsUnsealed ? this.#seal : null,
      })
    })
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
  storageUse(): Promise<{ readonly size: number; readonly isFull: boolean }> {
    return this.#attempt({ size: 0, isFull: false }, async () => {
      const { size, records } = await this.#total()
      const { budget } = this
      return { size, isFull: size > budget.size * NEARLY_FULL || records > budget.records * NEARLY_FULL }
    })
  }

  remove(hash: string): Promise<void> {
    return this.#attempt(undefined, () => this.#removeAll([hash]))
  }

  /** Drops every answer of whose needs `isGone` says so; undefined stands for those that were kept without. */
  removeWhere(isGone: (needs: RequiredAccess | undefined) => boolean): Promise<void> {
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
  async #sealAndWrite(answers: readonly StoredAnswer[], more: Omit<AnswerWrites, 'answers'> = {}): Promise<boolean> {
    const sealed = await Promise.all(
      answers.map(async (answer) => ({ row: await this.#seal.seal(answer), size: answer.json.length })),
    )
    const writing = { ...more, answers: sealed }
    try {
      await this.#write(writing)
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
      const { size, records } = await this.#total()
      await this.#makeRoom({ records: records / 2, size: size / 2 })
      await this.#write(writing)
    }
    this.#ports.onStored?.()
    return true
  }

  #write(writing: AnswerWrites): Promise<void> {
    return writeAnswers(this.#connection, writing, this.#ports.now())
  }

  #uses(): Promise<readonly AnswerUse[]> {
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

  async #removeAll(dropped: readonly string[]): Promise<void> {
    if (dropped.length > 0) await this.#write({ dropped })
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
