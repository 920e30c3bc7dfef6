import type { Query, QueryClient } from '@tanstack/react-query'
import { type ChangeRows, changeRows } from '#contract/wire/change-rows.ts'
import { FRESH_MS } from '#src/offline/query-storage/query-client.ts'
import { queryDataOf, type SyncRules } from '#src/offline/reading/query-data.ts'
import { showsAny } from '#src/offline/reading/shows-any.ts'
import { Coverage } from './coverage.ts'
import { ListRows, type ListRowsPorts } from './list-rows.ts'
import { includesAll, type LiveChange } from './live-changes.ts'
import { concernsRows, type Notice, noticeOfAll } from './notice.ts'

interface RefreshPorts extends Pick<ListRowsPorts, 'after' | 'now' | 'whenStored'> {
  readonly client: QueryClient
  /** Whether this tab is visible. A hidden tab catches up when it is shown. */
  readonly isVisible: () => boolean
  /** Whether an entry of this device is being sent that refetches this query once it is settled. */
  readonly willBeRefetched: (query: Query) => boolean
}

/** Notices within this time share one refetch. By then the refetch after one's own change has usually started. */
const GATHER_MS = 250
/**
 * The longest wait for the refetch of this device's own entry, which may be slow, so that colleagues' changes show too.
 */
const MAX_OWN_CHANGE_WAIT_MS = 2_000
/** The minimum time between two refetches of a query: fixed, and as a multiple of the last refetch's duration. */
const MIN_INTERVAL_MS = 1_000
const INTERVAL_FACTOR = 5
const MAX_COMPARED = 50
const MAX_NOTICES = 100

/** Notices for one query, combined. `at`: time of the latest one; `since`: time of the first one. */
interface PendingNotice extends Omit<Notice, 'rows' | 'isPartial'> {
  readonly since: number
}

/** Whether a notice may be about a list. */
const mayConcern = ({ meta }: Query, synced: SyncRules, { changes, rows }: Notice): boolean =>
  rows === null ? (changes?.some(({ area }) => showsAny(meta?.areas, [area])) ?? true) : concernsRows(synced, rows)

/**
 * Keeps queries in memory up to date when the server reports a change. Lists whose changed rows it sends get these rows.
 * All others become stale: those on screen are refetched now, those off screen when they are shown. A query is fresh
 * again after any fetch that started after the notice, or as soon as its data has the reported versions, so that one's
 * own change is not fetched twice.
 */
export class LiveRefresh {
  readonly #ports: RefreshPorts
  /** Stale queries, by query hash, with the notices that no fetch has covered yet. */
  readonly #stale = new Map<string, PendingNotice>()
  /** Recent notices, because a response stored before a notice may be shown after it. */
  #notices: readonly Notice[] = []
  readonly #coverage = new Coverage()
  /** The highest order of rows so far. */
  #order = 0
  readonly #notBefore = new WeakMap<Query, number>()
  readonly #unsubscribe: () => void
  /** When the next check is due, by `now`. */
  #nextAt = Number.POSITIVE_INFINITY
  #isStopped = false
  readonly #rows: ListRows

