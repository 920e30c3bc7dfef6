import { expenseFeedEndpoints } from '#contract/expenses/tolls.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'

/** The state of the toll and fuel feeds. It belongs to no area, because no change of a record affects it. */
export const expenseFeeds = recordQuery({
  key: ['figures', 'feeds'],
  endpoint: expenseFeedEndpoints.list,
  areas: [],
})

/** Prefetched for every user. */
export const expenseFeedsToPrefetch = prefetchList(() => [expenseFeeds])
