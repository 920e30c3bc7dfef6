import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setCredentials } from '#src/api/call.ts'
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
const otherToken = aToken({ sub: '8', sid: 's2' })
const form = { email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe: true }
const TO_END = 'haulyard:to-end'

let vault = fakeVault()
let keys = fakeKeyVault()
let news: SessionNews[] = []

/** A tab, and the session ends that it reported, each with the user's id. */
async function openTab({ knowsUser = true } = {}) {
  const store = new SessionStore({
    ...browserPorts(),
    vault,
    keys,
    device: () => Promise.resolve('0197b1f0-0000-4000-8000-000000000001'),
    notifyTabs: (reported) => void news.push(reported),
    onTabNews: () => undefined,
  })
  const ends: unknown[] = []
  store.onChange(({ event }) => {
    if (event.type === 'ended' || event.type === 'signed_out') ends.push([event.type, event.userId])
  })
  await store.start(async () => ({ user: knowsUser ? maria : null, lock: null }))
  setCredentials(store)
  return { store, ends }
}

function setCookies(access: string): void {
  browserCookies.write(ACCESS_COOKIE, access, 60)
  browserCookies.write(REFRESH_COOKIE, 'r1', 60)
  localStorage.setItem('haulyard:signed-in', 'yes')
}

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(async () => {
  openPage()
  localStorage.setItem('haulyard:host-proves', 'yes')
  vault = fakeVault()
  keys = fakeKeyVault()
  keys.userKeys = await keysOf('7')
  news = []
  server.use(deviceKeyCall)
})
afterEach(() => server.resetHandlers())
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

const over = (code: string) => () => HttpResponse.json({ detail: 'Over.', code }, { status: 401 })

test('the user of an account made inactive is identified by the token, even on a device that knows no user', async () => {
  setCookies(hers)
  keys.userKeys = null
  server.use(http.get(at('users/users/me/'), over('account_inactive')))
  server.use(http.post(at('auth/jwt/refresh/'), over('account_inactive')))
  const { store, ends } = await openTab({ knowsUser: false })
  expect(await store.requireUser()).toBeNull()
  await eventually(() => expect(ends).toEqual([['ended', '7']]))
})

test('a token that names no user ends no user’s session', async () => {
  setCookies('opaque')
  keys.userKeys = null
  server.use(http.post(at('auth/device_key/'), over('account_inactive')))
  server.use(http.get(at('users/users/me/'), over('account_inactive')))
  server.use(http.post(at('auth/jwt/refresh/'), over('account_inactive')))
  const { store, ends } = await openTab({ knowsUser: false })
  expect(await store.requireUser()).toBeNull()
  await eventually(() => expect(ends).toEqual([['ended', undefined]]))
})

test('cookies that reappear after a sign-out are reported to the server too: a crash may have lost the note of it', async () => {
  setCookies(hers)
  vault.lastEnded = 's1'
  const reported: unknown[] = []
  server.use(
    http.post(at('auth/logout/'), async ({ request }) => {
      reported.push(await request.json())
      return HttpResponse.of(null, { status: 204 })
    }),
  )
  const { store, ends } = await openTab()
  await eventually(() => expect(store.get().state).toBe('signed_out'))
  await eventually(() => expect(reported).toEqual([{ refresh: 'r1' }]))
  expect(ends).toEqual([['signed_out', '7']])
  // Another restored tab uses these cookies too.
  expect(news).toEqual([{ type: 'signed_out' }])
  expect(keys.userKeys).toBeNull()
  await eventually(() => expect(localStorage.getItem(TO_END)).toBeNull())
})

