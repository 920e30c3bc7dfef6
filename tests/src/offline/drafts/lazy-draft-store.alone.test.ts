import { expect, test, vi } from 'vitest'
import type { StoredDraft } from '#src/offline/drafts/draft-database.ts'
import { idbDraftStore } from '#src/offline/drafts/draft-store.ts'
import { lazyDraftStore } from '#src/offline/drafts/lazy-draft-store.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const draft: StoredDraft = {
  id: 'one',
  kind: 'notes',
  key: 'a',
  version: 1,
  value: { text: 'half a sentence' },
  words: { record: '', text: '' },
  startedAt: 1,
  savedAt: 1,
}

test('a lazily loaded store saves drafts prepared before it was loaded, in the same database', async () => {
  const late = lazyDraftStore('late', await aSealer())
  const write = late.prepare(draft)
  await write()
  expect(await late.all()).toEqual([draft])
  expect(await idbDraftStore('late', await aSealer()).all()).toEqual([draft])
  await late.forgetMatching(({ savedAt }) => savedAt > 1)
  expect(await late.all()).toHaveLength(1)
  await late.remove('one')
  expect(await late.all()).toEqual([])
})

test('a module that can’t be loaded rejects the call like a missing network, and the next call loads it again', async () => {
  const path = '#src/offline/drafts/draft-store.ts'
  vi.resetModules()
  vi.doMock(path, () => {
    throw new TypeError('error loading dynamically imported module')
  })
  const { lazyDraftStore: lazyStore } = await import('#src/offline/drafts/lazy-draft-store.ts')
  const store = lazyStore('unloaded', await aSealer())
  await expect(store.all()).rejects.toMatchObject({ name: 'ApiError', kind: 'network' })
  vi.doUnmock(path)
  expect(await store.all()).toEqual([])
})
