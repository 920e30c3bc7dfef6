import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { PROOF, PROOF_HEADER } from '#contract/wire/origin.ts'
import { createListCache } from '#sw/list-cache.ts'
import { isProven } from '#sw/origin.ts'
import { createPhotoCache } from '#sw/photo-cache.ts'
import { provenFilesPlugin } from '#sw/proven-files.ts'
import { createShellFiles } from '#sw/shell-files.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aCurrentKey, keyFinderFor } from '#tests/support/builders/a-current-key.ts'
import { aGatewayAnswer } from '#tests/support/builders/a-gateway.ts'
import { PROVEN } from '#tests/support/offline/proven-responses.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const PHOTO = `http://app.test/api/files/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}/thumbnail.webp/?signature=x`
const requestOfList = () =>
  new Request('http://app.test/api/drivers/', {
    headers: { authorization: `Bearer head.${btoa(JSON.stringify({ sub: '7' }))}.sign`.replaceAll('=', '') },
  })

const currentKey = await aCurrentKey('7')
const keys = keyFinderFor(() => currentKey)
let storage = fakeCacheStorage()
let network: () => Promise<Response>
const fetch = () => network()
const lists = () =>
  createListCache({ caches: storage, fetch, now: () => 1, after: () => new Promise<void>(() => undefined), keys })
const photos = () => createPhotoCache({ caches: storage, fetch, keys })

async function list(): Promise<Response> {
  const { response, settled } = lists().answer(requestOfList())
  await settled
  return response
}
async function photo(): Promise<Response> {
  const { response, settled } = photos().answer(new Request(PHOTO))
  await settled
  return response
}
/** The content of all caches, as text. */
async function stored(): Promise<string> {
  const caches = await Promise.all(
    (await storage.keys()).map(async (name) => {
      const cache = await storage.open(name)
      const texts = (await cache.keys()).map(async (key) => `${key.url} ${await (await cache.match(key))?.text()}`)
      return `${name}: ${(await Promise.all(texts)).join()}`
    }),
  )
  return caches.join('\n')
}

beforeEach(() => {
  storage = fakeCacheStorage()
})

it('the worker recognizes the server by the same header as the pages', () => {
  expect(isProven(new Response(null, { headers: { [PROOF_HEADER]: PROOF } }))).toBe(true)
  expect(isProven(new Response(null, { headers: { [PROOF_HEADER]: 'kong' } }))).toBe(false)
  expect(isProven(new Response(null))).toBe(false)
})

describe('a gateway in front of the server', () => {
  it('changes nothing that the worker has stored, and its responses are replaced by stored ones', async () => {
    network = async () => new Response('[1]', { headers: { ...JSON_TYPE, ...PROVEN } })
    await list()
    const before = await stored()
    await fc.assert(
      fc.asyncProperty(aGatewayAnswer, async (answer) => {
        network = async () => answer()
        const received = await list()
        expect([isProven(received), received.headers.get('x-sw-source'), await received.text()]).toEqual([
          true,
          'cache',
          '[1]',
        ])
        expect((await photo()).ok).toBe(false)
        expect(await stored()).toBe(before)
      }),
    )
  })

  it('does not survive in the browser’s own cache, because the worker makes that cache revalidate', async () => {
    const asks: Request[] = []
    const { response } = createListCache({
      caches: storage,
      fetch: async (request) => {
        asks.push(request)
        return new Response('[1]', { headers: { ...JSON_TYPE, ...PROVEN } })
      },
      now: () => 1,
      after: () => new Promise<void>(() => undefined),
      keys,
    }).answer(requestOfList())
    await response
    expect(asks.map(({ cache, url, headers }) => [cache, url, headers.get('authorization')])).toEqual([
      ['no-cache', requestOfList().url, requestOfList().headers.get('authorization')],
    ])
  })

  it('is left to the page to judge when nothing is stored, and its responses are not stored', async () => {
    await fc.assert(
      fc.asyncProperty(aGatewayAnswer, async (answer) => {
        network = async () => answer()
        expect(isProven(await list())).toBe(false)
        expect(storage.sizes()).toEqual({})
      }),
    )
  })

  it('does not keep a photo of a host without proof from being shown; it is not stored', async () => {
    network = async () => new Response('a photo', { headers: { 'content-type': 'image/webp' } })
    expect(await (await photo()).text()).toBe('a photo')
    expect(storage.sizes()).toEqual({})
  })
})

describe('the app’s own files', () => {
  const FILES = ['a.js', 'b.js'].map((path) => ({ url: `http://app.test/${path}`, key: `http://app.test/${path}` }))
  const shell = (give: (url: string) => Response) =>
    createShellFiles({
      caches: storage,
      fetch: async (url) => give(url),
      cacheName: 'app',
      files: () => FILES,
      hasNewVersion: async () => false,
    })
  const ours = (url: string) => new Response(url, { headers: PROVEN })

  it('are repaired only with responses that have the proof', async () => {
    await shell(ours).repair()
    const cache = await storage.open('app')
    await cache.delete(FILES[1]!.key)
    await expect(shell(() => new Response('{}', { headers: JSON_TYPE })).repair()).rejects.toThrow('answered 200')
    expect(storage.sizes()).toEqual({ app: 1 })
    expect(await shell(ours).repair()).toBe('mended')
  })

  it('are repaired without proof at a host that never sent it', async () => {
    await shell((url) => new Response(url)).repair()
    await (await storage.open('app')).delete(FILES[1]!.key)
    expect(await shell((url) => new Response(url)).repair()).toBe('mended')
  })

  const script = { 'content-type': 'text/javascript' }
  const SCRIPT = 'http://app.test/sw.js'
  const FILE = new Request('http://app.test/assets/a.js')
  it.each([
    ['only with proof, if the host proves its script', new Response('', { headers: { ...script, ...PROVEN } }), false],
    ['without proof, if the host proves nothing', new Response('', { headers: script }), true],
    ['only with proof, while a gateway responds for the script too', new Response('{}', { headers: JSON_TYPE }), false],
  ])('are accepted by a new version %s', async (_name, ofScript, isAccepted) => {
    const { cacheWillUpdate } = provenFilesPlugin(
      async (url) => (url === SCRIPT ? ofScript : new Response('{}')),
      SCRIPT,
    )
    const accepts = async (response: Response) => (await cacheWillUpdate({ request: FILE, response })) !== null
    expect(await accepts(ours('a.js'))).toBe(true)
    expect(await accepts(new Response('{}'))).toBe(isAccepted)
    expect(await accepts(new Response('', { status: 404, headers: PROVEN }))).toBe(false)
  })

  it('are refetched past the browser’s own cache if that cache has a copy without proof', async () => {
    const asked: [string, RequestCache][] = []
    const { cacheWillUpdate } = provenFilesPlugin(async (url, cache) => {
      asked.push([url, cache])
      return ours('a.js')
    }, SCRIPT)
    const cached = new Response('a.js')
    expect(await (await cacheWillUpdate({ request: FILE, response: cached }))?.text()).toBe(await ours('a.js').text())
    expect(asked).toEqual([
      [SCRIPT, 'no-cache'],
      [FILE.url, 'reload'],
    ])
  })
})
