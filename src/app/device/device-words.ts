import { countOf, formatCount, sizeWords } from '#src/format/numbers.ts'
import type { PrefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import { MAX_STORED_BYTES } from '#src/offline/query-storage/query-store.ts'
import type { StorageLife } from '#src/offline/query-storage/storage-life.ts'
import { UNVISITED_DAYS } from '#src/offline/query-storage/storage-life.ts'
import type { StorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'

/** The texts of storage problems on this device, with their consequences. */
export const TROUBLE_WORDS: Record<Exclude<StorageTrouble, null>, string> = {
  full: 'This device has no space left: what you open or type now is not kept for times without a network. Free some space on it.',
  unavailable:
    'This browser keeps nothing on the device (a private window, or storage is blocked): Haulyard needs a network here.',
  error:
    'An unexpected error in Haulyard keeps what you open from being saved for times without a network. Reload the page.',
  forgetful:
    'This browser does not let Haulyard remember who is signed in: after a restart without a network it stays closed.',
}

/** How long the browser keeps the stored data. */
export const LIFE_WORDS: Record<StorageLife, string> = {
  for_good: 'until you remove it',
  while_visited: `until Haulyard is not opened here for ${UNVISITED_DAYS} days`,
  while_space: 'until this device runs out of space',
  unknown: 'the browser does not say',
}

/** The progress of prefetching: "Saving for times without a network: part 2 of 3, 1,250 of 5,000 rows". */
export function progressWords({ total, done, rows }: Pick<PrefetchState, 'total' | 'done' | 'rows'>): string {
  const part = `part ${Math.min(done + 1, total)} of ${total}`
  return `Saving for times without a network: ${part}${rows ? `, ${formatCount(rows.done)} of ${countOf(rows.of, 'row')}` : ''}`
}

/** The same as a share from 0 to 1. All parts count equally; a part in progress counts by its rows. */
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
