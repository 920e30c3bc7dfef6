import type { ExpenseKind } from '#contract/expenses/tolls.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { useCompanyNow } from '#src/ui/use-now.ts'
import { expenseFeeds } from './feed-queries.ts'
import { sourceWords } from './feed-words.ts'

/** Where a kind of expense comes from, in words. */
export interface Source {
  /** Null while nothing is known of it. */
  readonly words: string | null
  /** The vendor did not answer when it was asked last. */
  readonly isFailing: boolean
  /** Asks the server anew; answers why that was in vain. */
  readonly refetch: () => Promise<ApiError | null>
}

/** How a kind of expense comes in. */
export function useFeed(kind: ExpenseKind): Source {
  const { known, refetch } = useReading(expenseFeeds.options)
  const now = useCompanyNow()
  const feed = known?.data.find((one) => one.kind === kind)
  return { words: feed ? sourceWords(feed, now) : null, isFailing: (feed?.failure ?? null) !== null, refetch }
}
