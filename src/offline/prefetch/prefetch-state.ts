import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { observed } from '#src/session/observed.ts'

/** What is fetched ahead, so that views that were never opened are there without a network too. */
export interface PrefetchState {
  /** Parts that are being fetched just now, and how many of them are through; 0 at rest. */
  readonly total: number
  readonly done: number
  /** Within a part that is a long list: rows that are through, of how many; null in others. */
  readonly rows: { readonly done: number; readonly of: number } | null
  /** When the server gave the oldest part of what is kept, in milliseconds since 1970; null while not all of it is. */
  readonly finishedAt: number | null
  /** About how many bytes the device keeps for this person, whatever they are of; null before that was looked at. */
  readonly size: number | null
  /** Not all of it is kept, since the space for it is used up. */
  readonly isFull: boolean
}

/** Which of them are fetched: those that may be old (`due`), these whatever their age, or all because the person says so. */
export type PrefetchRequest = 'due' | 'all' | ((query: { readonly queryKey: QueryKey }) => boolean)

export const nothingPrefetched: PrefetchState = {
  total: 0,
  done: 0,
  rows: null,
  finishedAt: null,
  size: null,
  isFull: false,
}
const progress = observed<PrefetchState>(nothingPrefetched)
let queriesOf: () => readonly AnyQuery[] | Promise<readonly AnyQuery[]> = () => []

export const prefetchState = { get: progress.get, set: progress.set, subscribe: progress.subscribe }

export function usePrefetchState(): PrefetchState {
  return useSyncExternalStore(prefetchState.subscribe, prefetchState.get)
}

/** Says what belongs to the yard set; asked anew each time, since "this week" moves on, and only when it is fetched. */
export function setPrefetchQueries(queries: () => readonly AnyQuery[] | Promise<readonly AnyQuery[]>): void {
  queriesOf = queries
}
export function prefetchQueries(): Promise<readonly AnyQuery[]> {
  return Promise.resolve(queriesOf())
}
