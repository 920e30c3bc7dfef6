import { useSyncExternalStore } from 'react'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { observableValue } from '#src/session/observable-value.ts'
import type { PrefetchQuery } from './prefetch-list.ts'

/** Progress and state of the prefetch set, which makes pages that were never opened work offline. */
export interface PrefetchState {
  /** Number of queries in the current pass, and how many of them are done; both 0 when nothing is fetched. */
  readonly total: number
  readonly done: number
  /** Within a long list: number of rows fetched and of all rows; null for other queries. */
  readonly rows: { readonly done: number; readonly of: number } | null
  /** When the server sent the set's oldest response, in milliseconds since 1970; null while the set is incomplete. */
  readonly finishedAt: number | null
  /** The same for the queries that people need for their work now (`isFirst`). */
  readonly workSince: number | null
  /** Approximate bytes stored for this user, prefetched or not; null before the first check. */
  readonly size: number | null
  /** The set is incomplete because its storage limit is reached. */
  readonly isFull: boolean
}

/**
 * Queries to fetch: those that may be old (`due`), all because the user requested it (`all`), or those that the
 * function accepts, whatever their age.
 */
export type PrefetchRequest = 'due' | 'all' | ((query: Pick<AnyQuery, 'areas'>) => boolean)

export const nothingPrefetched: PrefetchState = {
  total: 0,
  done: 0,
  rows: null,
  finishedAt: null,
  workSince: null,
  size: null,
  isFull: false,
}
const state = observableValue<PrefetchState>(nothingPrefetched)
type ListQueries = () => readonly PrefetchQuery[] | Promise<readonly PrefetchQuery[]>
let listQueries: ListQueries = () => []

export const prefetchState = { get: state.get, set: state.set, subscribe: state.subscribe }

export function usePrefetchState(): PrefetchState {
  return useSyncExternalStore(prefetchState.subscribe, prefetchState.get)
}

/** Sets the function that returns the prefetch set. Each pass calls it, because "this week" moves with the calendar. */
export function setPrefetchQueries(queries: ListQueries): void {
  listQueries = queries
}
export function prefetchQueries(): Promise<readonly PrefetchQuery[]> {
  return Promise.resolve(listQueries())
}
