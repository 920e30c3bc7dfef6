import { expect, test } from 'vitest'
import { idbDraftStore } from '#src/offline/drafts/draft-store.ts'
import { forgetOldDrafts } from '#src/offline/drafts/forget-old-drafts.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const DAY_MS = 24 * 60 * 60_000
const NOW = 1_800_000_000_000
const draft = (id: string, daysAgo: number) => {
  const at = NOW - daysAgo * DAY_MS
  return {
    id,
    kind: 'notes',
    key: id,
    version: 1,
    value: {},
    words: { record: '', text: '' },
    startedAt: at,
    savedAt: at,
  }
}

test('drafts of users who never sign in again are deleted after 30 days; younger drafts stay', async () => {
  const [maria, tom] = [idbDraftStore('maria', await aSealer()), idbDraftStore('tom', await aSealer())]
  await Promise.all([maria.put(draft('old', 31)), maria.put(draft('young', 29)), tom.put(draft('old', 400))])
  await forgetOldDrafts(NOW)
  expect((await maria.all()).map(({ id }) => id)).toEqual(['young'])
  expect(await tom.all()).toEqual([])
})

test('a store that can’t be opened does not keep other stores from being cleaned', async () => {
  const lee = idbDraftStore('lee', await aSealer())
  await lee.put(draft('old', 31))
  const newer = indexedDB.open('haulyard-drafts-a-newer-one', 9)
  await new Promise((resolve) => {
    newer.onsuccess = resolve
  })
  newer.result.close()
  await forgetOldDrafts(NOW)
  expect(await lee.all()).toEqual([])
})
