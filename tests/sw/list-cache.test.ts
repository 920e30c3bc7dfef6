import { beforeEach, describe, expect, it } from 'vitest'
import type { CurrentKey } from '#sw/current-key.ts'
import { createListCache } from '#sw/list-cache.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aKeyHere, keysOf } from '#tests/support/builders/a-key-here.ts'
import { PROVEN } from '#tests/support/offline/our-answers.ts'

const DRIVERS = 'https://yard.example/api/drivers/?limit=50'
const token = (sub: string) => `Bearer head.${btoa(JSON.stringify({ sub })).replaceAll('=', '')}.sign`
const asHeaders = (sub: string) => ({ authorization: token(sub) })
const asked = (sub: string | null, url = DRIVERS) => new Request(url, sub === null ? {} : { headers: asHeaders(sub) })
const listOf = (names: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ results: names }), {
    headers: { 'content-type': 'application/json', ...PROVEN, ...headers },
  })

let storage = fakeCacheStorage()
/** Who is signed in. */
let here: CurrentKey | null = null
let now = 1000
let patienceEnds: () => void = () => undefined
let network: (request: Request) => Promise<Response> = async () => listOf('none')

function aListCache() {
  return createListCache({
    caches: storage,
    fetch: (request) => network(request),
    now: () => now,
    after: () =>
      new Promise((resolve) => {
        patienceEnds = resolve
      }),
    keys: keysOf(() => here),
  })
}

/** Asks once over a good network, so that the answer is stored. */
async function visit(cache: ReturnType<typeof aListCache>, sub: string, names: string, url = DRIVERS) {
  here = await aKeyHere(sub)
  network = async () => listOf(names)
  const { response, settled } = cache.answer(asked(sub, url))
  await response
  await settled
}
const failing = async () => {
  throw new TypeError('Failed to fetch')
}
const hanging = () => new Promise<Response>(() => undefined)

/** All that is stored, as a raw look at the device would find it. */
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
  here = await aKeyHere('7')
  now = 1000
})

