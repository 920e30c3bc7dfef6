import type { DataArea } from '#contract/wire/data-areas.ts'
import type { PrefetchRequest } from '#src/offline/prefetch/prefetch-state.ts'
import { showsAny } from '#src/offline/reading/shows-any.ts'

export interface PrefetchRefreshPorts {
  readonly fetchPrefetchSet: (request: PrefetchRequest) => Promise<void>
  readonly isMetered: () => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Runs `work` after a delay. Returns the function that cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
}

/** Stored queries that are not on screen are refetched this long after a change, and at most once per interval. */
const AFTER_MS = 30_000
const INTERVAL_MS = 5 * 60_000

/** Prefetches what shows changed areas, for pages that are not open: rarely, and not on a metered connection. */
export function prefetchRefresh({ fetchPrefetchSet, isMetered, now, after }: PrefetchRefreshPorts): {
  readonly note: (changed: readonly DataArea[]) => void
  readonly stop: () => void
} {
  const noted = new Set<DataArea>()
  let fetchedAt = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | null = null
  const fetchNow = () => {
    cancel = null
    fetchedAt = now()
    const changed = [...noted]
    noted.clear()
    // The age of the stored data shows a failure.
    if (!isMetered()) fetchPrefetchSet(({ areas }) => showsAny(areas, changed)).catch(() => undefined)
  }
  return {
    note: (changed) => {
      for (const area of changed) noted.add(area)
      cancel ??= after(Math.max(AFTER_MS, fetchedAt + INTERVAL_MS - now()), fetchNow)
    },
    stop: () => cancel?.(),
  }
}
