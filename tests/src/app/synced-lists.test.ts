import { expect, test } from 'vitest'
import { SYNCED_LIST_NAMES } from '#contract/sync/synced-lists.ts'
import { queriesToPrefetch } from '#src/app/prefetch-queries.ts'

test('the app applies the changed rows of every list for which the server sends them, and of no other', async () => {
  const names = new Set((await queriesToPrefetch()).flatMap(({ whole }) => whole?.changes?.names ?? []))
  expect([...names].sort()).toEqual(SYNCED_LIST_NAMES.toSorted())
})
