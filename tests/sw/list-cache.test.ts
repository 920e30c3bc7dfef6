import { beforeEach, describe, expect, it } from 'vitest'
import type { CurrentKey } from '#sw/current-key.ts'
import { createListCache } from '#sw/list-cache.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aCurrentKey, keyFinderFor } from '#tests/support/builders/a-current-key.ts'
import { PROVEN } from '#tests/support/offline/proven-responses.ts'

const DRIVERS = 'https://yard.example/api/drivers/?limit=50'
const token = (sub: string) => `Bearer head.${btoa(JSON.stringify({ sub })).replaceAll('=', '')}.sign`
const asHeaders = (sub: string) => ({ authorization: token(sub) })
const requestOf = (sub: string | null, url = DRIVERS) =>
  new Request(url, sub === null ? {} : { headers: asHeaders(sub) })
const listResponse = (names: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ results: names }), {
    headers: { 'content-type': 'application/json', ...PROVEN, ...headers },
  })

let storage = fakeCacheStorage()
/** The key of the signed-in user. */
let currentKey: CurrentKey | null = null
let now = 1000
let patienceEnds: () => void = () => undefined
let network: (request: Request) => Promise<Response> = async () => listResponse('none')

function aListCache() {
  return createListCache({
    caches: storage,
    fetch: (request) => network(request),
    now: () => now,
    after: () =>
      new Promise((resolve) => {
        patienceEnds = resolve
      }),
    keys: keyFinderFor(() => currentKey),
  })
}

/** Sends one request over a working network, so that the response is stored. */
async function visit(cache: ReturnType<typeof aListCache>, sub: string, names: string, url = DRIVERS) {
  currentKey = await aCurrentKey(sub)
  network = async () => listResponse(names)
  const { response, settled } = cache.answer(requestOf(sub, url))
  await response
  await settled
}
const failing = async () => {
  throw new TypeError('Failed to fetch')
}
const hanging = () => new Promise<Response>(() => undefined)

/** The raw content of all caches, as text. */
async function onDisk(): Promise<string> {
  const parts: string[] = []
  for (const name of await storage.keys()) {
    const cache = await storage.open(name)
    for (const request of await cache.keys()) {
      const stored = await cache.match(request.url)
      parts.push(name, request.url, JSON.stringify([...(stored?.headers ?? []), ...request.headers]))
      parts.push(new TextDecoder('latin1').decode(await stored?.arrayBuffer()))
    }
  }
  return parts.join('\n')
}

beforeEach(async () => {
  storage = fakeCacheStorage()
  currentKey = await aCurrentKey('7')
  now = 1000
})

