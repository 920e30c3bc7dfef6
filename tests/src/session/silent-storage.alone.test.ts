import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { silentIndexedDb } from '#tests/support/browser/silent-storage.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { deviceKeyCall, keysOf } from '#tests/support/server/device-keys.ts'

const maria = aUser({ id: 7 })
const hers = aToken({ sub: '7', sid: 's1' })
const form = { email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe: true }
const logouts: unknown[] = []
/** One timeout shared by all storage requests, plus a little for each later request. */
const LIMIT_MS = 6_500

const server = setupServer(
  deviceKeyCall,
  http.post('*/api/auth/jwt/create/', () => HttpResponse.json({ access: hers, refresh: 'r1' })),
  http.post('*/api/auth/logout/', async ({ request }) => {
    logouts.push(await request.json())
    return HttpResponse.of(null, { status: 204 })
  }),
  http.get('*/api/users/users/me/', () => HttpResponse.json(maria)),
)

/** A newly loaded page with the browser's own storage. */
async function aPage() {
  vi.resetModules()
  const [{ SessionStore }, { browserPorts }, { setCredentials }, { indexedDbKeyVault }] = await Promise.all([
    import('#src/session/session-store.ts'),
    import('#src/session/session-ports.ts'),
    import('#src/api/call.ts'),
    import('#src/session/tokens/key-vault.ts'),
    // Normally loaded on demand. Loaded here first, so that the loading time is not measured.
    import('#src/session/tokens/server-keys.ts'),
    import('#src/session/device-id.ts'),
    import('#src/session/end-at-server.ts'),
  ])
  const ports = { ...browserPorts(), notifyTabs: () => undefined, onTabNews: () => undefined }
  const store = new SessionStore(ports)
  setCredentials(store)
  return { store, vault: indexedDbKeyVault, start: () => store.start(async () => ({ user: maria, lock: null })) }
}

function setCookies(): void {
  browserCookies.write(ACCESS_COOKIE, hers, 60)
  browserCookies.write(REFRESH_COOKIE, 'r1', 60)
  localStorage.setItem('haulyard:signed-in', 'yes')
}

/** How long the work takes on the fake clock, in milliseconds. */
async function msOf(work: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  for (let ms = 0; ms <= 120_000; ms += 50) {
    // Work that takes no fake time: responses of the server, and key operations.
    for (let turn = 0; turn < 20 && !isOver; turn += 1) await new Promise((next) => setImmediate(next))
    if (isOver) return ms
    await vi.advanceTimersByTimeAsync(50)
  }
  throw new Error('it never ends')
}

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  openPage()
  vi.stubGlobal('caches', fakeCacheStorage())
  localStorage.setItem('haulyard:host-proves', 'yes')
  localStorage.setItem('haulyard:device', '0197b1f0-0000-4000-8000-000000000001')
  logouts.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => vi.useRealTimers())
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

test('a start with storage that never responds waits for it once, and opens with the server’s key', async () => {
  setCookies()
  silentIndexedDb()
  const { store, start } = await aPage()
  const entering = async () => {
    await start()
    while (store.get().state !== 'signed_in') await store.requireUser()
  }
  expect(await msOf(entering())).toBeLessThan(LIMIT_MS)
  expect(store.sealerOf('7')).not.toBeNull()
})

test('a sign-in with storage that never responds waits for it once', async () => {
  silentIndexedDb()
  const { store, start } = await aPage()
  await start()
  expect(await msOf(store.signIn(form))).toBeLessThan(LIMIT_MS)
  expect(store.get()).toMatchObject({ state: 'signed_in', user: maria })
})

test('a sign-out with storage that never responds waits for it once, and the server is notified', async () => {
  setCookies()
  silentIndexedDb()
  const { store, start } = await aPage()
  await msOf(start())
  expect(await msOf(store.signOut())).toBeLessThan(LIMIT_MS)
  await msOf(
    (async () => {
      while (logouts.length === 0) await new Promise((next) => setImmediate(next))
    })(),
  )
  expect(logouts).toEqual([{ refresh: 'r1' }])
})

test('storage that responds late after all has done what was requested', async () => {
  const storage = silentIndexedDb()
  const { vault } = await aPage()
  const first = await keysOf('7')
  expect(await msOf(vault.find().catch(() => null))).toBeLessThan(LIMIT_MS)
  expect(await msOf(vault.save(first).catch(() => null))).toBeLessThan(1_000)
  storage.open()
  vi.useRealTimers()
  await expect.poll(() => vault.find().catch(() => null)).toMatchObject({ user: '7' })
  await vault.forget()
  expect(await vault.find()).toBeNull()
})
