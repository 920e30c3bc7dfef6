import { sizeWords } from '#src/format/numbers.ts'
import type { PrefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import { MAX_STORED_BYTES } from '#src/offline/query-storage/query-store.ts'
import { type StorageLife, UNVISITED_DAYS } from '#src/offline/query-storage/storage-life.ts'

/** How long the browser keeps the stored data. */
export const LIFE_WORDS: Record<StorageLife, string> = {
  for_good: 'until you remove it',
  while_visited: `until Haulyard is not opened here for ${UNVISITED_DAYS} days`,
  while_space: 'until this device runs out of space',
  unknown: 'the browser does not say',
}

/** The progress of prefetching as a share from 0 to 1. All parts count equally; a part in progress counts by its rows. */
export function progressShare({ total, done, rows }: Pick<PrefetchState, 'total' | 'done' | 'rows'>): number {
  const within = rows && rows.of > 0 ? Math.min(1, rows.done / rows.of) : 0
  return total === 0 ? 0 : Math.min(1, (done + within) / total)
}

interface PrefetchFacts {
  readonly prefetch: PrefetchState
  readonly isOnline: boolean
  readonly isMetered: boolean
  readonly isFetchedAhead: boolean
}

/** Why the stored data is incomplete or not kept fresh; null when everything is in order. */
export function incompleteWords({ prefetch, isOnline, isMetered, isFetchedAhead }: PrefetchFacts): string | null {
  if (prefetch.total > 0) return null
  if (prefetch.isFull) {
    return `Not all of it fits: Haulyard keeps at most ${sizeWords(MAX_STORED_BYTES)} here, and what was opened last stays. Changes that wait to be sent are kept apart and never make room.`
  }
  const isAll = prefetch.finishedAt !== null
  if (!isOnline) return isAll ? null : 'Not everything is saved here yet. It goes on as soon as there is a network.'
  if (!isFetchedAhead) return 'This device keeps only what you open.'
  if (isMetered)
    return 'Your connection saves data or is very slow (2G), so nothing is fetched by itself. “Save for offline now” does it all the same.'
  return isAll ? null : 'Not everything could be saved yet. It is tried again within minutes.'
}
