import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setCredentials } from '#src/api/call.ts'
import { aboutOf, openText, type Sealer, sealText } from '#src/seal/sealer.ts'
import type { DataLock } from '#src/session/device-memory.ts'
import { reportEndedSessions } from '#src/session/ended-sessions.ts'
import { browserPorts, type SessionNews } from '#src/session/session-ports.ts'
import { SessionStore } from '#src/session/session-store.ts'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeKeyVault } from '#tests/support/browser/fake-key-vault.ts'
import { fakeVault } from '#tests/support/browser/fake-vault.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { deviceKeyCall, keysOf } from '#tests/support/server/device-keys.ts'

const server = setupServer()
const at = (path: string) => `http://app.test/api/${path}`
const maria = aUser({ id: 7 })
const hers = aToken({ sub: '7', sid: 's1' })
const form = { email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe: true }
const HERE = aboutOf('test', '7')
const DEVICE = '0197b1f0-0000-4000-8000-000000000001'

let keys = fakeKeyVault()
let devices: (string | null)[] = []
let hear: (news: SessionNews) => void = () => undefined

async function openTab(lock: DataLock | null = null): Promise<SessionStore> {
  const store = new SessionStore({
    ...browserPorts(),
    vault: fakeVault(),
    keys,
    device: () => Promise.resolve(DEVICE),
    notifyTabs: () => undefined,
    onTabNews: (listener) => {
      hear = listener
    },
  })
  // A device that knows the user whenever the stored data can be opened.
  await store.start(async () => ({ user: maria, lock }))
  setCredentials(store)
  return store
}

function setCookies(access: string): void {
  browserCookies.write(ACCESS_COOKIE, access, 60)
  browserCookies.write(REFRESH_COOKIE, 'r1', 60)
  localStorage.setItem('haulyard:signed-in', 'yes')
}
const sealerHere = (tab: SessionStore): Sealer => {
  const sealer = tab.sealerOf('7')
  if (sealer === null) throw new Error('the tab has no key')
  return sealer
}

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  openPage()
  keys = fakeKeyVault()
  devices = []
  server.use(
    deviceKeyCall,
    http.post(at('auth/jwt/create/'), ({ request }) => {
      devices.push(request.headers.get('device-id'))
      return HttpResponse.json({ access: hers, refresh: 'r1' })
    }),
    http.post(at('auth/logout/'), () => HttpResponse.of(null, { status: 204 })),
    http.get(at('users/users/me/'), () => HttpResponse.json(maria)),
  )
})
afterEach(() => server.resetHandlers())
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

test('a sign-in sends the device id, and brings the key that seals and opens from then on', async () => {
  const tab = await openTab()
  await tab.signIn(form)
  expect(devices).toEqual([DEVICE])
  const sealed = await sealText(sealerHere(tab), 'Maria Lopez', HERE)
  const next = await openTab()
  expect(next.get()).toMatchObject({ state: 'signed_in', user: maria })
  expect(await openText(sealerHere(next), sealed, HERE)).toBe('Maria Lopez')
  expect(next.sealerOf('8')).toBeNull()
})

test('cookies and the stored choice open nothing without the key; the server gives it to a live session', async () => {
  setCookies(hers)
  server.use(http.get(at('users/users/me/'), () => HttpResponse.error()))
  const tab = await openTab()
  expect(tab.get()).toMatchObject({ state: 'sign_in_again', user: null })
  expect(await tab.requireUser()).toBeNull()
  server.use(http.get(at('users/users/me/'), () => HttpResponse.json(maria)))
  expect(await tab.requireUser()).toEqual(maria)
  // The key did not come from a sign-in.
  expect(tab.sealerOf('7')?.signIn).toBeNull()
  expect(keys.userKeys?.user).toBe('7')
})

test('a forged token of a colleague opens nothing, even though the user’s own key is stored', async () => {
  keys.userKeys = await keysOf('4')
  setCookies(hers)
  server.use(http.get(at('users/users/me/'), () => HttpResponse.error()))
  const tab = await openTab()
  expect(tab.get()).toMatchObject({ state: 'sign_in_again', user: null })
  expect([tab.sealerOf('7'), tab.sealerOf('4')]).toEqual([null, null])
})

