import { isOnline, whileOnline } from './connectivity.ts'
import { queryClient } from './query-client.ts'
import { currentKeeper, type Known } from './query-keeper.ts'
import type { Options } from './resource-query.ts'

/** What a query can be made of on this device; null when it can't. */
export type Make<Data> = (() => Promise<Known<Data> | null>) | null

/** Gets a query ready for a screen, and never rejects; see `prefetch`. */
export async function makeReady<Data>(options: Options<Data>, make: Make<Data>): Promise<void> {
  const own = currentKeeper()
  const cache = queryClient.getQueryCache()
  const entry = cache.get(cache.build(queryClient, queryClient.defaultQueryOptions(options)).queryHash)
  const isWarm = entry !== undefined && ((await own?.warm(entry)) ?? entry.state.data !== undefined)
  const give = async () => {
    const made = queryClient.getQueryData(options.queryKey) === undefined ? await make?.() : null
    // Somebody else's device by now, or nobody's.
    if (!made || currentKeeper() !== own || queryClient.getQueryData(options.queryKey) !== undefined) return
    queryClient.setQueryData(options.queryKey, made, { updatedAt: made.asOf })
  }
  if (!isWarm && !isOnline()) await give()
  const fetching = queryClient.prefetchQuery(options)
  if (isWarm || !isOnline()) return
  await whileOnline(fetching)
  if (!isOnline()) await give()
}
