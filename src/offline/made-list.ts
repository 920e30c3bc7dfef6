import type { ListData } from './list-pages.ts'
import { queryClient } from './query-client.ts'
import { currentKeeper, type Known } from './query-keeper.ts'
import type { ListQuery } from './resource-query.ts'

/**
 * A filter and an order of a list that the device keeps: made here where the server can't be asked. Null when the whole
 * list is not kept, or not to its end: what is not here can't be left out or put in its place.
 */
export async function madeList<Row extends object>(
  whole: ListQuery<Row>,
  { fits = () => true, compare }: ListQuery<Row>['rules'],
): Promise<Known<ListData<Row>> | null> {
  const cache = queryClient.getQueryCache()
  const entry = cache.get(cache.build(queryClient, queryClient.defaultQueryOptions(whole.options)).queryHash)
  if (entry) await currentKeeper()?.warm(entry)
  const known = queryClient.getQueryData<Known<ListData<Row>>>(whole.queryKey)
  if (known === undefined || known.data.next !== null) return null
  const rows = known.data.rows.filter(fits)
  if (compare) rows.sort(compare)
  return { data: { rows, count: rows.length, next: null }, asOf: known.asOf, source: 'cache', isMade: true }
}
