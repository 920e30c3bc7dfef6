import { useCallback, useMemo, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { useFold } from '#src/offline/fold/use-fold.ts'
import type { AnyQuery } from './declared-query.ts'
import { readIntoMemory } from './derived-list.ts'
import type { ListQuery } from './list-query.ts'
import { listView } from './list-view.ts'
import { loadMore } from './load-more.ts'
import { type Reading, useReading, useSameQuery } from './use-reading.ts'

export interface ReadList<Row> extends Reading {
  /** The rows on screen have the previous sort order or filter; the requested ones are loading. */
  readonly isFormer: boolean
  /** The loaded rows with the waiting changes applied; empty unless the state is `ready`. */
  readonly rows: readonly Row[]
  /** Rows of the whole list; 0 unless the state is `ready`. */
  readonly count: number
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** Why the next page failed; null after a success. */
  readonly moreProblem: ApiError | null
  readonly loadMore: () => void
  /** Reads the stored list into memory, when the user is about to choose another sort order or filter. */
  readonly readAhead: () => void
}

interface NextPageState {
  readonly isBusy: boolean
  readonly problem: ApiError | null
  /** The list whose next page was requested. */
  readonly of: AnyQuery
}

const NONE: readonly never[] = []

/**
 * Reads a list page by page from memory, this device or the server, whichever has it first. `keepsFormer`: for lists
 * that differ only in sort order or filter; the previous rows stay until the new ones arrive. Unless `isWanted`, only
 * rows in memory are shown.
 */
export function useList<Row extends object>(
  declared: ListQuery<Row>,
  { keepsFormer = false, isWanted = true } = {},
): ReadList<Row> {
  const query = useSameQuery(declared)
  const { known, ...reading } = useReading(isWanted ? query.options : { ...query.options, enabled: false }, keepsFormer)
  const fold = useFold(known?.asOf)
  const view = useMemo(
    () => (known === undefined ? null : listView(query, known.data, fold, known.asOf)),
    [known, fold, query],
  )
  const [nextPage, setNextPage] = useState<NextPageState>({ ...idle, of: query })
  const load = useCallback(() => {
    const update = (state: Omit<NextPageState, 'of'>) => setNextPage({ ...state, of: query })
    update(busy)
    loadMore(query).then(
      () => update(idle),
      (error: unknown) => update({ isBusy: false, problem: error instanceof ApiError ? error : null }),
    )
  }, [query])
  const readAhead = useCallback(() => {
    // On an error, it is read when it is needed.
    readIntoMemory(query.partOf ?? query).catch(() => undefined)
  }, [query])
  // Another sort order or filter is another list, so the previous list's state does not apply.
  const more = nextPage.of === query ? nextPage : idle
  return {
    ...reading,
    rows: view?.rows ?? NONE,
    count: view?.count ?? 0,
    hasMore: !reading.isFormer && (known?.data.next ?? null) !== null,
    isLoadingMore: more.isBusy,
    moreProblem: more.problem,
    loadMore: load,
    readAhead,
  }
}

const idle = { isBusy: false, problem: null } as const
const busy = { isBusy: true, problem: null } as const
