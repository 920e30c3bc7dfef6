import type { Query, QueryClient, QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import type { Access } from '#contract/wire/access.ts'
import { type QueryData, queryDataOf, type StorageRules } from '#src/offline/reading/query-data.ts'
import { isRefusal } from '#src/offline/reading/reading-state.ts'
import { storedTag, usableTag } from '#src/offline/reading/revalidate.ts'
import { observableValue } from '#src/session/observable-value.ts'
import { accessToStore, hasLostPart, type RequiredAccess, type StoredAccess } from '../required-access.ts'
import type { QueryStore, StoredAnswer } from './query-store.ts'

interface PersisterPorts {
  readonly client: QueryClient
  /** Whether the signed-in user has a permission now. */
  readonly isAllowed: (access: Access) => boolean
  /** Tells this user's other tabs which stored answers have changed. */
  readonly notifyTabs: (hashes: readonly string[]) => void
}

/**
 * An answer on the screen is stored soon after its arrival, because a page that closes has no time to seal it. A series
 * of other answers is written together: `WRITE_EVERY_MS` pass between two such writes.
 */
const WRITE_AFTER_MS = 30
const WRITE_EVERY_MS = 250
/** The storage budget is checked after this many written answers. */
const WRITES_PER_BUDGET = 50

/** The hashes of queries that were searched on the device and not found. */
const missing = observableValue<ReadonlySet<string>>(new Set())

export const missingQueries = { get: missing.get, subscribe: missing.subscribe }

/** The name under which a query's answer is stored. */
const storedNameOf = ({ meta, queryHash }: Query) => meta?.stored?.name ?? queryHash

/** Stores one user's answers as they arrive, and restores them to the query cache. */
export class QueryPersister {
  readonly #store: QueryStore
  readonly #ports: PersisterPorts
  readonly #waiting = new Set<string>()
  /** True while stored data is put into the cache, so that it is not written back. */
  #isRestoring = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the timer fires, as `performance.now()` tells. */
  #dueAt = Number.POSITIVE_INFINITY
  #flushed: Promise<void> = Promise.resolve()
  #written = 0
  #lastWrite = Number.NEGATIVE_INFINITY
  #isStopped = false
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

  /** Puts a query's stored data into the cache, unless the cache has data. Returns whether the cache then has data. */
  async warm(query: Query): Promise<boolean> {
    if (query.state.data !== undefined) return true
    const stored = await this.#read(query)
    if (query.state.data !== undefined) return true
    if (stored === null) {
      missing.set(new Set(missing.get()).add(query.queryHash))
      return false
    }
    this.#restore(query, stored)
    return true
  }

  /** Reads answers that another tab has written again, if they are on screen in this tab. */
  async reread(hashes: readonly string[]): Promise<void> {
    const cache = this.#ports.client.getQueryCache()
    await Promise.all(
      hashes.map(async (hash) => {
        const query = cache.get(hash)
        if (!query || query.getObserversCount() === 0) return
        const stored = await this.#read(query)
        if (stored === null || stored.asOf <= (queryDataOf(query)?.asOf ?? 0)) return
        this.#restore(query, stored)
      }),
    )
  }

  /** A stored answer that does not belong to a query, with its original content; null when it is missing. */
  async readAnswer(hash: string): Promise<{ readonly json: unknown; readonly asOf: number } | null> {
    const answer = await this.#find(hash)
    return answer && { json: parsed(answer.json), asOf: answer.asOf }
  }
  /**
   * See `QueryStore.exchange`. Returns false, and does nothing, when the user may not see one of the answers, and after
   * `renewPersister`.
   */
  async exchange(
    answers: readonly StoredAnswer[],
    dropped: readonly string[],
    used: readonly string[] = [],
  ): Promise<boolean> {
    if (this.#isStopped) return false
    const stored = answers.map(({ needs, ...one }) => ({ ...one, ...this.#accessToStore(needs) }))
    return answers.every((answer) => this.#maySee(answer)) && this.#store.exchange(stored, dropped, used)
  }
  agesOf(hashes: readonly string[]): Promise<readonly (number | null)[]> {
    return this.#store.agesOf(hashes)
  }
  storageUse(): ReturnType<QueryStore['storageUse']> {
    return this.#store.storageUse()
  }

  /** Deletes a query's stored answer, because the server refuses it to this user or it no longer exists. */
  async forget(query: Query): Promise<void> {
    this.#waiting.delete(query.queryHash)
    await this.#store.remove(storedNameOf(query))
    if (current === this) await query.meta?.stored?.forgetCopies?.()
  }

  /** Deletes all stored answers that `isGone` accepts, including those that this page never requested. */
  async forgetLost(isGone: (needs: StoredAccess | undefined) => boolean): Promise<void> {
    await this.#store.removeWhere(isGone)
  }

  /**
   * Writes the waiting answers. Resolves when these and earlier writes have ended. Runs on its own soon after
   * an answer. Call it when the page is about to close.
   */
  flush(): Promise<void> {
    this.#flushed = Promise.all([this.#flushed, this.#write()]).then(() => undefined)
    return this.#flushed
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#dueAt = Number.POSITIVE_INFINITY
    const answers = [...this.#waiting].flatMap((hash) => this.#answerOf(hash))
    this.#waiting.clear()
    if (answers.length > 0) this.#lastWrite = performance.now()
    if (answers.length === 0 || !(await this.#store.put(answers)) || this.#store.isClosed) return
    this.#ports.notifyTabs(answers.map(({ hash }) => hash))
    this.#written += answers.length
    if (this.#written >= WRITES_PER_BUDGET) {
      this.#written = 0
      await this.#store.keepBudget()
    }
  }

  /** Stops without writing the waiting answers: their user is signing out. */
  close(): void {
    this.#stop()
    this.#store.close()
    missing.set(new Set())
  }
  /** Stops likewise. Returns a persister over the same storage. */
  renewed(): QueryPersister {
    this.#stop()
    return new QueryPersister(this.#store, this.#ports)
  }
  #stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#stopListening()
    this.#waiting.clear()
  }

  #scheduleWrite(query: Query): void {
    const { stored } = query.meta ?? {}
    if (this.#isRestoring || !stored || stored.isTransient || queryDataOf(query)?.isDerived) return
    this.#waiting.add(query.queryHash)
    const soon = performance.now() + WRITE_AFTER_MS
    const dueAt = query.getObserversCount() > 0 ? soon : Math.max(soon, this.#lastWrite + WRITE_EVERY_MS)
    if (dueAt >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = dueAt
    this.#timer = setTimeout(() => void this.flush(), dueAt - performance.now())
  }

  #restore(query: Query, stored: QueryData<unknown>): void {
    this.#isRestoring = true
    // A time in the future was stored under a wrong clock. The data must not count as fresh until then.
    query.setData(stored, { updatedAt: stored.asOf > Date.now() ? 0 : stored.asOf, manual: true })
    this.#isRestoring = false
  }

  #answerOf(hash: string) {
    const query = this.#ports.client.getQueryCache().get(hash)
    const cached = query ? queryDataOf(query) : null
    if (!query?.meta?.stored || cached === null) return []
    const { stored, needs } = query.meta
    const { data, asOf, lastResponse } = cached
    // The tag is for the whole response. When only a part of it is stored, there is no tag.
    const tag = lastResponse && stored.isWhole?.(data) !== false ? { etag: storedTag(lastResponse.etag) } : {}
    return [
      {
        hash: storedNameOf(query),
        asOf,
        json: JSON.stringify(stored.pack(data)),
        ...tag,
        ...this.#accessToStore(needs),
      },
    ]
  }

  #accessToStore(needs: RequiredAccess | undefined): Pick<StoredAnswer, 'needs'> {
    return needs ? { needs: accessToStore(needs, this.#ports.isAllowed) } : {}
  }
  #maySee({ needs }: StoredAnswer): boolean {
    const { isAllowed } = this.#ports
    return needs === undefined || (isAllowed(needs.access) && !hasLostPart(needs, isAllowed))
  }

  /** A stored answer. Null when it is missing, or when the user may no longer see it. */
  async #find(hash: string): Promise<StoredAnswer | null> {
    const answer = await this.#store.find(hash)
    return answer !== null && this.#maySee(answer) ? answer : null
  }

  async #read(query: Query): Promise<QueryData<unknown> | null> {
    const { stored } = query.meta ?? {}
    if (!stored) return null
    const own = await this.#readOwn(query, stored)
    const newer = (await stored.newerCopy?.(own?.asOf ?? Number.NEGATIVE_INFINITY)) ?? null
    return newer && own?.lastResponse ? { ...newer, lastResponse: own.lastResponse } : (newer ?? own)
  }

  async #readOwn(query: Query, stored: StorageRules): Promise<QueryData<unknown> | null> {
    const answer = await this.#find(storedNameOf(query))
    if (answer === null) return null
    const data = stored.unpack(parsed(answer.json))
    if (data === null) {
      // Under a name that several queries share, the answer may be another query's: it is not deleted.
      if (stored.name === undefined) await this.#store.remove(query.queryHash)
      return null
    }
    const etag = usableTag(answer.etag)
    const tagged = etag === undefined ? {} : { lastResponse: { data, etag } }
    return { data, asOf: answer.asOf, source: 'cache', ...tagged }
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

/** The persister of the signed-in user; null while no one is signed in. */
export function currentPersister(): QueryPersister | null {
  return current
}
export function setPersister(next: QueryPersister | null): void {
  current = next
}
/**
 * From now on nothing is stored that was requested before, as after a change of the user: the rights of the user have
 * changed, and the server may have responded by the former ones.
 */
export function renewPersister(): void {
  current = current?.renewed() ?? null
}

/**
 * TanStack Query's `persister` option: shows stored data during the request. A response requested as one user never
 * enters the cache of the next user.
 */
export async function persister<T>(
  fetchData: QueryFunction<T>,
  context: QueryFunctionContext,
  query: Query,
): Promise<T> {
  const own = current
  if (own !== null) await own.warm(query)
  try {
    const answer = await fetchData(context)
    if (own !== current && own?.userId === current?.userId) return await persister(fetchData, context, query)
    if (own !== current) throw new DOMException('The person has changed.', 'AbortError')
    return answer
  } catch (error) {
    if (own !== null && isRefusal(error)) await own.forget(query)
    throw error
  }
}
