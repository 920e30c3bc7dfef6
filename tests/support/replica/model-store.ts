import type { StoredAnswer } from '#src/offline/query-storage/query-store.ts'
import type { StoredAccess } from '#src/offline/required-access.ts'

/** Where a kill hits the next transaction that writes. */
export type KillPoint = 'before' | 'after'

/** A device's disk. */
export type Disk = Map<string, StoredAnswer>

/** Stands for `QueryStore`: each write is one transaction. After a kill nothing of the page's life is done any more. */
export class ModelStore {
  readonly userId: string
  readonly #disk: Disk
  #killAt: KillPoint | null = null
  /** A fault: every third write is reported and not made. */
  losesWrites = false
  #writes = 0
  #isDead = false
  readonly #onKill: () => void

  constructor(userId: string, disk: Disk, onKill: () => void) {
    this.userId = userId
    this.#disk = disk
    this.#onKill = onKill
  }

  get isClosed(): boolean {
    return this.#isDead
  }
  killAtNextWrite(at: KillPoint): void {
    this.#killAt = at
  }
  close(): void {
    this.#isDead = true
  }

  find = (hash: string) => this.#run<StoredAnswer | null>(null, () => this.#disk.get(hash) ?? null)
  agesOf = (hashes: readonly string[]) =>
    this.#run<readonly (number | null)[]>(
      hashes.map(() => null),
      () => hashes.map((hash) => this.#disk.get(hash)?.asOf ?? null),
    )
  storageUse = () => this.#run({ size: 0, isFull: false }, () => ({ size: 0, isFull: false }))
  keepBudget = () => this.#run(undefined, () => undefined)
  put = (answers: readonly StoredAnswer[]) =>
    this.#write(() => {
      for (const one of answers) if ((this.#disk.get(one.hash)?.asOf ?? 0) <= one.asOf) this.#disk.set(one.hash, one)
    })
  exchange = (answers: readonly StoredAnswer[], dropped: readonly string[]) =>
    this.#write(() => {
      for (const hash of dropped) this.#disk.delete(hash)
      for (const one of answers) this.#disk.set(one.hash, one)
    })
  remove = async (hash: string): Promise<void> => {
    await this.exchange([], [hash])
  }
  removeWhere = async (isGone: (needs: StoredAccess | undefined) => boolean): Promise<void> => {
    await this.#write(() => {
      for (const [hash, { needs }] of [...this.#disk]) if (isGone(needs)) this.#disk.delete(hash)
    })
  }

  /** As in `QueryStore`: without storage the result is the one for missing data. */
  async #run<T>(otherwise: T, work: () => T): Promise<T> {
    await null
    if (this.#isDead) return otherwise
    const result = work()
    await null
    return result
  }
  #write(work: () => void): Promise<boolean> {
    return this.#run(false, () => {
      const at = this.#killAt
      this.#writes += 1
      const isLost = this.losesWrites && this.#writes % 3 === 0
      if (at !== 'before' && !isLost) work()
      if (at === null) return true
      this.#isDead = true
      this.#onKill()
      return false
    })
  }
}
