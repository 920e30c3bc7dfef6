import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { StorageRules } from '#src/offline/reading/query-data.ts'
import { retryDelay, shouldRetry } from '#src/offline/reading/retry-rules.ts'
import { isOnline } from '../connectivity.ts'
import type { RequiredAccess } from '../required-access.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** How this query is kept on the device; without it, it is not. */
      readonly stored?: StorageRules
      /** The areas whose records it shows, as the server's events name them: it is asked for anew when one changes. */
      readonly areas?: readonly string[]
      /** What it takes to see it; a query without it says nothing that a permission guards. */
      readonly needs?: RequiredAccess
      /** Kept in the small part that is there before the first frame. */
      readonly isBoot?: boolean
    }
  }
}

/** In memory for so long after the last screen that shows it; the device keeps it for longer. Milliseconds. */
const MEMORY_MS = 60_000
/** How old an answer may be before it is asked for again when a screen shows it. Milliseconds. */
export const FRESH_MS = 30_000

// By a timer, its default, a screen hears of rows that are there already some ten milliseconds later.
notifyManager.setScheduler(queueMicrotask)

/** What the server said last, query by query. Nobody writes waiting changes into it: they are laid over when shown. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'offlineFirst',
      // Without a network nothing waits for another try.
      retry: (failures, error) => isOnline() && shouldRetry(failures, error),
      retryDelay: (_failures, error) => retryDelay(error),
      gcTime: MEMORY_MS,
      staleTime: FRESH_MS,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
  },
})
