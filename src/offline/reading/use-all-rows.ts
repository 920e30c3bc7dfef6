import { useEffect } from 'react'
import type { ListQuery } from './list-query.ts'
import { type ReadList, useList } from './use-list.ts'

/**
 * Reads a list to its end, page after page, for pickers that need all rows. `hasMore` is true until all are loaded.
 * Unless `isWanted`, nothing is requested.
 */
export function useAllRows<Row extends object>(declared: ListQuery<Row>, { isWanted = true } = {}): ReadList<Row> {
  const list = useList(declared, { isWanted })
  const { state, hasMore, isLoadingMore, moreProblem, loadMore } = list
  const isNext = isWanted && state === 'ready' && hasMore && !isLoadingMore && moreProblem === null
  useEffect(() => {
    if (isNext) loadMore()
  }, [isNext, loadMore])
  return list
}
