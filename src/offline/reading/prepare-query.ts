import { whenOutboxRead } from '#src/offline/outbox/show/when-outbox-read.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import { isOnline, untilDoneOrOffline } from '../connectivity.ts'
import type { DeclaredOptions } from './declared-query.ts'
import type { QueryData, SourcedData } from './query-data.ts'

/** What a query can be made of on this device, if that is younger than `since`; null when it can't. */
export type DeriveData<Data> = ((since: number) => Promise<SourcedData<Data> | null>) | null

/**
 * Gets a query ready for a screen, and never rejects; see `prefetch`. `isMadeFirst`: what the device makes of it is shown
 * until the server has answered, not only where that can't be asked. It never takes the place of anything newer.
 * `isPatient`: waits for the server where the device has nothing.
 */
export async function prepareQuery<Data>(
  options: DeclaredOptions<Data>,
  make: DeriveData<Data>,
  { isMadeFirst = false, isPatient = true } = {},
): Promise<void> {
  const own = currentPersister()
  const isWaitingKnown = own === null ? Promise.resolve() : whenOutboxRead(own.userId)
  await Promise.all([prepareData(options, make, { isMadeFirst, isPatient }), isWaitingKnown])
}

async function prepareData<Data>(
  options: DeclaredOptions<Data>,
  make: DeriveData<Data>,
  { isMadeFirst, isPatient }: { readonly isMadeFirst: boolean; readonly isPatient: boolean },
): Promise<void> {
  const own = currentPersister()
  const cache = queryClient.getQueryCache()
  const entry = cache.get(cache.build(queryClient, queryClient.defaultQueryOptions(options)).queryHash)
  const here = () => queryClient.getQueryData<QueryData<Data>>(options.queryKey)
  const wasHere = entry?.state.data !== undefined
  // Both read the device: what can be made of it is worked out while it is looked for by itself.
  const early = isMadeFirst && !wasHere ? make?.(Number.NEGATIVE_INFINITY) : undefined
  // Waited for below, where its failure is met.
  early?.catch(() => undefined)
  const isWarm = entry !== undefined && ((await own?.warm(entry)) ?? wasHere)
  const give = async (making = make?.(here()?.asOf ?? Number.NEGATIVE_INFINITY)) => {
    const before = here()
    const made = await making
    // Somebody else's device by now, or nobody's.
    if (!made || currentPersister() !== own || here() !== before) return
    if (before && made.asOf <= before.asOf) return
    const now = { ...made, ...(before?.lastResponse && { lastResponse: before.lastResponse }) }
    queryClient.setQueryData(options.queryKey, now, { updatedAt: made.asOf })
  }
  const isMadeNow = !wasHere && (isMadeFirst || !isWarm)
  if (isMadeNow && !isOnline()) await give(early)
  const fetching = queryClient.prefetchQuery(options)
  if (wasHere || !isOnline()) return
  const given = isMadeFirst ? give(early) : Promise.resolve()
  if (!isPatient) return given
  const first = given.then(() => (here() === undefined ? fetching : undefined))
  await untilDoneOrOffline(Promise.race([first, fetching]))
  if (!isOnline() && here() === undefined) await give()
}
