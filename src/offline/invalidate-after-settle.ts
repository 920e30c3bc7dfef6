import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import { inTime } from '#src/browser/in-time.ts'
import { outboxSnapshot } from './outbox/outbox.ts'
import { refreshesOf } from './outbox/show/entry-readings.ts'
import { fetchPrefetchSet } from './prefetch/prefetch-schedule.ts'
import { queryClient } from './query-storage/query-client.ts'
import { currentPersister } from './query-storage/query-persister.ts'
import { knownOf } from './reading/known.ts'

interface Keyed {
  readonly queryKey: QueryKey
}

const namedBy =
  (refreshes: readonly (readonly string[])[]) =>
  ({ queryKey }: Keyed) =>
    refreshes.some((start) => start.every((part, at) => queryKey[at] === part))

/** What is known of these is out of date: asks again for what is on screen now, and for the rest when it is opened. */
export function invalidateDeclined(refreshes: readonly (readonly string[])[]): void {
  void queryClient.invalidateQueries({ predicate: namedBy(refreshes) })
}

/** Whether a change that is on its way has this query asked for anew by itself when it is done. */
export function isToBeAsked(query: Keyed): boolean {
  const flying = outboxSnapshot().entries.filter(({ state }) => state === 'sending')
  return flying.some((entry) => namedBy(refreshesOf(entry))(query))
}

/** Asks again for what is on screen; resolves when the server's own answers are there, given after this was called. */
async function refreshShown(isNamed: (query: Keyed) => boolean): Promise<void> {
  const cache = queryClient.getQueryCache()
  const askedAt = Date.now()
  // A first answer that is on its way was asked for before; Query would take it for the one that is wanted now.
  const early = cache.findAll({ predicate: isNamed, fetchStatus: 'fetching' }).filter(({ state }) => !state.data)
  await Promise.all(early.map((query) => query.promise?.catch(() => undefined)))
  await queryClient.invalidateQueries({ predicate: isNamed }, { throwOnError: true })
  const shown = cache.findAll({ predicate: isNamed, type: 'active' })
  // What the service worker had kept from before the changes does not show them.
  if (shown.some((query) => (knownOf(query)?.asOf ?? askedAt) < askedAt)) throw new ApiError('timeout')
}

/** What the device keeps of these without being asked, once what is on screen is known. */
async function refreshKept(isNamed: (query: Keyed) => boolean): Promise<void> {
  // On the device too: a page that ends now would show at its next start what was there before.
  await currentPersister()?.flush()
  await fetchPrefetchSet(isNamed)
}

/**
 * After changes were settled: asks again for what is on screen, and for the yard set's part, as far as `refreshes` (first
 * parts of query keys) names it. Resolves when the server's own answers are there, given after the changes: one that
 * waited can then leave the screen without a flicker. Rejects with an `ApiError` when what is on screen could not be had.
 * What else is on the device is asked for again when it is opened.
 */
export async function invalidateAfterSettle(refreshes: readonly (readonly string[])[]): Promise<void> {
  const isNamed = namedBy(refreshes)
  await refreshShown(isNamed)
  await refreshKept(isNamed)
}

/** How long somebody waits at most for the screen to follow what they did, in milliseconds. */
const PATIENCE_MS = 2_000

/**
 * After something was done at the server while the person waited: the same is asked for again. Resolves when what is on
 * screen shows it, so that what is gone is not there when that is said; after two seconds anyway, for it is done, however
 * long lists hang. The rest goes on by itself. Never rejects.
 */
export async function refreshAfterDone(refreshes: readonly (readonly string[])[]): Promise<void> {
  const isNamed = namedBy(refreshes)
  const keeper = currentPersister()
  // At once, so that whatever is opened meanwhile is asked for again, however long the rest takes.
  void queryClient.invalidateQueries({ predicate: isNamed, refetchType: 'none' })
  const shown = refreshShown(isNamed)
  // What can't be had now is asked for again when it is opened, or as the stream of events tells of it.
  shown.then(() => (currentPersister() === keeper ? refreshKept(isNamed) : undefined)).catch(() => undefined)
  await inTime(shown, PATIENCE_MS).catch(() => undefined)
}
