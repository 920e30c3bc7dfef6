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
import { HttpResponse } from '#tests/support/offline/our-answers.ts'
import { deviceKeyCall, keysOf } from '#tests/support/server/device-keys.ts'

const server = setupServer()
const at = (path: string) => `http://app.test/api/${path}`
const maria = aUser({ id: 7 })
const hers = aToken({ sub: '7', sid: 's1' })
const others = aToken({ sub: '8', sid: 's2' })
const form = { email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe: true }
const TO_END = 'haulyard:to-end'

let vault = fakeVault()
let keys = fakeKeyVault()
let news: SessionNews[] = []

/** A tab, and what it told of who leaves. */
async function openTab({ knows = true } = {}) {
  const store = new SessionStore({
    ...browserPorts(),
    vault,
    keys,
    device: () => Promise.resolve('0197b1f0-0000-4000-8000-000000000001'),
    tellOtherTabs: (told) => void news.push(told),
    hearOtherTabs: () => undefined,
  })
  const left: unknown[] = []
  store.onChange(({ event }) => {
    if (event.type === 'ended' || event.type === 'signed_out') left.push([event.type, event.whose])
  })
  await store.start(async () => ({ user: knows ? maria : null, lock: null }))
  setCredentials(store)
  return { store, left }
}

function cookiesOf(access: string): void {
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
  keys.kept = await keysOf('7')
  news = []
  server.use(deviceKeyCall)
})
afterEach(() => server.resetHandlers())
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

const over = (code: string) => () => HttpResponse.json({ detail: 'Over.', code }, { status: 401 })

test('an account that is made inactive is named by its own token, where the device knows no one', async () => {
  cookiesOf(hers)
  keys.kept = null
  server.use(http.get(at('users/users/me/'), over('account_inactive')))
  server.use(http.post(at('auth/jwt/refresh/'), over('account_inactive')))
  const { store, left } = await openTab({ knows: false })
  expect(await store.requireUser()).toBeNull()
  await eventually(() => expect(left).toEqual([['ended', '7']]))
})

test('a token that names no one ends no one’s session', async () => {
  cookiesOf('opaque')
  keys.kept = null
  server.use(http.post(at('auth/device_key/'), over('account_inactive')))
  server.use(http.get(at('users/users/me/'), over('account_inactive')))
  server.use(http.post(at('auth/jwt/refresh/'), over('account_inactive')))
  const { store, left } = await openTab({ knows: false })
  expect(await store.requireUser()).toBeNull()
  await eventually(() => expect(left).toEqual([['ended', undefined]]))
})

test('cookies that come back after a sign-out are told to the server too: a crash may have lost the note of it', async () => {
  cookiesOf(hers)
  vault.last = 's1'
  const told: unknown[] = []
  server.use(
    http.post(at('auth/logout/'), async ({ request }) => {
      told.push(await request.json())
      return HttpResponse.of(null, { status: 204 })
    }),
  )
  const { store, left } = await openTab()
  await eventually(() => expect(store.get().state).toBe('signed_out'))
  await eventually(() => expect(told).toEqual([{ refresh: 'r1' }]))
  expect(left).toEqual([['signed_out', '7']])
  // A tab that was brought back beside this one has taken them up as well.
  expect(news).toEqual([{ type: 'signed_out' }])
  expect(keys.kept).toBeNull()
  await eventually(() => expect(localStorage.getItem(TO_END)).toBeNull())
})

test('they take no key from a user who has signed in for another tab meanwhile', async () => {
  cookiesOf(hers)
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  server.use(
    http.post(at('auth/logout/'), () => {
      tell()
      return HttpResponse.of(null, { status: 204 })
    }),
  )
  vault.last = 's1'
  vault.find = async () => {
    // For as long as that tab is there: this one has no choice of its own then.
    browserCookies.write(ACCESS_COOKIE, others, null)
    keys.kept = await keysOf('8')
    return null
  }
  const { store, left } = await openTab()
  await eventually(() => expect(store.get().state).toBe('signed_out'))
  expect(left).toEqual([['signed_out', '7']])
  expect([keys.kept?.user, browserCookies.read(ACCESS_COOKIE)]).toEqual(['8', others])
  expect(news).toEqual([])
  // What is told later would fall into the next test.
  await told
  await eventually(() => expect(localStorage.getItem(TO_END)).toBeNull())
})

test.each([
  ['a 404 of a gateway', () => Response.json({ detail: 'Not found.' }, { status: 404 })],
  ['a 405 of a gateway', () => Response.json({ detail: 'No.' }, { status: 405 })],
  ['a 204 of a gateway', () => new Response(null, { status: 204 })],
  ['a page of a gateway', () => new Response('<p>Sign in</p>', { headers: { 'content-type': 'text/html' } })],
  ['our server in trouble', () => HttpResponse.json({ detail: 'Starting.' }, { status: 503 })],
  // An older one of ours, in the middle of an update.
  ['our server without the call', () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })],
])('%s is not taken for having been told of a sign-out', async (_name, answer) => {
  const note = 'a'.repeat(64)
  for (const proves of ['yes', null]) {
    if (proves === null) localStorage.removeItem('haulyard:host-proves')
    localStorage.setItem(TO_END, note)
    server.use(http.post(at('auth/end/'), answer))
    await reportEndedSessions()
    expect(localStorage.getItem(TO_END), `proves: ${proves}`).toBe(note)
  }
})

test('a host without the call, and our server’s word, end the note', async () => {
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
  const told: unknown[] = []
  server.use(
    http.post(at('auth/jwt/create/'), () => HttpResponse.json({ access: hers, refresh: 'r9' })),
    http.get(at('users/users/me/'), () => HttpResponse.json(maria)),
    http.post(at('auth/device_key/'), () => HttpResponse.json({ detail: 'Not just now.' }, { status: 503 })),
    http.post(at('auth/logout/'), async ({ request }) => {
      told.push([request.headers.get('authorization'), await request.json()])
      return HttpResponse.of(null, { status: 204 })
    }),
  )
  const { store } = await openTab()
  await expect(store.signIn(form)).rejects.toMatchObject({ status: 503, message: 'Not just now.' })
  await eventually(() => expect(told).toEqual([[`Bearer ${hers}`, { refresh: 'r9' }]]))
  await eventually(() => expect(localStorage.getItem(TO_END)).toBeNull())
  expect(browserCookies.read(ACCESS_COOKIE)).toBeNull()
})

test('a sign-in that is refused ends nothing: there is no session', async () => {
  server.use(
    http.post(at('auth/jwt/create/'), () => HttpResponse.json({ detail: 'No active account.' }, { status: 401 })),
  )
  const { store } = await openTab()
  await expect(store.signIn(form)).rejects.toMatchObject({ status: 401 })
  expect(localStorage.getItem(TO_END)).toBeNull()
})

test('a part of the app that can’t be had now fails a sign-in for the network', async () => {
  vi.doMock('#src/session/device-id.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await expect(browserPorts().device()).rejects.toMatchObject({ name: 'ApiError', kind: 'network' })
  vi.doUnmock('#src/session/device-id.ts')
})
