import { whenOutboxRead } from '#src/offline/outbox/show/when-outbox-read.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import { isOnline, untilDoneOrOffline } from '../connectivity.ts'
import type { DeclaredOptions } from './declared-query.ts'
import type { QueryData, SourcedData } from './query-data.ts'

/**
 * Derives a query's data from other stored queries. Resolves to null when it can't, or when the result would not be
 * newer than `since` (milliseconds since 1970).
 */
export type DeriveData<Data> = ((since: number) => Promise<SourcedData<Data> | null>) | null

/**
 * Loads a query's data into the cache for a screen. Never rejects; see `prefetch`. `showsDerivedFirst`: shows derived
 * data until the server responds, not only when the server is unreachable. Derived data never replaces newer data.
 * `isPatient`: waits for the server when the device has nothing.
 */
export async function prepareQuery<Data>(
  options: DeclaredOptions<Data>,
  derive: DeriveData<Data>,
  { showsDerivedFirst = false, isPatient = true } = {},
): Promise<void> {
  const persister = currentPersister()
  const outboxRead = persister === null ? Promise.resolve() : whenOutboxRead(persister.userId)
  await Promise.all([prepareData(options, derive, { showsDerivedFirst, isPatient }), outboxRead])
}

async function prepareData<Data>(
  options: DeclaredOptions<Data>,
  derive: DeriveData<Data>,
  { showsDerivedFirst, isPatient }: { readonly showsDerivedFirst: boolean; readonly isPatient: boolean },
): Promise<void> {
  const persister = currentPersister()
  const cache = queryClient.getQueryCache()
  const entry = cache.get(cache.build(queryClient, queryClient.defaultQueryOptions(options)).queryHash)
  const cached = () => queryClient.getQueryData<QueryData<Data>>(options.queryKey)
  const wasCached = entry?.state.data !== undefined
  // Starts before the query's own stored data is read: both read the device, so they run in parallel.
  const early = showsDerivedFirst && !wasCached ? derive?.(Number.NEGATIVE_INFINITY) : undefined
  // The error is handled where the result is awaited below.
  early?.catch(() => undefined)
  const isWarm = entry !== undefined && ((await persister?.warm(entry)) ?? wasCached)
  const showDerived = async (deriving = derive?.(cached()?.asOf ?? Number.NEGATIVE_INFINITY)) => {
    const before = cached()
    const derived = await deriving
    // The user may have signed out, or another one signed in, meanwhile.
    if (!derived || currentPersister() !== persister || cached() !== before) return
    if (before && derived.asOf <= before.asOf) return
    const next = { ...derived, ...(before?.lastResponse && { lastResponse: before.lastResponse }) }
    queryClient.setQueryData(options.queryKey, next, { updatedAt: derived.asOf })
  }
  const usesDerived = !wasCached && (showsDerivedFirst || !isWarm)
  if (usesDerived && !isOnline()) await showDerived(early)
  const fetching = queryClient.prefetchQuery(options)
  if (wasCached || !isOnline()) return
  const derivedShown = showsDerivedFirst ? showDerived(early) : Promise.resolve()
  if (!isPatient) return derivedShown
  const first = derivedShown.then(() => (cached() === undefined ? fetching : undefined))
  await untilDoneOrOffline(Promise.race([first, fetching]))
  if (!isOnline() && cached() === undefined) await showDerived()
}
