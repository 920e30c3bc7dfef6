import { expenseFeedEndpoints } from '#contract/expenses/tolls.ts'
import { keepAhead } from '#src/offline/kept-ahead.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'

/** How tolls and fuel come in. It shows no area: no change of a record is about it. */
export const expenseFeeds = recordQuery({
  key: ['figures', 'feeds'],
  endpoint: expenseFeedEndpoints.list,
  shows: [],
})

/** What every device keeps of the feeds ahead of use. */
export const expenseFeedsToKeep = keepAhead(() => [expenseFeeds])
