import { beforeEach, describe, expect, it } from 'vitest'
import type { CurrentKey } from '#sw/current-key.ts'
import { createPhotoCache, isThumbnail } from '#sw/photo-cache.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aCurrentKey, keyFinderFor } from '#tests/support/builders/a-current-key.ts'
import { PROVEN } from '#tests/support/offline/proven-responses.ts'

const idOf = (n: number) => `0198a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`
const urlOf = (n: number, signature = 'first') =>
  `http://app.test/api/files/${idOf(n)}/thumbnail.webp/?expires=1&signature=${signature}`
const photo = (bytes = 'a photo', headers: Record<string, string> = { 'content-type': 'image/webp' }) =>
  new Response(bytes, { headers: { vary: 'Authorization', ...PROVEN, ...headers } })
const failing = async () => {
  throw new TypeError('Failed to fetch')
}

let storage = fakeCacheStorage()
let network: (request: Request) => Promise<Response> = async () => photo()
/** The key of the signed-in user. */
let currentKey: CurrentKey | null = null
const aPhotoCache = () =>
  createPhotoCache({ caches: storage, fetch: (request) => network(request), keys: keyFinderFor(() => currentKey) })

beforeEach(async () => {
  storage = fakeCacheStorage()
  network = async () => photo()
  currentKey = await aCurrentKey('7')
})

async function ask(cache: ReturnType<typeof aPhotoCache>, url: string): Promise<string> {
  const { response, settled } = cache.answer(new Request(url))
  try {
    return await (await response).text()
  } finally {
    await settled
  }
}

describe('the thumbnails that the service worker stores', () => {
  it('are available offline, also under another signature and after a restart of the worker', async () => {
    expect(await ask(aPhotoCache(), urlOf(1))).toBe('a photo')
    network = failing
    expect(await ask(aPhotoCache(), urlOf(1, 'second'))).toBe('a photo')
    await expect(ask(aPhotoCache(), urlOf(2))).rejects.toThrow('Failed to fetch')
  })
  it('are fetched only once', async () => {
    let asked = 0
    network = async () => {
      asked += 1
      return photo()
    }
    const cache = aPhotoCache()
    for (let times = 0; times < 3; times += 1) await ask(cache, urlOf(1))
    expect(asked).toBe(1)
  })
  it('are stored and returned only while the user’s own key is on the device', async () => {
    const cache = aPhotoCache()
    await ask(cache, urlOf(1))
    expect(storage.sizes()).toEqual({ 'photos-v2-7': 1 })
    network = failing
    for (const other of [null, await aCurrentKey('8'), await aCurrentKey('7', 9)]) {
      currentKey = other
      await expect(ask(cache, urlOf(1))).rejects.toThrow()
    }
    network = async () => photo()
    currentKey = null
    await ask(cache, urlOf(2))
    // The photo sealed under a former key did not open and was deleted.
    expect(storage.sizes()).toEqual({ 'photos-v2-7': 0 })
  })
  it('reveal nothing on the device, and are returned with their headers', async () => {
    network = async () => photo('an axle', { 'content-type': 'image/webp', etag: '"4711"' })
    await ask(aPhotoCache(), urlOf(1))
    const stored = await (await storage.open('photos-v2-7')).match(new URL(urlOf(1)).pathname)
    const text = JSON.stringify([...stored!.headers]) + new TextDecoder('latin1').decode(await stored!.arrayBuffer())
    for (const word of ['axle', 'webp', '4711', 'haulyard']) expect(text).not.toContain(word)
    const returned = await aPhotoCache().answer(new Request(urlOf(1))).response
    expect([returned.headers.get('content-type'), returned.headers.get('etag')]).toEqual(['image/webp', '"4711"'])
  })
  it('that do not open are refetched and stored again: planted ones, those of another photo or user', async () => {
    const cache = aPhotoCache()
    await ask(cache, urlOf(1))
    const photos = await storage.open('photos-v2-7')
    const genuine = await photos.match(new URL(urlOf(1)).pathname)
    currentKey = await aCurrentKey('8')
    await ask(cache, urlOf(2))
    const theirs = await (await storage.open('photos-v2-8')).match(new URL(urlOf(2)).pathname)
    currentKey = await aCurrentKey('7')
    network = async () => photo('the photo 2')
    for (const planted of [photo('planted'), genuine!, theirs!, new Response('')]) {
      await photos.put(new URL(urlOf(2)).pathname, planted)
      expect(await ask(cache, urlOf(2))).toBe('the photo 2')
    }
    network = failing
    expect(await ask(cache, urlOf(2))).toBe('the photo 2')
  })
  it('are purged with their user, including one that is still on its way', async () => {
    const cache = aPhotoCache()
    await ask(cache, urlOf(1))
    const { promise, resolve } = Promise.withResolvers<Response>()
    network = () => promise
    const { response, settled } = cache.answer(new Request(urlOf(2)))
    // The request is sent by then.
    await Promise.resolve()
    await cache.purge('7')
    resolve(photo())
    await response
    await settled
    expect(storage.sizes()).toEqual({})
  })
  it('stay when a user is purged whose id is the beginning of their user’s id', async () => {
    const cache = aPhotoCache()
    await ask(cache, urlOf(1))
    currentKey = await aCurrentKey('77')
    await ask(cache, urlOf(1))
    await cache.purge('7')
    expect(storage.sizes()).toEqual({ 'photos-v2-77': 1 })
  })
  it.each([
    ['a refusal', () => new Response('{}', { status: 403, headers: { 'content-type': 'image/webp' } })],
    ['a response that is not an image', () => photo('<html>', { 'content-type': 'text/html' })],
    ['a full-size photo', () => photo('x'.repeat(65 * 1024))],
  ])('never include %s', async (_, answer) => {
    network = async () => answer()
    await ask(aPhotoCache(), urlOf(1))
    expect(storage.sizes()).toEqual({})
  })
  it('are limited to about 500, and the latest ones stay', async () => {
    const cache = aPhotoCache()
    for (let n = 1; n <= 601; n += 1) await ask(cache, urlOf(n))
    expect(storage.sizes()['photos-v2-7']).toBe(500)
    network = failing
    await expect(ask(cache, urlOf(101))).rejects.toThrow()
    expect(await ask(cache, urlOf(102))).toBe('a photo')
  })
  it('come from the network if storage fails', async () => {
    storage.has = () => Promise.reject(new DOMException('', 'InvalidStateError'))
    expect(await ask(aPhotoCache(), urlOf(1))).toBe('a photo')
  })
})

it.each([
  ['GET', `http://app.test/api/files/${idOf(1)}/thumbnail.webp`, true],
  ['GET', urlOf(1), true],
  ['GET', `http://app.test/api/files/${idOf(1)}/photo.webp/`, false],
  ['GET', 'http://app.test/api/files/x/thumbnail.webp/', false],
  ['GET', urlOf(1).replace('app.test', 'elsewhere.test'), false],
  ['HEAD', urlOf(1), false],
])('%s %s is a thumbnail: %s', (method, url, is) => {
  expect(isThumbnail({ method, url }, 'http://app.test')).toBe(is)
})