test('reappeared cookies delete no key of a user who has signed in in another tab meanwhile', async () => {
  setCookies(hers)
  const { promise: reported, resolve: tell } = Promise.withResolvers<void>()
  server.use(
    http.post(at('auth/logout/'), () => {
      tell()
      return HttpResponse.of(null, { status: 204 })
    }),
  )
  vault.lastEnded = 's1'
  vault.find = async () => {
    // A sign-in that lasts as long as the other tab: this tab then has no choice of its own.
    browserCookies.write(ACCESS_COOKIE, otherToken, null)
    keys.userKeys = await keysOf('8')
    return null
  }
  const { store, ends } = await openTab()
  await eventually(() => expect(store.get().state).toBe('signed_out'))
  expect(ends).toEqual([['signed_out', '7']])
  expect([keys.userKeys?.user, browserCookies.read(ACCESS_COOKIE)]).toEqual(['8', otherToken])
  expect(news).toEqual([])
  // A later report would reach into the next test.
  await reported
  await eventually(() => expect(localStorage.getItem(TO_END)).toBeNull())
})

test.each([
  ['a 404 from a gateway', () => Response.json({ detail: 'Not found.' }, { status: 404 })],
  ['a 405 from a gateway', () => Response.json({ detail: 'No.' }, { status: 405 })],
  ['a 204 from a gateway', () => new Response(null, { status: 204 })],
  ['a gateway’s HTML page', () => new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } })],
  ['our server in trouble', () => HttpResponse.json({ detail: 'Starting.' }, { status: 503 })],
  // An older version of our server, during an update.
  ['our server without the endpoint', () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })],
])('%s does not count as confirmation of a reported sign-out', async (_name, answer) => {
  const note = 'a'.repeat(64)
  for (const proves of ['yes', null]) {
    if (proves === null) localStorage.removeItem('haulyard:host-proves')
    localStorage.setItem(TO_END, note)
    server.use(http.post(at('auth/end/'), answer))
    await reportEndedSessions()
    expect(localStorage.getItem(TO_END), `proves: ${proves}`).toBe(note)
  }
})

test('the note of a sign-out is removed by a host without the call, and by our server’s confirmation', async () => {
  for (const [proves, answer] of [
    ['no', () => Response.json({ detail: 'Not found.' }, { status: 404 })],
    ['yes', () => HttpResponse.of(null, { status: 204 })],
  ] as const) {
    localStorage.setItem('haulyard:host-proves', proves)
    localStorage.setItem(TO_END, 'a'.repeat(64))
    server.use(http.post(at('auth/end/'), answer))
    await reportEndedSessions()
    expect(localStorage.getItem(TO_END), proves).toBeNull()
  }
})

test('a sign-in that gets no key leaves no session open at the server', async () => {
  const reported: unknown[] = []
  server.use(
    http.post(at('auth/jwt/create/'), () => HttpResponse.json({ access: hers, refresh: 'r9' })),
    http.get(at('users/users/me/'), () => HttpResponse.json(maria)),
    http.post(at('auth/device_key/'), () => HttpResponse.json({ detail: 'Not just now.' }, { status: 503 })),
    http.post(at('auth/logout/'), async ({ request }) => {
      reported.push([request.headers.get('authorization'), await request.json()])
      return HttpResponse.of(null, { status: 204 })
    }),
  )
  const { store } = await openTab()
  await expect(store.signIn(form)).rejects.toMatchObject({ status: 503, message: 'Not just now.' })
  await eventually(() => expect(reported).toEqual([[`Bearer ${hers}`, { refresh: 'r9' }]]))
  await eventually(() => expect(localStorage.getItem(TO_END)).toBeNull())
  expect(browserCookies.read(ACCESS_COOKIE)).toBeNull()
})

test('a refused sign-in leaves no session end to report', async () => {
  server.use(
    http.post(at('auth/jwt/create/'), () => HttpResponse.json({ detail: 'No active account.' }, { status: 401 })),
  )
  const { store } = await openTab()
  await expect(store.signIn(form)).rejects.toMatchObject({ status: 401 })
  expect(localStorage.getItem(TO_END)).toBeNull()
})

test('a part of the app that cannot be loaded fails a sign-in as a missing network', async () => {
  vi.doMock('#src/session/device-id.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await expect(browserPorts().device()).rejects.toMatchObject({ name: 'ApiError', kind: 'network' })
  vi.doUnmock('#src/session/device-id.ts')
})
