import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { missingQueries } from '#src/offline/query-storage/query-persister.ts'
import { probeNow, useOnline } from '../connectivity.ts'
import type { AnyQuery } from './declared-query.ts'
import type { QueryData } from './query-data.ts'
import { problemOf, type ReadingState, readingState, showsFormer } from './reading-state.ts'
import type { RecordQuery } from './record-query.ts'

/** What all reads tell a screen, whatever they read. */
export interface Reading {
  readonly state: ReadingState
  /** When the server said what is shown, in milliseconds since 1970; null while nothing is. */
  readonly updatedAt: number | null
  readonly source: 'network' | 'cache' | null
  readonly isRefreshing: boolean
  /** Why the last try failed; null after one that did not. Data that was there before is still shown. */
  readonly problem: ApiError | null
  /** Tries again, also when the server was thought to be out of reach; answers why that was in vain. */
  readonly refetch: () => Promise<ApiError | null>
}

export interface ReadingOf<Data> extends Reading {
  /** Undefined unless the state is `ready`. */
  readonly known: QueryData<Data> | undefined
  /** What is shown is of the query watched before: this one's own is on its way. */
  readonly isFormer: boolean
}

/** Watches one query. `keepsFormer`: until it has something to show, what the one watched before had stays. */
export function useReading<Data>(options: RecordQuery<Data>['options'], keepsFormer = false): ReadingOf<Data> {
  const watched = keepsFormer ? { ...options, placeholderData: keepPreviousData } : options
  const query = useQuery(watched)
  const { data: shown, error, errorUpdateCount, isPlaceholderData, refetch } = query
  const data = isPlaceholderData ? undefined : shown
  const { online } = useOnline()
  const hash = hashKey(options.queryKey)
  // With a network it changes nothing: a screen is not drawn again for it while its rows are on their way.
  const isMissing = useSyncExternalStore(missingQueries.subscribe, () => !online && missingQueries.get().has(hash))
  const own = readingState({ hasData: data !== undefined, error, isOnline: online, isMissing })
  const isFormer = isPlaceholderData && shown !== undefined && showsFormer(own, errorUpdateCount)
  const state = isFormer ? 'ready' : own
  const known = state === 'ready' ? shown : undefined
  const again = useCallback(async () => {
    if (!(await probeNow())) return new ApiError('network')
    return problemOf((await refetch()).error)
  }, [refetch])
  return {
    state,
    known,
    isFormer,
    updatedAt: known?.asOf ?? null,
    source: known?.source ?? null,
    // Asked for only by who shows it: a screen is not drawn again for each question that is put and answered.
    get isRefreshing() {
      return query.isFetching
    },
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
