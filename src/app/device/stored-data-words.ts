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

interface PrefetchFacts {
  readonly prefetch: PrefetchState
  readonly isOnline: boolean
  readonly isMetered: boolean
  readonly isFetchedAhead: boolean
  /** What the user allows over mobile data is used up for today. */
  readonly isBudgetUsed: boolean
  /** Saved lists made room for what the user saved. */
  readonly wasRoomMade: boolean
}

/** Why the stored data is incomplete or not kept fresh; null when everything is in order. */
export function incompleteWords({
  prefetch,
  isOnline,
  isMetered,
  isFetchedAhead,
  isBudgetUsed,
  wasRoomMade,
}: PrefetchFacts): string | null {
  if (prefetch.total > 0) return null
  if (wasRoomMade && isFetchedAhead && prefetch.finishedAt === null) {
    return 'This device ran out of space, so saved lists made room for your changes. They are downloaded again tomorrow, or with “Save for offline now”.'
  }
  if (prefetch.isFull) {
    return `Not all of it fits: Haulyard keeps at most ${sizeWords(MAX_STORED_BYTES)} here, and what was opened last stays. Changes that wait to be sent are kept apart and never make room.`
  }
  const isAll = prefetch.finishedAt !== null
  if (!isOnline) return isAll ? null : 'Not everything is saved here yet. It goes on as soon as there is a network.'
  if (!isFetchedAhead) return 'This device keeps only what you open.'
  if (isMetered)
    return 'Your connection saves data or is very slow (2G), so nothing downloads automatically. “Save for offline now” does it all the same.'
  if (isAll) return null
  return isBudgetUsed
    ? 'The rest is downloaded over Wi-Fi, or over mobile data within the limit below.'
    : 'Not everything could be saved yet. It is tried again within minutes.'
}
