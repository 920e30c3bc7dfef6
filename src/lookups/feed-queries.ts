import { expenseFeedEndpoints } from '#contract/expenses/tolls.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'

/** How tolls and fuel come in. It shows no area: no change of a record is about it. */
export const expenseFeeds = recordQuery({
  key: ['figures', 'feeds'],
  endpoint: expenseFeedEndpoints.list,
  areas: [],
})

/** What every device keeps of the feeds ahead of use. */
export const expenseFeedsToKeep = prefetchList(() => [expenseFeeds])
