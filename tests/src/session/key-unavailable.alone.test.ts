import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setCredentials } from '#src/api/call.ts'
import { browserPorts } from '#src/session/session-ports.ts'
import { SessionStore } from '#src/session/session-store.ts'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeKeyVault } from '#tests/support/browser/fake-key-vault.ts'
import { fakeVault } from '#tests/support/browser/fake-vault.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { PATIENCE } from '#tests/support/patience.ts'
import { deviceKeyCall, keysOf } from '#tests/support/server/device-keys.ts'

const server = setupServer()
const at = (path: string) => `http://app.test/api/${path}`
const maria = aUser({ id: 7 })
let keys = fakeKeyVault()

/** A page that starts with Maria's cookies, on a device that has only the keys in `keys` (none by default). */
async function aStart() {
  const store = new SessionStore({
    ...browserPorts(),
    vault: fakeVault(),
    keys,
    device: () => Promise.resolve('0197b1f0-0000-4000-8000-000000000001'),
    notifyTabs: () => undefined,
    onTabNews: () => undefined,
  })
  await store.start(async () => ({ user: maria, lock: null }))
  setCredentials(store)
  return store
}
/** Like `eventually`, but does not advance the fake clock. */
async function until(page: SessionStore, why: string | null): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end && page.get().why !== why; )
    await new Promise((next) => setImmediate(next))
  expect(page.get().why).toBe(why)
}
const refuseKey = (status: number, headers: Record<string, string> = {}) =>
  http.post(at('auth/device_key/'), () => HttpResponse.json({ detail: 'No.' }, { status, headers }))

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  openPage()
  localStorage.setItem('haulyard:host-proves', 'yes')
  browserCookies.write(ACCESS_COOKIE, aToken({ sub: '7', sid: 's1' }), 60)
  browserCookies.write(REFRESH_COOKIE, 'r1', 60)
  localStorage.setItem('haulyard:signed-in', 'yes')
  keys = fakeKeyVault()
  server.use(http.get(at('users/users/me/'), () => HttpResponse.json(maria)))
})
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

test('a device to which the server refuses the key asks the user to sign in, and gives the reason', async () => {
  server.use(refuseKey(403))
  const page = await aStart()
  expect(await page.requireUser()).toBeNull()
  expect(page.get()).toEqual({ state: 'sign_in_again', user: null, why: 'no_key' })
})

test.each([
  [503, { 'retry-after': '5' }, 5_000],
  [503, {}, 5_000],
  [429, { 'retry-after': '30' }, 30_000],
  [500, {}, 5_000],
  // The page asks at most once a second, and waits at most a minute.
  [503, { 'retry-after': '0' }, 1_000],
  [503, { 'retry-after': '86400' }, 60_000],
])(
  'a %i with %o is reported, and the server is asked again at the time it requested',
  async (status, headers, waitMs) => {
    server.use(refuseKey(status, headers as Record<string, string>))
    const page = await aStart()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const entering = page.requireUser()
    await until(page, 'later')
    expect(await entering).toBeNull()
    expect(page.get()).toEqual({ state: 'sign_in_again', user: null, why: 'later' })
    server.use(deviceKeyCall)
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(page.get().why).toBe('later')
    await vi.advanceTimersByTimeAsync(1)
    await until(page, null)
    expect(page.get()).toEqual({ state: 'signed_in', user: maria, why: null })
    expect(page.sealerOf('7')).not.toBeNull()
  },
)

test('a server error for the current user is reported as temporary too', async () => {
  server.use(
    deviceKeyCall,
    http.get(at('users/users/me/'), () => HttpResponse.json({ detail: 'Starting.' }, { status: 503 })),
  )
  const page = await aStart()
  expect(await page.requireUser()).toBeNull()
  expect(page.get().why).toBe('later')
})

test('a page that waits for the server stops asking when its session is over', async () => {
  server.use(refuseKey(503, { 'retry-after': '1' }))
  const page = await aStart()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  void page.requireUser()
  await until(page, 'later')
  server.use(http.post(at('auth/logout/'), () => HttpResponse.of(null, { status: 204 })))
  await page.signOut()
  const asked = vi.fn(() => HttpResponse.json(maria))
  server.use(http.get(at('users/users/me/'), asked))
  await vi.advanceTimersByTimeAsync(70_000)
  expect(asked).not.toHaveBeenCalled()
  expect(page.get().state).toBe('signed_out')
})

test('a user known on this device stays signed in while the server has trouble', async () => {
  keys.userKeys = await keysOf('7')
  server.use(http.get(at('users/users/me/'), () => HttpResponse.json({ detail: 'Starting.' }, { status: 503 })))
  const page = await aStart()
  expect(await page.requireUser()).toEqual(maria)
  await new Promise((next) => setTimeout(next))
  expect(page.get()).toEqual({ state: 'signed_in', user: maria, why: null })
})

test('a missing network is not reported as a missing key', async () => {
  server.use(http.post(at('auth/device_key/'), () => HttpResponse.error()))
  const page = await aStart()
  expect(await page.requireUser()).toBeNull()
  expect(page.get().why).toBeNull()
})
