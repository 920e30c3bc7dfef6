import { expect, it } from 'vitest'
import { deleteFormerCaches, deleteUserCaches } from '#sw/user-caches.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'

const OTHERS = ['former-assets', 'workbox-precache-v2-x', 'outbox-mirror-7', 'lists', 'lists-v2-8', 'photos-v2-7']

it('unencrypted caches of earlier worker versions are deleted for all users; everything else stays', async () => {
  const storage = fakeCacheStorage()
  for (const name of ['lists-v1-7', 'photos-v1-7', 'lists-v1-8', 'lists-v0-9', ...OTHERS]) await storage.open(name)
  await deleteFormerCaches(storage)
  expect(await storage.keys()).toEqual(OTHERS)
})

it('a user’s list caches of every version are deleted, and no other user’s', async () => {
  const storage = fakeCacheStorage()
  for (const name of ['lists-v1-7', 'lists-v2-7', 'lists-v3-7', 'lists-v2-77', ...OTHERS]) await storage.open(name)
  await deleteUserCaches(storage, 'lists', '7')
  expect(await storage.keys()).toEqual(['lists-v2-77', ...OTHERS])
})
