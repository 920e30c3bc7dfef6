import type { DataArea } from '#contract/wire/data-areas.ts'
import { withTimeout } from '#src/browser/with-timeout.ts'
import { fetchPrefetchSet } from './prefetch/prefetch-schedule.ts'
import { queryClient } from './query-storage/query-client.ts'
import { currentPersister } from './query-storage/query-persister.ts'
import { showsAny } from './reading/shows-any.ts'
import { refetchVisible, showsChanged } from './refetch-after-settle.ts'

/** Refetches the stale part of the prefetch set, after the queries on screen. */
async function refetchStored(changed: readonly DataArea[]): Promise<void> {
  // Write the refetched responses to the device first: a page that ends now would show the old ones at its next start.
  await currentPersister()?.flush()
  await fetchPrefetchSet(({ areas }) => showsAny(areas, changed))
}

/** The longest wait for the screen to show the result, in milliseconds. */
const MAX_WAIT_MS = 2_000

/**
 * After a change that was not an entry, but a call for which the user waited: refetches the queries that show records of
 * the changed areas. Resolves when the queries on screen show the result, so that a deleted record is gone before the
 * page reports success, or after two seconds, because the change is done even if a list is slow. The rest continues in
 * the background. Never rejects.
 */
export async function refetchAfterCall(changed: readonly DataArea[]): Promise<void> {
  const persister = currentPersister()
  // Mark everything stale immediately, so that a query that is opened meanwhile is refetched.
  void queryClient.invalidateQueries({ predicate: showsChanged(changed), refetchType: 'none' })
  const visibleDone = refetchVisible(changed)
  // A query that fails now is refetched when it is opened, or when the event stream reports the change.
  visibleDone.then(() => (currentPersister() === persister ? refetchStored(changed) : undefined)).catch(() => undefined)
  await withTimeout(visibleDone, MAX_WAIT_MS).catch(() => undefined)
}
