import { expenseFeedEndpoints } from '#contract/expenses/tolls.ts'
import { keepAhead } from '#src/offline/kept-ahead.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'

/** How tolls and fuel come in. It shows no area: no change of a record is about it. */
export const expenseFeeds = recordQuery({
  key: ['figures', 'feeds'],
  endpoint: expenseFeedEndpoints.list,
  shows: [],
})

/** What a device keeps of them without being asked. */
export const expenseFeedsToKeep = keepAhead(() => [expenseFeeds])
