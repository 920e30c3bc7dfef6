import { ApiError, isUnreachable } from '#src/api/api-error.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { isOnline } from '../connectivity.ts'
import { derivedList, extendFromStored } from './derived-list.ts'
import type { ListData } from './list-pages.ts'
import type { ListQuery } from './list-query.ts'
import type { QueryData } from './query-data.ts'

/** Running loads by the query's hash. */
const loading = new Map<string, Promise<void>>()

type LoadedList<Row> = QueryData<ListData<Row>>

/**
 * The list with its next page: from the server, or from stored data when the server is unreachable. Throws an
 * `ApiError`.
 */
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
    const fromDevice = partOf ? await derivedList(partOf, rules) : await extendFromStored(query, before)
    if (fromDevice === null) throw error
    return fromDevice
  }
}

/**
 * Appends the next page of a list. Calls during a running load share it. Throws an `ApiError`. It waits for a running
 * refetch. The page is dropped when the list has changed meanwhile, or was removed because the user signed out.
 */
export function loadMore<Row extends object>(query: ListQuery<Row>): Promise<void> {
  const { queryKey } = query.options
  const cache = queryClient.getQueryCache()
  const entry = cache.find<LoadedList<Row>>({ queryKey, exact: true })
  if (!entry) return Promise.resolve()
  const running = loading.get(entry.queryHash)
  if (running !== undefined) return running
  const work = async () => {
    // The list's screen shows the error of the refetch.
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
