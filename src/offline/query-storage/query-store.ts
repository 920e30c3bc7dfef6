import type { Connection } from '#src/browser/connection.ts'
import { deleteDatabase } from '#src/browser/open-database.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import type { StoredAccess } from '../required-access.ts'
import { isFull } from '../space/is-full.ts'
import { type AnswerWrites, noteUses, readRows, writeAnswers } from './answer-rows.ts'
import { AnswerSeal, DATA_VERSION } from './answer-seal.ts'
import { type AnswerUse, type StoredAnswer, type StoreSchema, storeConnection } from './store-opening.ts'

export type { StoredAnswer }

export interface Budget {
  readonly records: number
  readonly size: number
}
/** Storage budget in bytes: three times what 6,000 drivers, 5,500 trucks and 7,000 trailers need. */
export const MAX_STORED_BYTES = 200_000_000
const BUDGET: Budget = { records: 2_000, size: MAX_STORED_BYTES }
export const queryStoreName = (userId: string) => `haulyard-cache-${userId}`

export interface QueryStorePorts {
  /** Seals the answers. An answer that it can't open counts as missing. */
  readonly sealer: Sealer
  /**
   * Whether unsealed answers of an older version of the app may be used: only if the user has been signed in since
   * then. After a sign-in they may not. Signing out wiped this user's answers, so others may have stored the ones found
   * now.
   */
  readonly mayAdoptUnsealed?: boolean
  readonly now: () => number
  /** Gets the error when something could not be stored or read. The caller then gets the result for missing data. */
  readonly onTrouble: (error: unknown) => void
  /** Called after each successful write: earlier trouble is over. */
  readonly onStored?: () => void
  readonly budget?: Budget
}

/** The stored answers of one user, each sealed on its own. No method rejects: the app also works without storage. */
export class QueryStore {
  readonly userId: string
  readonly #ports: QueryStorePorts
  readonly #connection: Connection<StoreSchema>
  readonly #seal: AnswerSeal
  /** Whether the unsealed answers may be read: this page's own opening found them in an older version's database. */
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
      // On a full disk the use can't be noted. The answer is read all the same, and only counts as unused for longer.
      else noteUses(this.#connection, [hash], this.#ports.now()).catch(() => undefined)
      return answer
    })
  }

  /** Stores answers, unless a newer one of the same query is stored. False when they could not be stored. */
  put(answers: readonly StoredAnswer[]): Promise<boolean> {
    return this.#attempt(false, () => this.#sealAndWrite(answers))
  }

  /**
   * Stores answers, even over newer ones, and deletes others, all or nothing. Also notes the use of the answers in
   * `used`. False when that failed.
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
   * Seals the unsealed answers of an older version of the app if this page's own opening found them. Other unsealed
   * answers are deleted: they are left from an interrupted run, or of unknown origin. One tab does this at a time.
   */
  sealOlderAnswers(): Promise<void> {
    return this.#attempt(undefined, async () => {
      const unsealedCount = await this.#connection.run(['clear'], 'readonly', (tx) => tx.objectStore('clear').count())
      // When the module can't be loaded, the answers wait for the next start.
      const module = unsealedCount > 0 ? await import('./seal-older-answers.ts').catch(() => null) : null
      await module?.sealOlderAnswers(this.#connection, {
        userId: this.userId,
        seal: this.#readsUnsealed ? this.#seal : null,
      })
    })
  }

  /** When the server sent each of these stored answers, in milliseconds since 1970; null for a missing one. */
  agesOf(hashes: readonly string[]): Promise<readonly (number | null)[]> {
    const none = hashes.map(() => null)
    return this.#attempt<readonly (number | null)[]>(none, () =>
      this.#connection.run(['uses'], 'readonly', (tx) =>
        Promise.all(hashes.map(async (hash) => (await tx.objectStore('uses').get(hash))?.asOf ?? null)),
      ),
    )
  }

  /** The stored size in bytes, approximately, and whether it is too large for further prefetching. */
  storageUse(): Promise<{ readonly size: number; readonly isFull: boolean }> {
    const unknown = { size: 0, isFull: false }
    return this.#attempt(unknown, async () => {
      const module = await import('../space/drop-unused.ts').catch(() => null)
      return module?.useOf(await this.#uses(), this.budget) ?? unknown
    })
  }

  remove(hash: string): Promise<void> {
    return this.#attempt(undefined, () => this.#removeAll([hash]))
  }

  /** Deletes every answer whose required access `isGone` accepts. Older answers have none: it then gets undefined. */
  removeWhere(isGone: (needs: StoredAccess | undefined) => boolean): Promise<void> {
    return this.#attempt(undefined, async () => {
      const matchingUses = (await this.#uses()).filter(({ needs }) => isGone(needs))
      await this.#removeAll(matchingUses.map(({ hash }) => hash))
    })
  }

  /** Deletes the answers unused for longest until the rest is within the budget. */
  keepBudget(): Promise<void> {
    return this.#attempt(undefined, () => this.#dropUnused(this.budget))
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

  /** Seals and writes answers. On a full disk, deletes half of the stored answers and tries once more. */
  async #sealAndWrite(answers: readonly StoredAnswer[], more: Omit<AnswerWrites, 'answers'> = {}): Promise<boolean> {
    const sealed = await Promise.all(
      answers.map(async (answer) => ({ row: await this.#seal.seal(answer), size: answer.json.length })),
    )
    const writing = { ...more, answers: sealed }
    try {
      await this.#write(writing)
    } catch (error) {
      if (!isFull(error)) throw error
      await this.#dropUnused('half')
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

  /** Loaded on demand: most starts delete nothing. When the module can't be loaded, the next write tries again. */
  async #dropUnused(kept: 'half' | Budget): Promise<void> {
    const module = await import('../space/drop-unused.ts').catch(() => null)
    await module?.dropUnused(this.#connection, kept, this.#ports.now())
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

/** Deletes a user's stored answers. Resolves when they are gone, or as soon as a frozen tab delays the deletion. */
export function wipeQueryStore(userId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    deleteDatabase(queryStoreName(userId), resolve).then(resolve, reject)
  })
}