  constructor(ports: RefreshPorts) {
    this.#ports = ports
    this.#rows = new ListRows({
      ...ports,
      isStopped: () => this.#isStopped,
      hasAllChanges: (query) => this.#coverage.hasAllChanges(query),
      refetch: (query, at) => {
        this.#markStale(query, noticeOfAll(at))
        this.#schedule(GATHER_MS)
      },
    })
    this.#unsubscribe = ports.client.getQueryCache().subscribe((event) => {
      if (event.type === 'removed') this.#stale.delete(event.query.queryHash)
      if (event.type !== 'updated' || this.#rows.isApplying) return
      if (event.action.type === 'fetch') this.#coverage.noteFetch(event.query, ports.now())
      if (event.action.type === 'success') this.#onFetched(event.query)
    })
  }

  /** Sets the time after which every change is reported. Older data may have missed a change. */
  setCoveredFrom(at: number): void {
    this.#coverage.from = at
  }

  /**
   * Reports changed records: queries of their areas become stale. With null, all queries with areas do. `rows`,
   * `isPartial`: see `Notice`.
   */
  noteChanges(changes: readonly LiveChange[] | null, rows: Notice['rows'] = null, isPartial = false): void {
    const notice = { at: this.#ports.now(), changes, rows, isPartial }
    const notices = [...this.#noticesAfter(Math.min(notice.at - FRESH_MS, this.#oldestFetch() - 1)), notice]
    this.#notices = notices.length > MAX_NOTICES ? [noticeOfAll(notice.at)] : notices
    for (const query of this.#ports.client.getQueryCache().getAll()) this.#take(query, notice)
    this.#schedule(GATHER_MS)
  }

  /** Notes the order of rows of the event stream. Returns whether they are the latest, so that none newer were applied. */
  noteOrder(order: number): boolean {
    const isLatest = order >= this.#order
    this.#order = Math.max(this.#order, order)
    return isLatest
  }

  /**
   * Applies the rows of the user's own change, unless later rows of the stream are applied already: they may be newer.
   * Returns whether the lists have the change then.
   */
  takeOwnRows(received: unknown): boolean {
    const { data } = changeRows.safeParse(received)
    if (!data?.lists) return false
    const { changes, order, lists } = data
    if (order <= this.#order) {
      const areKnown = changes.length > 0 ? changes.every((change) => this.#isKnown(change)) : lists.length === 0
      return areKnown && !this.#lacksRows()
    }
    this.#order = order
    // All other queries are refetched when the change is settled.
    this.noteChanges([], new Map(lists.map((one) => [one.list, one])), true)
    return !this.#lacksRows()
  }

  /** Whether a list on screen could not take changed rows and waits to be fetched. */
  #lacksRows(): boolean {
    const lists = this.#ports.client.getQueryCache().findAll({ type: 'active' })
    return lists.some(({ meta, queryHash }) => meta?.synced !== undefined && this.#stale.has(queryHash))
  }

  /** Whether the stream sent a change, or a later one of the same record. */
  #isKnown({ area, id, version }: ChangeRows['changes'][number]): boolean {
    const isSame = (one: LiveChange) => one.area === area && one.id === id && one.version >= version
    return this.#notices.some(({ changes, rows }) => rows !== null && changes?.some(isSame))
  }

  /** When the longest running fetch of a list with rows began: its response needs the notices since then. */
  #oldestFetch(): number {
    const fetching = this.#ports.client.getQueryCache().findAll({ fetchStatus: 'fetching' })
    const started = fetching.map((query) => this.#coverage.fetchStartedAt(query) ?? Number.POSITIVE_INFINITY)
    return Math.min(Number.POSITIVE_INFINITY, ...started)
  }

  #noticesAfter(time: number): readonly Notice[] {
    return this.#notices.filter(({ at }) => at > time)
  }

  /** Applies a notice to a query: its rows if possible. Otherwise the query becomes stale. */
  #take(query: Query, notice: Notice): void {
    const { synced } = query.meta ?? {}
    if (synced !== undefined && !notice.isPartial && mayConcern(query, synced, notice))
      this.#rows.countAgain(query, synced)
    if (notice.rows === null || synced === undefined) this.#markStale(query, notice)
    else if (!this.#rows.apply(query, synced, notice)) this.#markStale(query, { ...notice, changes: null })
  }

  #markStale(query: Query, { at, changes }: Notice): void {
    const { areas } = query.meta ?? {}
    const relevant = changes?.filter(({ area }) => showsAny(areas, [area])) ?? null
    if (!areas || relevant?.length === 0 || (relevant && includesAll(query, relevant))) return
    const previous = this.#stale.get(query.queryHash)
    const combined =
      relevant === null || previous?.changes === null ? null : [...(previous?.changes ?? []), ...relevant]
    const compared = combined && combined.length <= MAX_COMPARED ? combined : null
    this.#stale.set(query.queryHash, { at, since: previous?.since ?? at, changes: compared })
    query.invalidate()
  }

  /** A stored response is shown: marks it stale if notices are newer than the response. */
  #checkStored(query: Query, asOf: number): void {
    if (asOf < this.#coverage.from) this.#markStale(query, noticeOfAll(this.#coverage.from))
    for (const notice of this.#noticesAfter(Math.max(asOf, this.#ports.now() - FRESH_MS))) this.#take(query, notice)
  }

  /** Refetches what became stale while the tab was hidden. */
  catchUp(): void {
    this.#schedule(GATHER_MS)
  }

  stop(): void {
    this.#isStopped = true
    this.#unsubscribe()
    this.#stale.clear()
  }

  #schedule(milliseconds: number): void {
    const at = this.#ports.now() + milliseconds
    if (this.#isStopped || this.#stale.size === 0 || at >= this.#nextAt) return
    this.#nextAt = at
    this.#ports.after(milliseconds, () => {
      if (this.#nextAt === at) this.#nextAt = Number.POSITIVE_INFINITY
      if (!this.#isStopped && this.#ports.isVisible()) this.#refetchVisible()
    })
  }

  #refetchVisible(): void {
    const { client, now } = this.#ports
    let shortestWait = Number.POSITIVE_INFINITY
    for (const [hash, { since }] of this.#stale) {
      const query = client.getQueryCache().get(hash)
      // A query that is being fetched is checked again when the response arrives.
      if (!query?.isActive() || query.state.fetchStatus !== 'idle') continue
      const mustWait = since + MAX_OWN_CHANGE_WAIT_MS > now() && this.#ports.willBeRefetched(query)
      const wait = mustWait ? GATHER_MS : (this.#notBefore.get(query) ?? 0) - now()
      if (wait <= 0) this.#refetch(query)
      else shortestWait = Math.min(shortestWait, wait)
    }
    if (shortestWait < Number.POSITIVE_INFINITY) this.#schedule(shortestWait)
  }

  #refetch(query: Query): void {
    const startedAt = this.#ports.now()
    this.#notBefore.set(query, startedAt + MIN_INTERVAL_MS)
    const filter = { predicate: (one: Query) => one === query }
    // After a failure the query stays stale and is refetched with the next notice.
    void this.#ports.client.refetchQueries(filter, { cancelRefetch: false }).then(() => {
      const durationMs = this.#ports.now() - startedAt
      this.#notBefore.set(query, startedAt + Math.max(MIN_INTERVAL_MS, durationMs * INTERVAL_FACTOR))
    })
  }

  /** Applies the rows that arrived during a fetch: the server may have read its response before. */
  #applyMissedRows(query: Query): void {
    const known = queryDataOf(query)
    if (query.meta?.synced === undefined || known === null) return
    const since = known.source === 'cache' ? known.asOf : (this.#coverage.fetchStartedAt(query) ?? known.asOf)
    // Rows that arrived in the same millisecond, too. Notices without rows may have replaced several with rows.
    for (const notice of this.#noticesAfter(since - 1))
      if (notice.rows !== null || (notice.changes === null && known.source === 'network')) this.#take(query, notice)
  }

  #onFetched(query: Query): void {
    const known = queryDataOf(query)
    this.#rows.noteFetched(query)
    this.#applyMissedRows(query)
    // Only at its first display: if an old copy is all that can be fetched, it must not be refetched in a loop.
    if (known?.source === 'cache' && query.state.dataUpdateCount === 1) this.#checkStored(query, known.asOf)
    const pending = this.#stale.get(query.queryHash)
    if (pending === undefined) return
    // Data from a cache or another tab carries its own age.
    const asOf = known?.source === 'cache' ? known.asOf : (this.#coverage.fetchStartedAt(query) ?? 0)
    if (asOf >= pending.at || (pending.changes && includesAll(query, pending.changes)))
      this.#stale.delete(query.queryHash)
    else {
      query.invalidate()
      this.#schedule(GATHER_MS)
    }
  }
}
