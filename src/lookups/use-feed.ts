import type { ExpenseKind } from '#contract/expenses/tolls.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { useCompanyNow } from '#src/ui/use-now.ts'
import { expenseFeeds } from './feed-queries.ts'
import { sourceWords } from './feed-words.ts'

/** The source of an expense kind, in words. */
export interface FeedStatus {
  /** Null before the feed's state is known. */
  readonly words: string | null
  /** The last request to the vendor failed. */
  readonly isFailing: boolean
  /** Refetches the state. Resolves to the failure, or null. */
  readonly refetch: () => Promise<ApiError | null>
}

/** The state of an expense kind's feed. */
export function useFeed(kind: ExpenseKind): FeedStatus {
  const { known, refetch } = useReading(expenseFeeds.options)
  const now = useCompanyNow()
  const feed = known?.data.find((one) => one.kind === kind)
  return { words: feed ? sourceWords(feed, now) : null, isFailing: (feed?.failure ?? null) !== null, refetch }
}
