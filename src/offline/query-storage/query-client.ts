import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { DataArea } from '#contract/wire/data-areas.ts'
import type { StorageRules, SyncRules } from '#src/offline/reading/query-data.ts'
import { retryDelay, shouldRetry } from '#src/offline/reading/retry-rules.ts'
import { isOnline } from '../connectivity.ts'
import type { RequiredAccess } from '../required-access.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** How this query is stored on the device. Without it, the query is not stored. */
      readonly stored?: StorageRules
      /** Areas whose changes make it stale. See `QueryParts`. */
      readonly areas?: readonly DataArea[]
      /** For a list whose changed rows the server sends. */
      readonly synced?: SyncRules
      /** Access required to see it. Without it, the query contains nothing that needs a permission. */
      readonly needs?: RequiredAccess
      /** Stored in the boot state, which is available before the first frame. */
      readonly isBoot?: boolean
    }
  }
}

/**
 * How long data stays in memory after the last screen that shows it, in milliseconds. On the device it stays longer.
 */
const MEMORY_MS = 60_000
/** Age in milliseconds at which data is refetched when a screen shows it. */
export const FRESH_MS = 30_000

// The default, a timer, notifies screens of cached rows about ten milliseconds later.
notifyManager.setScheduler(queueMicrotask)

/** The server's latest responses. Waiting changes are never written into it; they are applied when rows are shown. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'offlineFirst',
      // Offline there are no retries.
      retry: (failures, error) => isOnline() && shouldRetry(failures, error),
      retryDelay: (_failures, error) => retryDelay(error),
      gcTime: MEMORY_MS,
      staleTime: FRESH_MS,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
  },
})
