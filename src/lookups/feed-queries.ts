import { expenseFeedEndpoints } from '#contract/expenses/tolls.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'

/** The state of the toll and fuel feeds. */
export const expenseFeeds = recordQuery({
  key: ['figures', 'feeds'],
  endpoint: expenseFeedEndpoints.list,
  areas: ['figures'],
})

/** Prefetched for every user. */
export const expenseFeedsToPrefetch = prefetchList(() => [expenseFeeds])
