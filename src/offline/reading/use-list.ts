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
  /** What is shown is of the order or filter before; the one that is asked for is on its way. */
  readonly isFormer: boolean
  /** The rows loaded so far with waiting changes laid over; empty unless the state is `ready`. */
  readonly rows: readonly Row[]
  /** Of the whole list; 0 unless the state is `ready`. */
  readonly count: number
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** Why the next page did not come; null after one that did. */
  readonly moreProblem: ApiError | null
  readonly loadMore: () => void
  /** Reads what the device keeps of it into memory: another order or filter will be asked for in a moment. */
  readonly readAhead: () => void
}

interface NextPageState {
  readonly isBusy: boolean
  readonly problem: ApiError | null
  /** The list whose next page was asked for. */
  readonly of: AnyQuery
}

const NONE: readonly never[] = []

/**
 * Reads a list that grows by pages: from memory, from this device, from the server; whatever is there first is shown.
 * `keepsFormer`: for lists that differ in order or filter alone; the rows of the one before stand until there are others.
 * Unless `isWanted`, only what is in memory is shown.
 */
export function useList<Row extends object>(
  declared: ListQuery<Row>,
  { keepsFormer = false, isWanted = true } = {},
): ReadList<Row> {
  const query = useSameQuery(declared)
  const { known, ...reading } = useReading(isWanted ? query.options : { ...query.options, enabled: false }, keepsFormer)
  const fold = useFold()
  const view = useMemo(
    () => (known === undefined ? null : listView(query, known.data, fold, known.asOf)),
    [known, fold, query],
  )
  const [asked, setAsked] = useState<NextPageState>({ ...idle, of: query })
  const load = useCallback(() => {
    const now = (next: Omit<NextPageState, 'of'>) => setAsked({ ...next, of: query })
    now(busy)
    loadMore(query).then(
      () => now(idle),
      (error: unknown) => now({ isBusy: false, problem: error instanceof ApiError ? error : null }),
    )
  }, [query])
  const prepare = useCallback(() => {
    // What can't be read ahead is read when it is needed.
    readIntoMemory(query.partOf ?? query).catch(() => undefined)
  }, [query])
  // Another order or filter is another list: what became of the former one's pages is nothing to it.
  const more = asked.of === query ? asked : idle
  return {
    ...reading,
    rows: view?.rows ?? NONE,
    count: view?.count ?? 0,
    hasMore: !reading.isFormer && (known?.data.next ?? null) !== null,
    isLoadingMore: more.isBusy,
    moreProblem: more.problem,
    loadMore: load,
    readAhead: prepare,
  }
}

const idle = { isBusy: false, problem: null } as const
const busy = { isBusy: true, problem: null } as const
