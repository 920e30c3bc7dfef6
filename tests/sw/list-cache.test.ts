import { beforeEach, describe, expect, it } from 'vitest'
import { createListCache } from '#sw/list-cache.ts'
import { fakeCacheStorage } from '#tests/support/fake-cache-storage.ts'
import { PROVEN } from '#tests/support/our-answers.ts'

const DRIVERS = 'https://yard.example/api/drivers/?limit=50'
const token = (sub: string) => `Bearer head.${btoa(JSON.stringify({ sub })).replaceAll('=', '')}.sign`
const asHeaders = (sub: string) => ({ authorization: token(sub) })
const asked = (sub: string | null, url = DRIVERS) => new Request(url, sub === null ? {} : { headers: asHeaders(sub) })
const listOf = (names: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ results: names }), {
    headers: { 'content-type': 'application/json', ...PROVEN, ...headers },
  })

let storage = fakeCacheStorage()
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
  })
}

/** Asks once over a good network, so that the answer is stored. */
async function visit(cache: ReturnType<typeof aListCache>, sub: string, names: string, url = DRIVERS) {
  network = async () => listOf(names)
  const { response, settled } = cache.answer(asked(sub, url))
  await response
  await settled
}
const failing = async () => {
  throw new TypeError('Failed to fetch')
}
const hanging = () => new Promise<Response>(() => undefined)

beforeEach(() => {
  storage = fakeCacheStorage()
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
    expect(storage.sizes()).toEqual({ 'lists-v1-7': 60 })
    network = failing
    await expect(cache.answer(asked('7', page(1))).response).rejects.toThrow()
    expect(await (await cache.answer(asked('7', page(2))).response).json()).toEqual({ results: 'page 2' })
  })

  it('are gone after the purge of that person, and of that person only', async () => {
    const cache = aListCache()
    await visit(cache, '7', 'Maria')
    await visit(cache, '77', 'Lee')
    await cache.purge('7')
    expect(storage.sizes()).toEqual({ 'lists-v1-77': 1 })
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
