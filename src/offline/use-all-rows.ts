import { useEffect } from 'react'
import type { ListQuery } from './list-query.ts'
import { type ReadList, useList } from './use-list.ts'

/** Reads a list to its end, page after page, for who chooses among all of its rows; `hasMore` until it is there. */
export function useAllRows<Row extends object>(declared: ListQuery<Row>): ReadList<Row> {
  const list = useList(declared)
  const { state, hasMore, isLoadingMore, moreProblem, loadMore } = list
  const isNext = state === 'ready' && hasMore && !isLoadingMore && moreProblem === null
  useEffect(() => {
    if (isNext) loadMore()
  }, [isNext, loadMore])
  return list
}
