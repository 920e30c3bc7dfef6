import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { missingQueries } from '#src/offline/query-storage/query-persister.ts'
import { probeNow, useOnline } from '../connectivity.ts'
import type { AnyQuery } from './declared-query.ts'
import type { QueryData } from './query-data.ts'
import { problemOf, type ReadingState, readingState, showsFormer } from './reading-state.ts'
import type { RecordQuery } from './record-query.ts'

/** The state of a query on screen. */
export interface Reading {
  readonly state: ReadingState
  /** When the server sent the data on screen, in milliseconds since 1970; null while there is none. */
  readonly updatedAt: number | null
  readonly source: 'network' | 'cache' | null
  readonly isRefreshing: boolean
  /** Why the last request failed; null after a success. Earlier data is still shown. */
  readonly problem: ApiError | null
  /** Refetches, even when the server seemed unreachable. Resolves to the error; null after a success. */
  readonly refetch: () => Promise<ApiError | null>
}

export interface QueryReading<Data> extends Reading {
  /** Undefined unless the state is `ready`. */
  readonly known: QueryData<Data> | undefined
  /** The data on screen belongs to the previous query; this one's data is loading. */
  readonly isFormer: boolean
}

/** Watches one query. `keepsFormer`: shows the previous query's data until this one has data. */
export function useReading<Data>(options: RecordQuery<Data>['options'], keepsFormer = false): QueryReading<Data> {
  const watched = keepsFormer ? { ...options, placeholderData: keepPreviousData } : options
  const query = useQuery(watched)
  const { data: shown, error, errorUpdateCount, isPlaceholderData, refetch } = query
  const data = isPlaceholderData ? undefined : shown
  const { online } = useOnline()
  const hash = hashKey(options.queryKey)
  // Only matters offline: ignored while online, so that the screen does not render again for it while rows load.
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
    // A getter: TanStack Query renders the component on each start and end of a fetch only if it reads `isFetching`.
    get isRefreshing() {
      return query.isFetching
    },
    problem: problemOf(error),
    refetch: again,
  }
}

/** Returns the same object for every declaration of the same query: pages declare their queries in each render. */
export function useSameQuery<Q extends AnyQuery>(query: Q): Q {
  const hash = hashKey(query.queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything that a query depends on.
  return useMemo(() => query, [hash])
}
