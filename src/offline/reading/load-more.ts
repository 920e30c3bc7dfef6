import { ApiError, isUnreachable } from '#src/api/api-error.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { isOnline } from '../connectivity.ts'
import { derivedList, extendFromStored } from './derived-list.ts'
import type { ListData } from './list-pages.ts'
import type { ListQuery } from './list-query.ts'
import type { QueryData } from './query-data.ts'

const loading = new Map<string, Promise<void>>()

type LoadedList<Row> = QueryData<ListData<Row>>

/** From the server, and from what the device keeps where it can't be reached. Throws an `ApiError`. */
async function withNextPage<Row extends object>(
  query: ListQuery<Row>,
  before: LoadedList<Row>,
): Promise<LoadedList<Row>> {
  try {
    if (!isOnline()) throw new ApiError('network')
    const { data, asOf, source } = await query.fetchMore(before.data)
    const isCached = before.source === 'cache' || source === 'cache'
    return { data, asOf: Math.min(before.asOf, asOf), source: isCached ? 'cache' : 'network' }
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const { partOf, rules } = query
    const here = partOf ? await derivedList(partOf, rules) : await extendFromStored(query, before)
    if (here === null) throw error
    return here
  }
}

/**
 * Appends the next page of a list; one call for all that ask meanwhile. Throws an `ApiError`.
 * It waits for a refetch that is under way, and drops its page when the list has changed beneath it, or is gone with the
 * person who asked.
 */
export function loadMore<Row extends object>(query: ListQuery<Row>): Promise<void> {
  const { queryKey } = query.options
  const cache = queryClient.getQueryCache()
  const entry = cache.find<LoadedList<Row>>({ queryKey, exact: true })
  if (!entry) return Promise.resolve()
  const running = loading.get(entry.queryHash)
  if (running !== undefined) return running
  const work = async () => {
    // Its failure is told where the list is shown.
    if (entry.state.fetchStatus === 'fetching') await entry.fetch().catch(() => undefined)
    const before = entry.state.data
    if (before === undefined || before.data.next === null) return
    const after = await withNextPage(query, before)
    if (cache.get(entry.queryHash) !== entry || entry.state.data !== before) return
    queryClient.setQueryData<LoadedList<Row>>(queryKey, after, { updatedAt: entry.state.dataUpdatedAt })
  }
  const done = work().finally(() => loading.delete(entry.queryHash))
  loading.set(entry.queryHash, done)
  return done
}
