import { beforeEach, expect, test } from 'vitest'
import { noteHostProof } from '#src/api/fetch-verified.ts'
import { cacheSmallPhotos } from '#src/offline/outbox/store/small-photos.ts'
import { createPhotoCache } from '#sw/photo-cache.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { keyFinderFor } from '#tests/support/builders/a-current-key.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { PROVEN } from '#tests/support/offline/proven-responses.ts'

/** Node can't draw. */
const drawSmall = async (photo: File) => photo

const SITE = 'http://app.test'
const pathOf = (n: number) => `/api/files/0198a1b2-0000-7000-8000-${String(n).padStart(12, '0')}/thumbnail.webp`
const axle = new Blob(['an axle'], { type: 'image/jpeg' })
const sealer = await aSealer(7)
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

let storage = fakeCacheStorage()
let isSignedIn = true
const pagePhotos = (own = sealer) =>
  cacheSmallPhotos({
    user: '7',
    sealer: own,
    storage: storage as unknown as CacheStorage,
    isSignedIn: () => isSignedIn,
    drawSmall,
  })
const workerPhotos = (fetch: () => Promise<Response> = noNetwork) =>
  createPhotoCache({ caches: storage, fetch, keys: keyFinderFor(() => ({ user: '7', sealer })) })

beforeEach(() => {
  storage = fakeCacheStorage()
  isSignedIn = true
  noteHostProof('yes')
})

test('the service worker shows without a network a photo that a page has stored, under any signature', async () => {
  await pagePhotos().put(pathOf(1), axle)
  const shown = await workerPhotos().answer(new Request(`${SITE}${pathOf(1)}?signature=of-today`)).response
  expect([shown.status, shown.headers.get('content-type'), await shown.text()]).toEqual([200, 'image/jpeg', 'an axle'])
})
test('a page finds what it or the service worker has stored, and only under its user’s key', async () => {
  const answer = async () => new Response('a tire', { headers: { 'content-type': 'image/webp', ...PROVEN } })
  await workerPhotos(answer).answer(new Request(`${SITE}${pathOf(2)}?signature=1`)).settled
  await pagePhotos().put(pathOf(1), axle)
  expect(await (await pagePhotos().find(pathOf(1)))?.text()).toBe('an axle')
  const tire = await pagePhotos().find(pathOf(2))
  expect([tire?.type, await tire?.text()]).toEqual(['image/webp', 'a tire'])
  expect(await pagePhotos().find(pathOf(3))).toBeNull()
  expect(await pagePhotos(await aSealer(8)).find(pathOf(1))).toBeNull()
})
test('nothing is stored for a user who has signed out before or meanwhile', async () => {
  isSignedIn = false
  await pagePhotos().put(pathOf(1), axle)
  expect(storage.sizes()).toEqual({})
  isSignedIn = true
  const { open } = storage
  storage.open = async (name) => {
    isSignedIn = false
    return open(name)
  }
  await pagePhotos().put(pathOf(1), axle)
  expect(storage.sizes()).toEqual({})
})
test('nothing is stored at a host that does not prove its responses: the worker would refuse its photos', async () => {
  noteHostProof('no')
  await pagePhotos().put(pathOf(1), axle)
  expect(storage.sizes()).toEqual({})
})
test('the 500 photos that were stored last stay', async () => {
  for (let n = 1; n <= 503; n += 1) await pagePhotos().put(pathOf(n), axle)
  expect(storage.sizes()).toEqual({ 'photos-v2-7': 500 })
  expect([await pagePhotos().find(pathOf(3)), await pagePhotos().find(pathOf(4))]).toEqual([null, expect.any(Blob)])
})
test('a device without Cache Storage stores and finds nothing, without an error', async () => {
  const none = cacheSmallPhotos({ user: '7', sealer, storage: undefined, isSignedIn: () => true, drawSmall })
  await none.put(pathOf(1), axle)
  expect(await none.find(pathOf(1))).toBeNull()
})
