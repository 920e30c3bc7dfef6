import type { Query } from '@tanstack/react-query'
import { queryDataOf } from '#src/offline/reading/query-data.ts'

/** Most responses arrive within this time after their request. */
export const MAX_FETCH_MS = 5_000

/** Which data in memory has all changes: what was requested since the event stream reports every change. */
export class Coverage {
  readonly #fetchStartedAt = new WeakMap<Query, number>()
  /** Every change after this time is reported; before the stream begins, none. */
  from = Number.NEGATIVE_INFINITY

  noteFetch(query: Query, at: number): void {
    this.#fetchStartedAt.set(query, at)
  }

  /** When the latest fetch of a query began; undefined if that was before the live updates. */
  fetchStartedAt(query: Query): number | undefined {
    return this.#fetchStartedAt.get(query)
  }

  /** Whether a list has all changes from before now. */
  hasAllChanges(query: Query): boolean {
    const { source, asOf = 0 } = queryDataOf(query) ?? {}
    // Unknown for data from the device, and for responses from before the live updates began.
    const startedAt = source === 'network' ? this.#fetchStartedAt.get(query) : undefined
    return Number.isFinite(this.from) && (startedAt ?? asOf - MAX_FETCH_MS) >= this.from
  }
}