test('a sign-out deletes the key, and a sign-in brings the same key back', async () => {
  const tab = await openTab()
  await tab.signIn(form)
  const sealed = await sealText(sealerHere(tab), 'kept for her', HERE)
  await tab.signOut()
  expect([keys.userKeys, tab.sealerOf('7')]).toEqual([null, null])
  await tab.signIn(form)
  expect(await openText(sealerHere(tab), sealed, HERE)).toBe('kept for her')
})

test.each([
  ['token_not_valid', 'ended'],
  ['account_inactive', 'inactive'],
])('a session that the server ends with %s deletes the key, and the page knows the reason', async (code, why) => {
  const tab = await openTab()
  await tab.signIn(form)
  const over = () => HttpResponse.json({ detail: 'Over.', code }, { status: 401 })
  server.use(http.get(at('users/users/me/'), over), http.post(at('auth/jwt/refresh/'), over))
  await tab.requireUser()
  await eventually(() => expect(tab.get()).toMatchObject({ state: 'sign_in_again', why }))
  await eventually(() => expect(keys.userKeys).toBeNull())
  expect(tab.sealerOf('7')).toBeNull()
})

test('each sign-in has its own id, for its whole duration and in all tabs', async () => {
  const nameIn = (tab: SessionStore) => tab.sealerOf('7')?.signIn
  const tab = await openTab()
  await tab.signIn(form)
  const first = nameIn(tab)
  expect(first).toEqual(expect.any(String))
  expect(nameIn(await openTab())).toBe(first)
  await tab.signOut()
  await tab.signIn(form)
  expect(nameIn(tab)).toEqual(expect.any(String))
  expect(nameIn(tab)).not.toBe(first)
})

test('data locked after fourteen days without the server deletes the key, at a start and in an open page', async () => {
  keys.userKeys = await keysOf('7')
  setCookies(hers)
  const open = await openTab()
  await open.lock('locked')
  expect(keys.userKeys).toBeNull()
  keys.userKeys = await keysOf('7')
  const started = await openTab('locked')
  expect(started.get()).toMatchObject({ state: 'sign_in_again', why: 'locked' })
  expect([keys.userKeys, started.sealerOf('7')]).toEqual([null, null])
  // The reason remains after a reload.
  expect((await openTab()).get()).toMatchObject({ state: 'sign_in_again', why: 'locked' })
})

test('a key of a session that ended with the browser is deleted; the key of another tab’s session stays', async () => {
  keys.userKeys = await keysOf('7')
  browserCookies.write(ACCESS_COOKIE, hers, null)
  const other = await openTab()
  expect(await other.requireUser()).toBeNull()
  expect(keys.userKeys).not.toBeNull()
  browserCookies.remove(ACCESS_COOKIE)
  expect(await other.requireUser()).toBeNull()
  await eventually(() => expect(keys.userKeys).toBeNull())
})

test('tabs use the key of a user who signs in elsewhere, and drop it at the sign-out', async () => {
  const tab = await openTab()
  keys.userKeys = await keysOf('7')
  setCookies(hers)
  hear({ type: 'signed_in', user: maria, isRemembered: true })
  await eventually(() => expect(tab.get()).toMatchObject({ state: 'signed_in', user: maria }))
  expect(tab.sealerOf('7')).not.toBeNull()
  hear({ type: 'signed_out' })
  expect([tab.get().state, tab.sealerOf('7')]).toEqual(['signed_out', null])
})

test('a key that is still being read when its user signs out is not used', async () => {
  const tab = await openTab()
  const storedKeys = await keysOf('7')
  const { promise: isRead, resolve: answer } = Promise.withResolvers<void>()
  keys.find = () => isRead.then(() => storedKeys)
  setCookies(hers)
  hear({ type: 'signed_in', user: maria, isRemembered: true })
  hear({ type: 'signed_out' })
  answer()
  await isRead
  await new Promise((resolve) => setImmediate(resolve))
  expect(tab.sealerOf('7')).toBeNull()
})

/** Another vendor's host: no proof, and only the specified endpoints. `deviceKey` responds to the request for keys. */
const foreignHost = (deviceKey: Parameters<typeof http.post>[1]) => [
  http.post(at('auth/jwt/create/'), () => Response.json({ access: hers, refresh: 'r1' })),
  http.post(at('auth/logout/'), () => new Response(null, { status: 204 })),
  http.get(at('users/users/me/'), () => Response.json(maria)),
  http.post(at('auth/device_key/'), deviceKey),
]

