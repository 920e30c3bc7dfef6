import type { Query } from '@tanstack/react-query'
import type { DataArea } from '#contract/wire/data-areas.ts'
import { ApiError } from '#src/api/api-error.ts'
import { laterPass } from './prefetch/prefetch-later.ts'
import { queryClient } from './query-storage/query-client.ts'
import { currentPersister } from './query-storage/query-persister.ts'
import { queryDataOf } from './reading/query-data.ts'
import { showsAny } from './reading/shows-any.ts'

type QueryWithMeta = Pick<Query, 'meta'>

/** A test for cached queries that show records of one of these areas. */
export const showsChanged =
  (changed: readonly DataArea[]) =>
  ({ meta }: QueryWithMeta) =>
    showsAny(meta?.areas, changed)

/** A test for those of them that the changed rows of lists do not update. Figures change without a change of a row. */
const lacksRows =
  (changed: readonly DataArea[]) =>
  ({ meta }: QueryWithMeta) =>
    showsAny(meta?.areas, meta?.synced ? changed.filter((area) => area === 'figures') : changed)

/** Marks queries of these areas as stale: those on screen are refetched now, all others when they are opened. */
export function invalidateAreas(changed: readonly DataArea[]): void {
  void queryClient.invalidateQueries({ predicate: showsChanged(changed) })
}

/** Refetches stale queries on screen. Resolves when responses that the server sent after this call are shown. */
export async function refetchVisible(changed: readonly DataArea[], predicate = showsChanged(changed)): Promise<void> {
  const cache = queryClient.getQueryCache()
  const startedAt = Date.now()
  // A first fetch in progress may have started before the change. Query would not start another one for the refetch.
  const pending = cache.findAll({ predicate, fetchStatus: 'fetching' }).filter(({ state }) => !state.data)
  await Promise.all(pending.map((query) => query.promise?.catch(() => undefined)))
  await queryClient.invalidateQueries({ predicate }, { throwOnError: true })
  const visible = cache.findAll({ predicate, type: 'active' })
  // A response that the service worker stored before the changes does not contain them.
  if (visible.some((query) => (queryDataOf(query)?.asOf ?? startedAt) < startedAt)) throw new ApiError('timeout')
}

/**
 * After entries are settled: refetches the queries on screen that show records of the changed areas. All others are
 * refetched when they are opened. `rowsSince`: since when the lists whose changed rows the server sends have them
 * (milliseconds since 1970); null if they are to be refetched, too. Resolves when responses that the server sent after the
 * changes are shown, so that the optimistic effects can be dropped without a flicker; with the time from which the
 * server's data has the changes. Rejects with an `ApiError` when a query could not be fetched.
 */
export async function refetchAfterSettle(changed: readonly DataArea[], rowsSince: number | null): Promise<number> {
  const startedAt = Date.now()
  await refetchVisible(changed, rowsSince === null ? undefined : lacksRows(changed))
  return Math.min(startedAt, rowsSince ?? startedAt)
}

/**
 * After that: refetches the stored queries that show the changed areas, later and for many changes at once. Resolves when
 * they have the changes. Rejects with an `ApiError` when one of them could not be fetched.
 */
export async function storeAfterSettle(changed: readonly DataArea[]): Promise<void> {
  // Write the refetched responses to the device first: a page that ends now would show the old ones at its next start.
  await currentPersister()?.flush()
  await laterPass.noteOwn(changed)
}
