import { openDB } from 'idb'
import { http, HttpResponse as PlainResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { databaseName } from '#src/offline/outbox/entry/names.ts'
import { sendWithoutPage } from '#src/offline/outbox/without-page/send-without-page.ts'
import { importSealKey } from '#src/seal/sealer.ts'
import { SESSION_CHANNEL } from '#src/session/session-ports.ts'
import { indexedDbKeyVault } from '#src/session/tokens/key-vault.ts'
import { indexedDbVault } from '#src/session/tokens/token-vault.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'

const SITE = 'http://app.test'
const access = aToken({ sub: '7', sid: 's1', iat: Date.now() / 1000 })
const requests: { readonly path: string; readonly token: string | null; readonly key: string | null }[] = []
let cookie: string | null = access
const server = setupServer()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

const appliesIt = (): Response | Promise<Response> => HttpResponse.json({ versions: { a: 2 } })
/** The host responds to the health check, with proof or without, and to changes. */
function hostResponds({ hasProof = true, change = appliesIt } = {}) {
  const health = { status: 'ok' }
  server.use(
    http.get(`${SITE}/api/health/`, () => (hasProof ? HttpResponse.json(health) : PlainResponse.json(health))),
    http.patch(`${SITE}/api/things/`, ({ request: { url, headers } }) => {
      const [token, key] = [headers.get('authorization'), headers.get('idempotency-key')]
      requests.push({ path: new URL(url).pathname, token, key })
      return change()
    }),
  )
}

/** A worker on a device on which user 7 is remembered and one change waits. */
beforeEach(async () => {
  requests.length = 0
  cookie = access
  vi.stubGlobal('location', { origin: SITE, protocol: 'http:' })
  vi.stubGlobal('caches', fakeCacheStorage())
  vi.stubGlobal('cookieStore', { get: async () => cookie && { name: 'access-token', value: cookie } })
  await indexedDbVault.save({ access, refresh: 'half', isSplit: true })
  await indexedDbKeyVault.saveHalf({ sub: '7', sid: 's1', half: 'half' })
  const keys = [await importSealKey('00000001', new Uint8Array(32).fill(1))]
  await indexedDbKeyVault.save({ user: '7', keys, signIn: 'today' })
  await storeChange()
})
/** Stores the device's first change, or its `seq`th. */
async function storeChange(seq = 1) {
  const { store, mirror } = sealedStores('7')
  await store.write(async (tx) => {
    await tx.putMeta({ nextSeq: seq + 1, device: 'tablet', loss: null, signIn: 'today' })
    await tx.putEntry(anEntry({ seq }))
  })
  await mirror.put(anEntry({ seq }))
  store.close()
}

const send = (signal = new AbortController().signal) => sendWithoutPage([changeThing], { maxMs: 5_000, signal })
async function stored() {
  const { store, mirror } = sealedStores('7')
  const entries = await store.read((tx) => tx.entries())
  store.close()
  return { states: entries.map(({ state }) => state), copies: (await mirror.names()).length }
}

test('what waits on the device is sent as its user, and leaves both copies', async () => {
  hostResponds()
  expect(await send()).toBe('done')
  expect(requests).toEqual([{ path: '/api/things/', token: `Bearer ${access}`, key: `"${anEntry().id}"` }])
  expect(await stored()).toEqual({ states: [], copies: 0 })
})

test('nothing is sent, not even a look at the host, when no user is remembered', async () => {
  await indexedDbVault.end('s1')
  expect(await send()).toBe('done')
  expect((await stored()).states).toEqual(['waiting'])
})

test('nothing is sent at a host that does not prove its responses, which could apply a change twice', async () => {
  // Like a worker that has just started: nothing is known of the host.
  vi.resetModules()
  const started = await import('#src/offline/outbox/without-page/send-without-page.ts')
  hostResponds({ hasProof: false })
  const signal = new AbortController().signal
  expect(await started.sendWithoutPage([changeThing], { maxMs: 5_000, signal })).toBe('done')
  expect(requests).toEqual([])
  expect((await stored()).states).toEqual(['waiting'])
})

test('behind a gateway that responds instead of the host, the worker sends nothing and asks to be started again', async () => {
  hostResponds()
  await send()
  await storeChange()
  hostResponds({ hasProof: false })
  requests.length = 0
  await expect(send()).rejects.toMatchObject({ kind: 'not_ours' })
  expect(requests).toEqual([])
  expect((await stored()).states).toEqual(['waiting'])
})

test('without a host the worker asks to be started again', async () => {
  server.use(http.get(`${SITE}/api/health/`, () => HttpResponse.error()))
  await expect(send()).rejects.toMatchObject({ kind: 'network' })
  expect((await stored()).states).toEqual(['waiting'])
})

test('a store of a newer version of the app is left alone', async () => {
  hostResponds()
  ;(await openDB(databaseName('7'), 99)).close()
  expect(await send()).toBe('done')
  expect(requests).toEqual([])
})

test('an outbox that no page has created is not created', async () => {
  await indexedDbKeyVault.save({
    user: '8',
    keys: [await importSealKey('00000001', new Uint8Array(32).fill(1))],
    signIn: null,
  })
  const other = aToken({ sub: '8', sid: 's2', iat: Date.now() / 1000 })
  await indexedDbVault.save({ access: other, refresh: 'half', isSplit: true })
  await indexedDbKeyVault.saveHalf({ sub: '8', sid: 's2', half: 'half' })
  cookie = other
  expect(await send()).toBe('done')
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(databaseName('8'))
})

test('sending ends when a page signs the user out', async () => {
  const news = new BroadcastChannel(SESSION_CHANNEL)
  hostResponds({
    change: () => {
      news.postMessage({ type: 'signed_out' })
      return new Promise<never>(() => undefined)
    },
  })
  expect(await send()).toBe('done')
  expect(requests).toHaveLength(1)
  news.close()
})

test('the session is read again before each change: after a sign-out that no page reports, the next one is not sent', async () => {
  await storeChange(2)
  hostResponds({
    change: () => {
      cookie = null
      return appliesIt()
    },
  })
  expect(await send()).toBe('done')
  expect(requests).toHaveLength(1)
  expect((await stored()).states).toEqual(['sign_in'])
})
