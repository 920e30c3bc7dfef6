import { hashKey, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import { probeNow, useOnline } from './connectivity.ts'
import { type Known, missingQueries } from './query-keeper.ts'
import { problemOf, type ReadingState, readingState } from './reading-state.ts'
import type { AnyQuery, RecordQuery } from './resource-query.ts'

/** What all reads tell a screen, whatever they read. */
export interface Reading {
  readonly state: ReadingState
  /** When the server said what is shown, in milliseconds since 1970; null while nothing is. */
  readonly updatedAt: number | null
  readonly source: 'network' | 'cache' | null
  readonly isRefreshing: boolean
  /** Why the last try failed; null after one that did not. Data that was there before is still shown. */
  readonly problem: ApiError | null
  /** Tries again, also when the server was thought to be out of reach. */
  readonly refetch: () => Promise<void>
}

/** Watches one query; `known` is undefined unless the state is `ready`. */
export function useReading<Data>(
  options: RecordQuery<Data>['options'],
): Reading & { readonly known: Known<Data> | undefined } {
  const { data, error, isFetching, refetch } = useQuery(options)
  const { online } = useOnline()
  const missing = useSyncExternalStore(missingQueries.subscribe, missingQueries.get)
  const isMissing = missing.has(hashKey(options.queryKey))
  const state = readingState({ hasData: data !== undefined, error, isOnline: online, isMissing })
  const known = state === 'ready' ? data : undefined
  const again = useCallback(async () => {
    if (await probeNow()) await refetch()
  }, [refetch])
  return {
    state,
    known,
    updatedAt: known?.asOf ?? null,
    source: known?.source ?? null,
    isRefreshing: isFetching,
    problem: problemOf(error),
    refetch: again,
  }
}

/** One identity for all declarations of the same query: pages declare theirs anew at each render. */
export function useSameQuery<Q extends AnyQuery>(query: Q): Q {
  const hash = hashKey(query.queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that a query depends on.
  return useMemo(() => query, [hash])
}