test('a device gets a key made on it when the host gives none; the key survives a sign-out and still opens data', async () => {
  server.use(...foreignHost(() => Response.json({ detail: 'Not found.' }, { status: 404 })))
  const [tab, other] = [await openTab(), await openTab()]
  // Two tabs that sign in at the same time get the same key.
  await Promise.all([tab.signIn(form), other.signIn(form)])
  const sealed = await sealText(sealerHere(tab), 'kept for her', HERE)
  expect(await openText(sealerHere(other), sealed, HERE)).toBe('kept for her')
  await tab.signOut()
  expect(keys.userKeys).toBeNull()
  await tab.signIn(form)
  expect(await openText(sealerHere(tab), sealed, HERE)).toBe('kept for her')
  await tab.signOut()
})

test('our own server’s key is never replaced by one made on the device', async () => {
  server.use(http.post(at('auth/device_key/'), () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })))
  const tab = await openTab()
  await expect(tab.signIn(form)).rejects.toMatchObject({ status: 404 })
  expect([tab.get().state, keys.userKeys]).toEqual(['signed_out', null])
})

test('keys that arrive after another user has signed in are not used for that user, nor stored', async () => {
  setCookies(hers)
  const { promise: isIn, resolve } = Promise.withResolvers<void>()
  server.use(
    http.get(at('users/users/me/'), async () => {
      await isIn
      return HttpResponse.json(maria)
    }),
  )
  const tab = await openTab()
  const late = tab.requireUser()
  browserCookies.write(ACCESS_COOKIE, aToken({ sub: '4', sid: 's4' }), 60)
  keys.userKeys = await keysOf('4')
  resolve()
  await late
  expect(keys.userKeys?.user).toBe('4')
  expect(tab.sealerOf('7')).toBeNull()
})

test('a stored value that is not a key is ignored', async () => {
  setCookies(hers)
  server.use(http.get(at('users/users/me/'), () => HttpResponse.error()))
  Object.assign(keys, { userKeys: { user: '7', keys: [{ id: '0000abcd', key: 'planted' }] } })
  expect((await openTab()).get().state).toBe('sign_in_again')
})

test('a page without WebCrypto still signs in, and seals nothing', async () => {
  const { crypto: whole } = globalThis
  vi.stubGlobal('crypto', { getRandomValues: whole.getRandomValues.bind(whole) })
  const tab = await openTab()
  await tab.signIn(form)
  expect(devices).toEqual([null])
  const sealed = await sealText(sealerHere(tab), 'in clear', HERE)
  expect(new TextDecoder().decode(sealed)).toContain('in clear')
  await tab.signOut()
  vi.stubGlobal('crypto', whole)
})

test('a browser that cannot store keys has them while the page is open, and requests them again afterward', async () => {
  const full = () => Promise.reject(new DOMException('no storage', 'UnknownError'))
  Object.assign(keys, { find: full, save: full, forget: full, findOwn: full, saveOwn: full })
  const tab = await openTab()
  await tab.signIn(form)
  expect(tab.sealerOf('7')).not.toBeNull()
  const next = await openTab()
  expect(next.get().state).toBe('sign_in_again')
  expect(await next.requireUser()).toEqual(maria)
  expect(next.sealerOf('7')).not.toBeNull()
})

test('a sign-out without a network is reported at the next contact, by a hash that signs no one in', async () => {
  const ended: unknown[] = []
  server.use(
    http.post(at('auth/logout/'), () => HttpResponse.error()),
    http.post(at('auth/end/'), async ({ request }) => {
      ended.push(await request.json())
      expect(request.headers.get('authorization')).toBeNull()
      return HttpResponse.of(null, { status: 204 })
    }),
  )
  const tab = await openTab()
  await tab.signIn(form)
  await tab.signOut()
  await eventually(() => expect(localStorage.getItem('haulyard:to-end')).not.toBeNull())
  expect(localStorage.getItem('haulyard:to-end')).not.toContain('r1')
  await reportEndedSessions()
  // SHA-256 of "r1".
  const hash = Array.from(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('r1'))),
    (byte) => byte.toString(16).padStart(2, '0'),
  ).join('')
  expect(ended).toEqual([{ sessions: [hash] }])
  expect(localStorage.getItem('haulyard:to-end')).toBeNull()
})
