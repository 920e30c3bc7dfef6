import { MOST_PAGE_SIZE } from '#contract/page.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ListData } from './list-pages.ts'
import { loadMore } from './load-more.ts'
import { queryClient } from './query-client.ts'
import type { Known } from './query-keeper.ts'
import type { AnyQuery, ListQuery } from './resource-query.ts'

/**
 * A list that is got ready to its end, for what a device keeps without being asked: as many rows as are fetched again in
 * one call. Pages that don't come are left to another time.
 */
export function wholeList<Row extends object>(query: ListQuery<Row>): AnyQuery {
  const { access, queryKey } = query
  return { access, queryKey, ready: () => readyToItsEnd(query) }
}

async function readyToItsEnd<Row extends object>(query: ListQuery<Row>): Promise<void> {
  await query.ready()
  for (let loaded = 0; ; ) {
    const list = queryClient.getQueryData<Known<ListData<Row>>>(query.queryKey)?.data
    // A page that brought nothing new would be asked for again and again.
    if (!list || list.next === null || list.rows.length <= loaded || list.rows.length >= MOST_PAGE_SIZE) return
    loaded = list.rows.length
    try {
      await loadMore(query)
    } catch (error) {
      if (error instanceof ApiError) return
      throw error
    }
  }
}
