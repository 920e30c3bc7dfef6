import { useCallback, useMemo, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { listView } from './list-view.ts'
import { loadMore } from './load-more.ts'
import type { AnyQuery, ListQuery } from './resource-query.ts'
import { useFold } from './use-fold.ts'
import { type Reading, useReading, useSameQuery } from './use-reading.ts'

export interface ReadList<Row> extends Reading {
  /** The rows loaded so far with waiting changes laid over; empty unless the state is `ready`. */
  readonly rows: readonly Row[]
  /** Of the whole list; 0 unless the state is `ready`. */
  readonly count: number
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** Why the next page did not come; null after one that did. */
  readonly moreProblem: ApiError | null
  readonly loadMore: () => void
}

interface More {
  readonly isBusy: boolean
  readonly problem: ApiError | null
  /** The list whose next page was asked for. */
  readonly of: AnyQuery
}

const NONE: readonly never[] = []

/** Reads a list that grows by pages: from memory, from this device, from the server; whatever is there first is shown. */
export function useList<Row extends object>(declared: ListQuery<Row>): ReadList<Row> {
  const query = useSameQuery(declared)
  const { known, ...reading } = useReading(query.options)
  const fold = useFold()
  const view = useMemo(
    () => (known === undefined ? null : listView(query, known.data, fold, known.asOf)),
    [known, fold, query],
  )
  const [asked, setAsked] = useState<More>({ ...idle, of: query })
  const load = useCallback(() => {
    const now = (next: Omit<More, 'of'>) => setAsked({ ...next, of: query })
    now(busy)
    loadMore(query).then(
      () => now(idle),
      (error: unknown) => now({ isBusy: false, problem: error instanceof ApiError ? error : null }),
    )
  }, [query])
  // Another order or filter is another list: what became of the former one's pages is nothing to it.
  const more = asked.of === query ? asked : idle
  return {
    ...reading,
    rows: view?.rows ?? NONE,
    count: view?.count ?? 0,
    hasMore: (known?.data.next ?? null) !== null,
    isLoadingMore: more.isBusy,
    moreProblem: more.problem,
    loadMore: load,
  }
}

const idle = { isBusy: false, problem: null } as const
const busy = { isBusy: true, problem: null } as const
