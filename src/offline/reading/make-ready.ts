import { onceRead } from '#src/offline/outbox/show/once-read.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import { isOnline, whileOnline } from '../connectivity.ts'
import type { Options } from './declared-query.ts'
import type { Known, Told } from './known.ts'

/** What a query can be made of on this device, if that is younger than `since`; null when it can't. */
export type Make<Data> = ((since: number) => Promise<Told<Data> | null>) | null

/**
 * Gets a query ready for a screen, and never rejects; see `prefetch`. `isMadeFirst`: what the device makes of it is shown
 * until the server has answered, not only where that can't be asked. It never takes the place of anything newer.
 * `isPatient`: waits for the server where the device has nothing.
 */
export async function makeReady<Data>(
  options: Options<Data>,
  make: Make<Data>,
  { isMadeFirst = false, isPatient = true } = {},
): Promise<void> {
  const own = currentPersister()
  const isWaitingKnown = own === null ? Promise.resolve() : onceRead(own.userId)
  await Promise.all([dataReady(options, make, { isMadeFirst, isPatient }), isWaitingKnown])
}

async function dataReady<Data>(
  options: Options<Data>,
  make: Make<Data>,
  { isMadeFirst, isPatient }: { readonly isMadeFirst: boolean; readonly isPatient: boolean },
): Promise<void> {
  const own = currentPersister()
  const cache = queryClient.getQueryCache()
  const entry = cache.get(cache.build(queryClient, queryClient.defaultQueryOptions(options)).queryHash)
  const here = () => queryClient.getQueryData<Known<Data>>(options.queryKey)
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
    const now = { ...made, ...(before?.said && { said: before.said }) }
    queryClient.setQueryData(options.queryKey, now, { updatedAt: made.asOf })
  }
  const isMadeNow = !wasHere && (isMadeFirst || !isWarm)
  if (isMadeNow && !isOnline()) await give(early)
  const fetching = queryClient.prefetchQuery(options)
  if (wasHere || !isOnline()) return
  const given = isMadeFirst ? give(early) : Promise.resolve()
  if (!isPatient) return given
  const first = given.then(() => (here() === undefined ? fetching : undefined))
  await whileOnline(Promise.race([first, fetching]))
  if (!isOnline() && here() === undefined) await give()
}
