import { useEffect } from 'react'
import type { ListQuery } from './list-query.ts'
import { type ReadList, useList } from './use-list.ts'

/**
 * Reads a list to its end, page after page, for who chooses among all of its rows; `hasMore` until it is there. While it is
 * not wanted, nothing is asked for.
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