describe('the lists that the service worker stores', () => {
  it('come from the network while it responds', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'old')
    network = async () => listResponse('new')
    const answer = await cache.answer(requestOf('7')).response
    expect(await answer.json()).toEqual({ results: 'new' })
    expect(answer.headers.get('x-sw-source')).toBeNull()
  })

  it('come from storage, with their age, when there is no network', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    network = failing
    now = 99_000
    const answer = await cache.answer(requestOf('7')).response
    expect(await answer.json()).toEqual({ results: 'Maria' })
    expect(answer.headers.get('x-sw-source')).toBe('cache')
    expect(answer.headers.get('x-sw-stored-at')).toBe('1000')
  })

  it('come from storage when a connection hangs longer than the wait', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    network = hanging
    const { response } = cache.answer(requestOf('7'))
    patienceEnds()
    expect((await response).headers.get('x-sw-source')).toBe('cache')
  })

  it('wait for a slow network when nothing is stored', async () => {
    const cache = aListCache()
    let arrive: (response: Response) => void = () => undefined
    network = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const { response } = cache.answer(requestOf('7'))
    patienceEnds()
    arrive(listResponse('late'))
    expect(await (await response).json()).toEqual({ results: 'late' })
  })

  it('are updated by a late response, for the next time', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'old')
    let arrive: (response: Response) => void = () => undefined
    network = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const { response, settled } = cache.answer(requestOf('7'))
    patienceEnds()
    await response
    arrive(listResponse('late'))
    await settled
    network = failing
    expect(await (await cache.answer(requestOf('7')).response).json()).toEqual({ results: 'late' })
  })

  it('are not returned to a request that accepts only the server’s response, which is stored all the same', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'old')
    let arrive: (response: Response) => void = () => undefined
    network = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const { response, settled } = cache.answer(new Request(requestOf('7'), { cache: 'no-cache' }))
    patienceEnds()
    await new Promise((resolve) => setImmediate(resolve))
    arrive(listResponse('new'))
    expect(await (await response).json()).toEqual({ results: 'new' })
    await settled
    network = failing
    await expect(cache.answer(new Request(requestOf('7'), { cache: 'no-cache' })).response).rejects.toThrow()
    expect(await (await cache.answer(requestOf('7')).response).json()).toEqual({ results: 'new' })
  })

  it('stay stored when the server responds 304 to a tagged request', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'old')
    let sent: Request | null = null
    network = async (request) => {
      sent = request
      return new Response(null, { status: 304, headers: PROVEN })
    }
    const tagged = new Request(requestOf('7'), {
      cache: 'no-cache',
      headers: { ...asHeaders('7'), 'if-none-match': 'W/"1"' },
    })
    const { response, settled } = cache.answer(tagged)
    expect((await response).status).toBe(304)
    expect(sent!.headers.get('if-none-match')).toBe('W/"1"')
    await settled
    network = failing
    expect(await (await cache.answer(requestOf('7')).response).json()).toEqual({ results: 'old' })
  })

  it('are never returned to another user', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    network = failing
    await expect(cache.answer(requestOf('8')).response).rejects.toThrow('Failed to fetch')
    currentKey = await aCurrentKey('8')
    for (const sub of ['7', '8']) await expect(cache.answer(requestOf(sub)).response).rejects.toThrow('Failed to fetch')
  })

  it('reveal nothing on the device: no content, no headers, no token', async () => {
    const cache = aListCache()
    network = async () => listResponse('Maria', { etag: 'W/"4711"' })
    await cache.answer(requestOf('7')).settled
    const text = await onDisk()
    expect(text).toContain(DRIVERS)
    for (const word of ['Maria', '4711', 'results', 'json', 'haulyard', 'Bearer']) expect(text).not.toContain(word)
    network = failing
    const answer = await cache.answer(requestOf('7')).response
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('content-type')]).toEqual([
      200,
      'W/"4711"',
      'application/json',
    ])
  })

  it('are neither stored nor returned without a key, or with another user’s key', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    const before = await onDisk()
    for (const other of [null, await aCurrentKey('8')]) {
      currentKey = other
      network = async () => listResponse('new')
      const { response, settled } = cache.answer(requestOf('7'))
      expect(await (await response).json()).toEqual({ results: 'new' })
      await settled
      expect(await onDisk()).toBe(before)
      network = failing
      await expect(cache.answer(requestOf('7')).response).rejects.toThrow('Failed to fetch')
    }
  })

  it('that do not open are not returned and are deleted: of another key, address or user, or unencrypted', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    await visit(cache, '8', 'Lee')
    const [ours, theirs] = [await storage.open('lists-v2-7'), await storage.open('lists-v2-8')]
    const genuine = await ours.match(DRIVERS)
    const planted = [
      ['https://yard.example/api/trucks/', genuine!.clone()],
      [DRIVERS, (await theirs.match(DRIVERS))!],
      [DRIVERS, listResponse('planted')],
      [DRIVERS, new Response('')],
    ] as const
    network = failing
    currentKey = await aCurrentKey('7')
    for (const [url, stored] of planted) {
      await ours.put(url, stored)
      await expect(cache.answer(requestOf('7', url)).response).rejects.toThrow('Failed to fetch')
      expect((await ours.keys()).map((one) => one.url)).not.toContain(url)
    }
    await ours.put(DRIVERS, genuine!)
    currentKey = await aCurrentKey('7', 9)
    await expect(cache.answer(requestOf('7')).response).rejects.toThrow('Failed to fetch')
    expect(storage.sizes()['lists-v2-7']).toBe(0)
  })

  it('do not replace the server’s 304, but are returned to a tagged request when the network hangs', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    const asks: Request[] = []
    network = async (request) => {
      asks.push(request)
      return new Response(null, { status: 304, headers: { etag: 'W/"1"', ...PROVEN } })
    }
    const tagged = new Request(DRIVERS, { headers: { authorization: token('7'), 'if-none-match': 'W/"1"' } })
    const { response, settled } = cache.answer(tagged)
    expect([(await response).status, (await response).headers.get('x-sw-source')]).toEqual([304, null])
    await settled
    expect(asks.map((one) => [one.headers.get('if-none-match'), one.cache])).toEqual([['W/"1"', 'no-store']])
    network = hanging
    const slow = cache.answer(tagged)
    patienceEnds()
    expect([(await slow.response).status, await (await slow.response).json()]).toEqual([200, { results: 'Maria' }])
  })

  it('are neither stored nor returned for a request without a token', async () => {
    const cache = aListCache()
    network = async () => listResponse('open')
    await cache.answer(requestOf(null)).settled
    expect(storage.sizes()).toEqual({})
    await visit(cache, '7', 'Maria')
    network = failing
    await expect(cache.answer(requestOf(null)).response).rejects.toThrow('Failed to fetch')
    network = hanging
    const responses = [null, '7'].map(async (sub) => {
      const { response } = cache.answer(requestOf(sub))
      patienceEnds()
      await response
      return sub
    })
    expect(await Promise.race(responses)).toBe('7')
  })

  it('never contain refusals, captive portal pages or JSON of a gateway', async () => {
    const cache = aListCache()
    for (const answer of [
      new Response('{}', { status: 403, headers: { 'content-type': 'application/json', ...PROVEN } }),
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      new Response('{}', { headers: { 'content-type': 'application/json' } }),
    ]) {
      network = async () => answer
      await cache.answer(requestOf('7')).settled
    }
    expect(storage.sizes()).toEqual({})
  })

  it('are at most 60 per user, and the least recently used is deleted first', async () => {
    const cache = aListCache()
    const page = (n: number) => `https://yard.example/api/drivers/?offset=${n}`
    for (let n = 0; n < 62; n += 1) await visit(cache, '7', `page ${n}`, page(n))
    expect(storage.sizes()).toEqual({ 'lists-v2-7': 60 })
    network = failing
    await expect(cache.answer(requestOf('7', page(1))).response).rejects.toThrow()
    expect(await (await cache.answer(requestOf('7', page(2))).response).json()).toEqual({ results: 'page 2' })
  })

  it('are deleted by the purge of their user, and of that user only', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    await visit(cache, '77', 'Lee')
    await storage.open('lists-v1-7')
    await cache.purge('7')
    expect(storage.sizes()).toEqual({ 'lists-v2-77': 1 })
  })

  it('do not come back with a response that was on its way during the purge', async () => {
    const cache = aListCache()
    let arrive: (response: Response) => void = () => undefined
    network = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const { settled } = cache.answer(requestOf('7'))
    await cache.purge('7')
    arrive(listResponse('late'))
    await settled
    expect(storage.sizes()).toEqual({})
  })

  it('leave not even an empty cache when the wait of an answered request ends after the purge', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    await cache.purge('7')
    patienceEnds()
    await new Promise(setImmediate)
    expect(storage.sizes()).toEqual({})
  })
})

it('the list cache waits for a slow network if storage fails', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  storage = { ...storage, has: () => Promise.reject(new DOMException('broken', 'UnknownError')) }
  network = () => promise
  const { response } = aListCache().answer(requestOf('7'))
  patienceEnds()
  await new Promise((next) => setTimeout(next))
  resolve(listResponse('late'))
  expect(await (await response).json()).toEqual({ results: 'late' })
})
