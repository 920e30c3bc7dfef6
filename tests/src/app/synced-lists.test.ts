import { expect, test } from 'vitest'
import { SYNCED_LIST_NAMES } from '#contract/sync/synced-lists.ts'
import { queriesToPrefetch } from '#src/app/prefetch-queries.ts'

test('the app applies the changed rows of every list for which the server sends them, and of no other', async () => {
  const names = (await queriesToPrefetch()).flatMap(({ whole }) => whole?.syncName ?? [])
  expect(names.toSorted()).toEqual(SYNCED_LIST_NAMES.toSorted())
})
