import type { Query, QueryCache } from '@tanstack/react-query'
import { keptTag } from './asked-again.ts'
import { type Known, knownOf } from './known.ts'
import type { QueryStore, StoredAnswer } from './query-store.ts'

interface WriterPorts {
  readonly cache: QueryCache
  /** Tells this person's other tabs which queries have changed on disk. */
  readonly tellOthers: (hashes: readonly string[]) => void
}

const WRITE_AFTER_MS = 250
/** The budget is looked at once in so many written answers. */
const WRITES_PER_BUDGET = 50

interface OnDevice {
  readonly data: unknown
  readonly etag: string | undefined
  /** When the server gave these data first. */
  readonly saidAt: number
}

/** Writes one person's answers as they change: in batches, and of what has only been confirmed no more than that. */
export class AnswerWriter {
  readonly #store: QueryStore
  readonly #ports: WriterPorts
  readonly #waiting = new Set<string>()
  /** What the device has of a query, as far as this page knows. */
  readonly #kept = new WeakMap<Query, OnDevice>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushed: Promise<void> = Promise.resolve()
  #written = 0

  constructor(store: QueryStore, ports: WriterPorts) {
    this.#store = store
    this.#ports = ports
  }

  /** A query has something new to be written. */
  note(query: Query): void {
    this.#waiting.add(query.queryHash)
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS)
  }

  /** What is known of a query was read from the device, where it lies as the server gave it at `saidAt`. */
  wasRead(query: Query, { data, said }: Known<unknown>, saidAt: number): void {
    this.#kept.set(query, { data, etag: said?.etag, saidAt })
  }

  forget(query: Query): void {
    this.#waiting.delete(query.queryHash)
    this.#kept.delete(query)
  }

  /** Writes what waits; resolves when that is through, and what was being written before. */
  flush(): Promise<void> {
    this.#flushed = Promise.all([this.#flushed, this.#write()]).then(() => undefined)
    return this.#flushed
  }

  /** Stops without writing. */
  close(): void {
    clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const queries = [...this.#waiting].flatMap((hash) => this.#ports.cache.get(hash) ?? [])
    this.#waiting.clear()
    const same = queries.filter((query) => this.#isOnDevice(query))
    const others = queries.filter((query) => !same.includes(query))
    const [noMore] = await Promise.all([this.#confirm(same), this.#put(others)])
    await this.#put(same.filter(({ queryHash }) => noMore.includes(queryHash)))
  }

  /** Whether a query shows what the device has, but for its age. */
  #isOnDevice(query: Query): boolean {
    const [kept, known] = [this.#kept.get(query), knownOf(query)]
    return kept !== undefined && kept.data === known?.data && kept.etag === known?.said?.etag
  }

  /** Notes the age of what the device has already. Answers the hashes of which it has something else by now, or nothing. */
  async #confirm(queries: readonly Query[]): Promise<readonly string[]> {
    if (queries.length === 0) return []
    const confirmed = queries.flatMap((query) => {
      const [kept, known] = [this.#kept.get(query), knownOf(query)]
      return kept && known ? [{ hash: query.queryHash, saidAt: kept.saidAt, asOf: known.asOf }] : []
    })
    const noMore = await this.#store.confirm(confirmed)
    this.#tell(confirmed.map(({ hash }) => hash).filter((hash) => !noMore.includes(hash)))
    return noMore
  }

  async #put(queries: readonly Query[]): Promise<void> {
    const written = queries.flatMap((query) => this.#answerOf(query))
    const answers = written.map(({ answer }) => answer)
    if (answers.length === 0 || !(await this.#store.put(answers)) || this.#store.isClosed) return
    for (const { query, known } of written) this.wasRead(query, known, known.asOf)
    this.#tell(answers.map(({ hash }) => hash))
    this.#written += answers.length
    if (this.#written >= WRITES_PER_BUDGET) {
      this.#written = 0
      await this.#store.keepBudget()
    }
  }

  #tell(hashes: readonly string[]): void {
    if (hashes.length > 0 && !this.#store.isClosed) this.#ports.tellOthers(hashes)
  }

  #answerOf(query: Query) {
    const { stored, needs } = query.meta ?? {}
    const known = knownOf(query)
    if (!stored || known === null) return []
    const { data, asOf, said } = known
    // A part of what the server said has no tag.
    const tag = said && stored.isWhole?.(data) !== false ? { etag: keptTag(said.etag) } : {}
    const json = JSON.stringify(stored.pack(data))
    const answer: StoredAnswer = { hash: query.queryHash, asOf, json, ...tag, ...(needs && { needs }) }
    return [{ query, known, answer }]
  }
}
