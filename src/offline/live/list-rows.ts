import type { Query, QueryKey } from '@tanstack/react-query'
import { withTimeout } from '#src/browser/with-timeout.ts'
import type { ListData } from '#src/offline/reading/list-pages.ts'
import { type QueryData, queryDataOf, type SyncRules } from '#src/offline/reading/query-data.ts'
import { type Notice, withNotice } from './notice.ts'

export interface ListRowsPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Runs `work` after a delay. */
  readonly after: (milliseconds: number, work: () => void) => void
  /** Resolves when the rows of a list that arrived so far are stored. False when this tab does not store them. */
  readonly whenStored: (list: QueryKey) => Promise<boolean>
  /** Whether a list in memory has all changes of the server from before now. */
  readonly hasAllChanges: (query: Query) => boolean
  /** Has a list refetched that lacks a change from `at`. */
  readonly refetch: (query: Query, at: number) => void
  readonly isStopped: () => boolean
}

/** Notices within this time share one count. */
const COUNT_AFTER_MS = 250
/** The longest wait for stored rows, from which a list is counted. */
const MAX_STORE_WAIT_MS = 2_000

/** Applies the server's changed rows to lists in memory. */
export class ListRows {
  readonly #ports: ListRowsPorts
  /** The latest count of each list, until the list is fetched: the fetched count is newer. */
  readonly #counts = new WeakMap<Query, { hasBegun: boolean }>()
  /** Lists whose stored copy lacked a row when they were counted: rows of the user's own change come to the screen first. */
  readonly #countedEarly = new WeakSet<Query>()
  /** True while rows are put into the cache. */
  isApplying = false

  constructor(ports: ListRowsPorts) {
    this.#ports = ports
  }

  /** Applies the rows of a notice to a list. False when that is impossible: then it must be fetched. */
  apply(query: Query, synced: SyncRules, notice: Notice): boolean {
    // Only list queries have `synced`.
    const known = queryDataOf(query) as QueryData<ListData<object>> | null
    // The notice is applied to the data when it arrives. A failed first fetch is tried again.
    if (known === null) return query.state.status !== 'error'
    const applied = withNotice(known, synced, notice, !notice.isPartial && this.#ports.hasAllChanges(query))
    if (applied === null) return false
    if (applied.known !== known) this.#setData(query, applied.known)
    if (!applied.isCounted && notice.isPartial) this.#countedEarly.add(query)
    if (!applied.isCounted) this.#recount(query, synced)
    return true
  }

  /** A list was fetched: what was to be counted is older. */
  noteFetched(query: Query): void {
    this.#counts.delete(query)
  }

  /** Counts a list again that was counted early: the stored copy gets the rows by now. */
  countAgain(query: Query, synced: SyncRules): void {
    if (this.#countedEarly.delete(query)) this.#recount(query, synced)
  }

  /** Replaces the data without making the query any fresher: other changes of it may not be fetched yet. */
  #setData(query: Query, data: QueryData<ListData<object>>): void {
    const { isInvalidated, dataUpdatedAt } = query.state
    this.isApplying = true
    query.setData(data, { updatedAt: dataUpdatedAt, manual: true })
    this.isApplying = false
    if (isInvalidated) query.invalidate()
  }

  /** Counts a list once for many notices. See `#count`. */
  #recount(query: Query, synced: SyncRules): void {
    if (this.#counts.get(query)?.hasBegun === false) return
    const count = { hasBegun: false }
    const isLatest = () => this.#counts.get(query) === count && !this.#ports.isStopped()
    this.#counts.set(query, count)
    this.#ports.after(COUNT_AFTER_MS, () => {
      count.hasBegun = true
      if (isLatest()) void this.#count(query, synced, isLatest)
    })
  }

  /** Counts a list in the stored rows, because its loaded rows don't show how many rows it has now; else refetches it. */
  async #count(query: Query, { wholeKey, countStored }: SyncRules, isLatest: () => boolean): Promise<void> {
    const at = this.#ports.now()
    const counted = this.#ports.whenStored(wholeKey()).then((isStored) => (isStored ? countStored() : null))
    const count = await withTimeout(counted, MAX_STORE_WAIT_MS).catch(() => null)
    const known = queryDataOf(query) as QueryData<ListData<object>> | null
    if (!isLatest() || known === null || known.data.next === null) return
    if (count === null) this.#ports.refetch(query, at)
    else if (count !== known.data.count) this.#setData(query, { ...known, data: { ...known.data, count } })
  }
}