describe('the lists that the service worker keeps', () => {
  it('come from the network while it answers', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'old')
    network = async () => listOf('new')
    const answer = await cache.answer(asked('7')).response
    expect(await answer.json()).toEqual({ results: 'new' })
    expect(answer.headers.get('x-sw-source')).toBeNull()
  })

  it('come from storage, with their age, when there is no network', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    network = failing
    now = 99_000
    const answer = await cache.answer(asked('7')).response
    expect(await answer.json()).toEqual({ results: 'Maria' })
    expect(answer.headers.get('x-sw-source')).toBe('cache')
    expect(answer.headers.get('x-sw-stored-at')).toBe('1000')
  })

  it('come from storage when a connection hangs longer than the patience', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    network = hanging
    const { response } = cache.answer(asked('7'))
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
    const { response } = cache.answer(asked('7'))
    patienceEnds()
    arrive(listOf('late'))
    expect(await (await response).json()).toEqual({ results: 'late' })
  })

  it('keep the late answer for the next time', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'old')
    let arrive: (response: Response) => void = () => undefined
    network = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const { response, settled } = cache.answer(asked('7'))
    patienceEnds()
    await response
    arrive(listOf('late'))
    await settled
    network = failing
    expect(await (await cache.answer(asked('7')).response).json()).toEqual({ results: 'late' })
  })

  it('are no answer to a call that wants the server’s own word; its answer is kept all the same', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'old')
    let arrive: (response: Response) => void = () => undefined
    network = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const { response, settled } = cache.answer(new Request(asked('7'), { cache: 'no-cache' }))
    patienceEnds()
    await new Promise((resolve) => setImmediate(resolve))
    arrive(listOf('new'))
    expect(await (await response).json()).toEqual({ results: 'new' })
    await settled
    network = failing
    await expect(cache.answer(new Request(asked('7'), { cache: 'no-cache' })).response).rejects.toThrow()
    expect(await (await cache.answer(asked('7')).response).json()).toEqual({ results: 'new' })
  })

  it('stay as they are when the network says that what the page has is still so', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'old')
    let sent: Request | null = null
    network = async (request) => {
      sent = request
      return new Response(null, { status: 304, headers: PROVEN })
    }
    const tagged = new Request(asked('7'), {
      cache: 'no-cache',
      headers: { ...asHeaders('7'), 'if-none-match': 'W/"1"' },
    })
    const { response, settled } = cache.answer(tagged)
    expect((await response).status).toBe(304)
    expect(sent!.headers.get('if-none-match')).toBe('W/"1"')
    await settled
    network = failing
    expect(await (await cache.answer(asked('7')).response).json()).toEqual({ results: 'old' })
  })

  it('are never given to another person', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    network = failing
    await expect(cache.answer(asked('8')).response).rejects.toThrow('Failed to fetch')
    here = await aKeyHere('8')
    for (const sub of ['7', '8']) await expect(cache.answer(asked(sub)).response).rejects.toThrow('Failed to fetch')
  })

  it('say nothing on the device: neither names nor headers nor whose token it was', async () => {
    const cache = aListCache()
    network = async () => listOf('Maria', { etag: 'W/"4711"' })
    await cache.answer(asked('7')).settled
    const text = await onDisk()
    expect(text).toContain(DRIVERS)
    for (const word of ['Maria', '4711', 'results', 'json', 'haulyard', 'Bearer']) expect(text).not.toContain(word)
    network = failing
    const answer = await cache.answer(asked('7')).response
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('content-type')]).toEqual([
      200,
      'W/"4711"',
      'application/json',
    ])
  })

  it('are neither stored nor given while nobody’s key is here, or another person’s', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    const before = await onDisk()
    for (const other of [null, await aKeyHere('8')]) {
      here = other
      network = async () => listOf('new')
      const { response, settled } = cache.answer(asked('7'))
      expect(await (await response).json()).toEqual({ results: 'new' })
      await settled
      expect(await onDisk()).toBe(before)
      network = failing
      await expect(cache.answer(asked('7')).response).rejects.toThrow('Failed to fetch')
    }
  })

  it('that do not open are not there, and go: of another key, of another address, of another person, of before', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    await visit(cache, '8', 'Lee')
    const [ours, theirs] = [await storage.open('lists-v2-7'), await storage.open('lists-v2-8')]
    const genuine = await ours.match(DRIVERS)
    const planted = [
      ['https://yard.example/api/trucks/', genuine!.clone()],
      [DRIVERS, (await theirs.match(DRIVERS))!],
      [DRIVERS, listOf('planted')],
      [DRIVERS, new Response('')],
    ] as const
    network = failing
    here = await aKeyHere('7')
    for (const [url, stored] of planted) {
      await ours.put(url, stored)
      await expect(cache.answer(asked('7', url)).response).rejects.toThrow('Failed to fetch')
      expect((await ours.keys()).map((one) => one.url)).not.toContain(url)
    }
    await ours.put(DRIVERS, genuine!)
    here = await aKeyHere('7', 9)
    await expect(cache.answer(asked('7')).response).rejects.toThrow('Failed to fetch')
    expect(storage.sizes()['lists-v2-7']).toBe(0)
  })

  it('are told to be unchanged in the server’s own words, and what is stored stays', async () => {
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

  it('are neither stored nor given for a call without a token', async () => {
    const cache = aListCache()
    network = async () => listOf('open')
    await cache.answer(asked(null)).settled
    expect(storage.sizes()).toEqual({})
  })

  it('are not made of refusals, of a captive portal page or of what a gateway says in JSON', async () => {
    const cache = aListCache()
    for (const answer of [
      new Response('{}', { status: 403, headers: { 'content-type': 'application/json', ...PROVEN } }),
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      new Response('{}', { headers: { 'content-type': 'application/json' } }),
    ]) {
      network = async () => answer
      await cache.answer(asked('7')).settled
    }
    expect(storage.sizes()).toEqual({})
  })

  it('are at most sixty a person, the longest unused going first', async () => {
    const cache = aListCache()
    const page = (n: number) => `https://yard.example/api/drivers/?offset=${n}`
    for (let n = 0; n < 62; n += 1) await visit(cache, '7', `page ${n}`, page(n))
    expect(storage.sizes()).toEqual({ 'lists-v2-7': 60 })
    network = failing
    await expect(cache.answer(asked('7', page(1))).response).rejects.toThrow()
    expect(await (await cache.answer(asked('7', page(2))).response).json()).toEqual({ results: 'page 2' })
  })

  it('are gone after the purge of that person, and of that person only', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    await visit(cache, '77', 'Lee')
    await storage.open('lists-v1-7')
    await cache.purge('7')
    expect(storage.sizes()).toEqual({ 'lists-v2-77': 1 })
  })

  it('do not come back with an answer that was on its way during the purge', async () => {
    const cache = aListCache()
    let arrive: (response: Response) => void = () => undefined
    network = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const { settled } = cache.answer(asked('7'))
    await cache.purge('7')
    arrive(listOf('late'))
    await settled
    expect(storage.sizes()).toEqual({})
  })

  it('leave not even an empty place behind when the patience of an answered call ends after the purge', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    await cache.purge('7')
    patienceEnds()
    await new Promise(setImmediate)
    expect(storage.sizes()).toEqual({})
  })
})

it('waits for a slow network where the storage fails', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  storage = { ...storage, has: () => Promise.reject(new DOMException('broken', 'UnknownError')) }
  network = () => promise
  const { response } = aListCache().answer(asked('7'))
  patienceEnds()
  await new Promise((next) => setTimeout(next))
  resolve(listOf('late'))
  expect(await (await response).json()).toEqual({ results: 'late' })
})
