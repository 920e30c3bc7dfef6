import { queryClient } from './query-client.ts'
import { fetchYardSet } from './yard-set.ts'

/**
 * After changes were settled: asks again for what is on screen, and for the yard set's part, as far as `refreshes` (first
 * parts of query keys) names it. Resolves when the answers are there: a change that waited can then leave the screen
 * without a flicker. Rejects with an `ApiError` when what is on screen could not be had.
 * What else is on the device is asked for again when it is opened.
 */
export async function invalidateAfterSettle(refreshes: readonly (readonly string[])[]): Promise<void> {
  await Promise.all(refreshes.map((queryKey) => queryClient.invalidateQueries({ queryKey }, { throwOnError: true })))
  const isNamed = (key: readonly unknown[]) => refreshes.some((start) => start.every((part, at) => key[at] === part))
  await fetchYardSet(({ queryKey }) => isNamed(queryKey))
}
