import type { Query, QueryClient, QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import type { Access } from '#contract/wire/access.ts'
import { type QueryData, queryDataOf, type StorageRules } from '#src/offline/reading/query-data.ts'
import { isRefusal } from '#src/offline/reading/reading-state.ts'
import { storedTag, usableTag } from '#src/offline/reading/revalidate.ts'
import { observableValue } from '#src/session/observable-value.ts'
import type { RequiredAccess } from '../required-access.ts'
import type { QueryStore, StoredAnswer } from './query-store.ts'

interface PersisterPorts {
  readonly client: QueryClient
  /** Whether the person, as known now, has a permission. */
  readonly isAllowed: (access: Access) => boolean
  /** Tells this person's other tabs which queries have changed on disk. */
  readonly notifyTabs: (hashes: readonly string[]) => void
}

const WRITE_AFTER_MS = 250
/** The budget is looked at once in so many written answers. */
const WRITES_PER_BUDGET = 50

/** The hashes of queries that were looked for on the device and are not there. */
const missing = observableValue<ReadonlySet<string>>(new Set())

export const missingQueries = { get: missing.get, subscribe: missing.subscribe }

/** What a query's answer is called on the device. */
const storedNameOf = ({ meta, queryHash }: Query) => meta?.stored?.name ?? queryHash

/** Keeps one person's answers on disk as they come in, and hands them out again. */
export class QueryPersister {
  readonly #store: QueryStore
  readonly #ports: PersisterPorts
  readonly #waiting = new Set<string>()
  /** True while data that came from disk is handed to the cache: it need not be written back. */
  #isRestoring = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushed: Promise<void> = Promise.resolve()
  #written = 0
  readonly #stopListening: () => void

  constructor(store: QueryStore, ports: PersisterPorts) {
    this.#store = store
    this.#ports = ports
    missing.set(new Set())
    this.#stopListening = ports.client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') this.#scheduleWrite(event.query)
    })
  }

  get userId(): string {
    return this.#store.userId
  }

  /** What is kept of a query, given to the cache if nothing is there; true when the cache then has data. */
  async warm(query: Query): Promise<boolean> {
    if (query.state.data !== undefined) return true
    const known = await this.#read(query)
    if (query.state.data !== undefined) return true
    if (known === null) {
      missing.set(new Set(missing.get()).add(query.queryHash))
      return false
    }
    this.#restore(query, known)
    return true
  }

  /** Another tab has written these: those on screen here are read again. */
  async reread(hashes: readonly string[]): Promise<void> {
    const cache = this.#ports.client.getQueryCache()
    await Promise.all(
      hashes.map(async (hash) => {
        const query = cache.get(hash)
        if (!query || query.getObserversCount() === 0) return
        const known = await this.#read(query)
        if (known === null || known.asOf <= (queryDataOf(query)?.asOf ?? 0)) return
        this.#restore(query, known)
      }),
    )
  }

  /** A record that is no query's own, its content as it was put in; null when it is not there. */
  async readAnswer(hash: string): Promise<{ readonly json: unknown; readonly asOf: number } | null> {
    const answer = await this.#find(hash)
    return answer && { json: parsed(answer.json), asOf: answer.asOf }
  }
  /** Answers false, and does nothing, when the person may not see one of the answers; see `QueryStore`. */
  async exchange(
    answers: readonly StoredAnswer[],
    dropped: readonly string[],
    used: readonly string[] = [],
  ): Promise<boolean> {
    return answers.every((answer) => this.#maySee(answer)) && this.#store.exchange(answers, dropped, used)
  }
  agesOf(hashes: readonly string[]): Promise<readonly (number | null)[]> {
    return this.#store.agesOf(hashes)
  }
  storageUse(): ReturnType<QueryStore['storageUse']> {
    return this.#store.storageUse()
  }

  /** Forgets one query for good: the server says that this person may not, or no longer can, see it. */
  async forget(query: Query): Promise<void> {
    this.#waiting.delete(query.queryHash)
    await this.#store.remove(storedNameOf(query))
    if (current === this) await query.meta?.stored?.forgetCopies?.()
  }

  /** Forgets all answers of whose needs `isGone` says so, also those that nothing on this page has asked for. */
  async forgetLost(isGone: (needs: RequiredAccess | undefined) => boolean): Promise<void> {
    await this.#store.removeWhere(isGone)
  }

  /**
   * Writes what waits; resolves when that is through, and what was being written before. Called by itself 250 ms after a
   * change; call it when the page is about to go.
   */
  flush(): Promise<void> {
    this.#flushed = Promise.all([this.#flushed, this.#write()]).then(() => undefined)
    return this.#flushed
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const answers = [...this.#waiting].flatMap((hash) => this.#answerOf(hash))
    this.#waiting.clear()
    if (answers.length === 0 || !(await this.#store.put(answers)) || this.#store.isClosed) return
    this.#ports.notifyTabs(answers.map(({ hash }) => hash))
    this.#written += answers.length
    if (this.#written >= WRITES_PER_BUDGET) {
      this.#written = 0
      await this.#store.keepBudget()
    }
  }

  /** Stops without writing: what waits belongs to somebody who is leaving. */
  close(): void {
    clearTimeout(this.#timer)
    this.#stopListening()
    this.#waiting.clear()
    this.#store.close()
    missing.set(new Set())
  }

  #scheduleWrite(query: Query): void {
    const { stored } = query.meta ?? {}
    if (this.#isRestoring || !stored || stored.isTransient || queryDataOf(query)?.isDerived) return
    this.#waiting.add(query.queryHash)
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS)
  }

  #restore(query: Query, known: QueryData<unknown>): void {
    this.#isRestoring = true
    // An age that lies ahead comes of a clock that was wrong: it must not pass for fresh until that day has come.
    query.setData(known, { updatedAt: known.asOf > Date.now() ? 0 : known.asOf, manual: true })
    this.#isRestoring = false
  }

  #answerOf(hash: string) {
    const query = this.#ports.client.getQueryCache().get(hash)
    const known = query ? queryDataOf(query) : null
    if (!query?.meta?.stored || known === null) return []
    const { stored, needs } = query.meta
    const { data, asOf, lastResponse: said } = known
    // A part of what the server said has no tag.
    const tag = said && stored.isWhole?.(data) !== false ? { etag: storedTag(said.etag) } : {}
    return [
      { hash: storedNameOf(query), asOf, json: JSON.stringify(stored.pack(data)), ...tag, ...(needs && { needs }) },
    ]
  }

  #maySee({ needs }: StoredAnswer): boolean {
    return needs === undefined || this.#ports.isAllowed(needs.access)
  }

  /** What lies there still, but is not for the person any more, is not found. */
  async #find(hash: string): Promise<StoredAnswer | null> {
    const answer = await this.#store.find(hash)
    return answer !== null && this.#maySee(answer) ? answer : null
  }

  async #read(query: Query): Promise<QueryData<unknown> | null> {
    const { stored } = query.meta ?? {}
    if (!stored) return null
    const own = await this.#readOwn(query, stored)
    const other = (await stored.newerCopy?.(own?.asOf ?? Number.NEGATIVE_INFINITY)) ?? null
    return other && own?.lastResponse ? { ...other, lastResponse: own.lastResponse } : (other ?? own)
  }

  async #readOwn(query: Query, stored: StorageRules): Promise<QueryData<unknown> | null> {
    const answer = await this.#find(storedNameOf(query))
    if (answer === null) return null
    const data = stored.unpack(parsed(answer.json))
    if (data === null) {
      // Under a name of several it may be another's.
      if (stored.name === undefined) await this.#store.remove(query.queryHash)
      return null
    }
    const etag = usableTag(answer.etag)
    const said = etag === undefined ? {} : { lastResponse: { data, etag } }
    return { data, asOf: answer.asOf, source: 'cache', ...said }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

let current: QueryPersister | null = null

/** The keeper of the signed-in person; null while nobody is. */
export function currentPersister(): QueryPersister | null {
  return current
}
export function setPersister(next: QueryPersister | null): void {
  current = next
}

/**
 * Query's persister option: shows what the device keeps while the network is asked. An answer that was asked for as one
 * person never reaches the memory of the next one.
 */
export async function persister<T>(ask: QueryFunction<T>, context: QueryFunctionContext, query: Query): Promise<T> {
  const own = current
  if (own !== null) await own.warm(query)
  try {
    const answer = await ask(context)
    if (own !== current) throw new DOMException('The person has changed.', 'AbortError')
    return answer
  } catch (error) {
    if (own !== null && isRefusal(error)) await own.forget(query)
    throw error
  }
}
