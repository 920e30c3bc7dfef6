import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { call, setCredentials } from '#src/api/call.ts'
import type { DataLock, ReadDeviceMemory } from '#src/session/device-memory.ts'
import { browserPorts, type SessionNews, type SessionPorts } from '#src/session/session-ports.ts'
import { SessionStore } from '#src/session/session-store.ts'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeKeyVault } from '#tests/support/browser/fake-key-vault.ts'
import { fakeVault } from '#tests/support/browser/fake-vault.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { deviceKeyCall, keysOf } from '#tests/support/server/device-keys.ts'

const server = setupServer(http.post('*/api/auth/logout/', () => HttpResponse.of(null, { status: 204 })))
const at = (path: string) => `http://app.test/api/${path}`
const maria = aUser({ id: 7 })
const expired = () => HttpResponse.json({ detail: 'Expired.', code: 'token_not_valid' }, { status: 401 })
const old = aToken({ sub: '7', sid: 's1', n: 1 })
const fresh = aToken({ sub: '7', sid: 's1', n: 2 })
const form = { email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe: true }
let vault = fakeVault()
let keys = fakeKeyVault()
let tabs: { listener: (news: SessionNews) => void }[] = []

/** A browser tab. Tabs share cookies, storage and the vault; each has its own session in memory. */
async function openTab(
  known: CurrentUser | ReadDeviceMemory = maria,
  lock: DataLock | null = null,
): Promise<SessionStore> {
  const tab: { listener: (news: SessionNews) => void } = { listener: () => undefined }
  tabs.push(tab)
  const ports: SessionPorts = {
    ...browserPorts(),
    vault,
    keys,
    notifyTabs: (news) => {
      for (const other of tabs) if (other !== tab) other.listener(news)
    },
    onTabNews: (listener) => {
      tab.listener = listener
    },
  }
  const store = new SessionStore(ports)
  const recall: ReadDeviceMemory = async (id) => {
    return { user: typeof known !== 'function' && id === String(known.id) ? known : null, lock }
  }
  await store.start(typeof known === 'function' ? known : recall)
  setCredentials(store)
  return store
}

function signedInBefore(access = old): void {
  browserCookies.write(ACCESS_COOKIE, access, 60)
  browserCookies.write(REFRESH_COOKIE, 'r1', 60)
  localStorage.setItem('haulyard:signed-in', 'yes')
}

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(async () => {
  openPage()
  vault = fakeVault()
  keys = fakeKeyVault()
  keys.userKeys = await keysOf('7')
  server.use(deviceKeyCall)
  tabs = []
})
afterEach(() => server.resetHandlers())
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

test('twenty calls with an expired token cause one refresh, and all succeed', async () => {
  signedInBefore()
  await openTab()
  let refreshes = 0
  server.use(
    http.get(at('drivers/'), ({ request }) =>
      request.headers.get('authorization') === `Bearer ${fresh}`
        ? HttpResponse.json({ count: 0, next: null, previous: null, results: [] })
        : expired(),
    ),
    http.post(at('auth/jwt/refresh/'), () => {
      refreshes += 1
      return HttpResponse.json({ access: fresh })
    }),
  )
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(driverEndpoints.list)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(refreshes).toBe(1)
  expect(browserCookies.read(ACCESS_COOKIE)).toBe(fresh)
  expect(vault.tokens).toEqual({ access: fresh, refresh: 'r1' })
})

/**
 * Makes twenty calls with an expired token. `refresh` gives the response to the refresh, once all twenty are refused.
 */
async function twentyCalls(refresh: () => Response) {
  const { promise: isMet, resolve } = Promise.withResolvers<void>()
  let [refused, refreshes] = [0, 0]
  server.use(
    http.get(at('drivers/'), () => {
      refused += 1
      if (refused === 20) resolve()
      return expired()
    }),
    http.post(at('auth/jwt/refresh/'), async () => {
      refreshes += 1
      await isMet
      return refresh()
    }),
  )
  const calls = await Promise.allSettled(Array.from({ length: 20 }, () => call(driverEndpoints.list)))
  const reasons = calls.map((one) => (one.status === 'rejected' ? one.reason : null))
  return { refreshes, refused, reasons }
}

test('twenty calls whose one refresh fails report a missing network, and the user stays signed in', async () => {
  signedInBefore()
  const tab = await openTab()
  const { refreshes, refused, reasons } = await twentyCalls(() => HttpResponse.error())
  expect([refreshes, refused]).toEqual([1, 20])
  expect(reasons).toEqual(Array(20).fill(expect.objectContaining({ kind: 'network' })))
  expect(tab.get()).toMatchObject({ state: 'signed_in', user: maria })
  expect([tab.token(), browserCookies.read(REFRESH_COOKIE)]).toEqual([old, 'r1'])
})

test('twenty calls whose one refresh is refused end the session once', async () => {
  signedInBefore()
  const tab = await openTab()
  const ends: string[] = []
  tab.onChange(({ event }) => void ends.push(event.type))
  const { refreshes, reasons } = await twentyCalls(expired)
  expect(refreshes).toBe(1)
  expect(reasons).toEqual(Array(20).fill(expect.objectContaining({ status: 401 })))
  expect(ends).toEqual(['ended'])
})

test('a call that is refused even with a fresh token is not retried forever', async () => {
  signedInBefore()
  await openTab()
  const { refreshes, refused, reasons } = await twentyCalls(() => HttpResponse.json({ access: fresh }))
  expect([refreshes, refused]).toEqual([1, 40])
  expect(reasons).toEqual(Array(20).fill(expect.objectContaining({ status: 401 })))
})

test('a token that arrives after a sign-out is discarded', async () => {
  signedInBefore()
  const tab = await openTab()
  const { promise: isOut, resolve } = Promise.withResolvers<void>()
  let logouts = 0
  server.use(
    http.post(at('auth/jwt/refresh/'), async () => {
      await isOut
      return HttpResponse.json({ access: fresh })
    }),
    http.post(at('auth/logout/'), () => {
      logouts += 1
      return HttpResponse.of(null, { status: 204 })
    }),
  )
  const refreshed = tab.refresh(old)
  await tab.signOut()
  resolve()
  expect(await refreshed).toBe('refused')
  expect([browserCookies.read(ACCESS_COOKIE), browserCookies.read(REFRESH_COOKIE)]).toEqual([null, null])
  expect(tab.get().state).toBe('signed_out')
  await eventually(() => expect(logouts).toBe(1))
})

test('two tabs refresh once between them', async () => {
  signedInBefore()
  const [one, two] = [await openTab(), await openTab()]
  let refreshes = 0
  server.use(
    http.post(at('auth/jwt/refresh/'), () => {
      refreshes += 1
      return HttpResponse.json({ access: fresh })
    }),
  )
  expect(await Promise.all([one.refresh(old), two.refresh(old), two.refresh(old)])).toEqual([
    'refreshed',
    'refreshed',
    'refreshed',
  ])
  expect(refreshes).toBe(1)
  expect(await one.refresh(old)).toBe('refreshed')
  expect(refreshes).toBe(1)
})

test('a refresh without a network, or from a server in trouble, signs no user out', async () => {
  signedInBefore()
  const tab = await openTab()
  for (const answer of [
    () => HttpResponse.error(),
    () => HttpResponse.of(null, { status: 500 }),
    () => HttpResponse.json({ detail: 'Starting.' }, { status: 503, headers: { 'retry-after': '1' } }),
    () => HttpResponse.json({ detail: 'Too many.' }, { status: 429 }),
    () => new Response('<p>portal</p>', { headers: { 'content-type': 'text/html' } }),
  ]) {
    server.use(http.post(at('auth/jwt/refresh/'), answer))
    expect(await tab.refresh(old)).toBe('unreachable')
  }
  expect(tab.get()).toMatchObject({ state: 'signed_in', user: maria })
  expect(browserCookies.read(REFRESH_COOKIE)).toBe('r1')
})

test('a refused refresh ends the session in every tab, and keeps the user for the waiting changes', async () => {
  signedInBefore()
  const [tab, other] = [await openTab(), await openTab()]
  server.use(http.post(at('auth/jwt/refresh/'), expired))
  expect(await tab.refresh(old)).toBe('refused')
  for (const one of [tab, other]) expect(one.get()).toEqual({ state: 'sign_in_again', user: maria, why: 'ended' })
  expect(browserCookies.read(ACCESS_COOKIE)).toBeNull()
  expect(localStorage.getItem('haulyard:signed-in')).toBeNull()
  expect(tab.token()).toBeNull()
  expect(await tab.requireUser()).toBeNull()
})

test('a session end found in one tab does not end a new sign-in in another', async () => {
  signedInBefore()
  const [tab, other] = [await openTab(), await openTab()]
  server.use(
    http.post(at('auth/jwt/refresh/'), expired),
    http.post(at('auth/jwt/create/'), () => HttpResponse.json({ access: fresh, refresh: 'r2' })),
    http.get(at('users/users/me/'), () => HttpResponse.json(maria)),
  )
  const { end } = vault
  let signingIn: Promise<void> | null = null
  vault.end = async (sid) => {
    vault.end = end
    await end(sid)
    signingIn = other.signIn(form)
  }
  await tab.refresh(old)
  await signingIn
  await eventually(() => expect(tab.get().state).toBe('signed_in'))
  // Also a late message about the session end.
  for (const { listener } of tabs) listener({ type: 'ended', why: 'ended' })
  for (const one of [tab, other]) expect(one.get()).toMatchObject({ state: 'signed_in', user: maria })
  expect([other.token(), localStorage.getItem('haulyard:signed-in')]).toEqual([fresh, 'yes'])
})

test('the token of a user who signed in elsewhere is never used for this tab', async () => {
  signedInBefore()
  const tab = await openTab()
  browserCookies.write(ACCESS_COOKIE, aToken({ sub: '8' }), null)
  expect(tab.token()).toBeNull()
  expect(await tab.refresh(old)).toBe('refused')
  expect(tab.get().state).toBe('signed_in')
})

test('a sign-in stores the choice where it belongs, and notifies the other tabs', async () => {
  const [tab, other] = [await openTab(), await openTab()]
  server.use(
    http.post(at('auth/jwt/create/'), () => HttpResponse.json({ access: old, refresh: 'r1' })),
    http.get(at('users/users/me/'), () => HttpResponse.json(maria)),
  )
  await tab.signIn(form)
  await eventually(() => expect(other.get()).toMatchObject({ state: 'signed_in', user: maria }))
  expect(localStorage.getItem('haulyard:signed-in')).not.toBeNull()
  expect(vault.tokens).toEqual({ access: old, refresh: 'r1' })
  await tab.signIn({ ...form, rememberMe: false })
  expect(localStorage.getItem('haulyard:signed-in')).toBeNull()
  expect(sessionStorage.getItem('haulyard:signed-in')).not.toBeNull()
  expect(vault.tokens).toBeNull()
})

test('a sign-in that fails halfway leaves no user signed in', async () => {
  const tab = await openTab()
  server.use(
    http.post(at('auth/jwt/create/'), () => HttpResponse.json({ access: old, refresh: 'r1' })),
    http.get(at('users/users/me/'), () => HttpResponse.error()),
  )
  await expect(tab.signIn(form)).rejects.toMatchObject({ kind: 'network' })
  expect(tab.get().state).toBe('signed_out')
  expect(browserCookies.read(ACCESS_COOKIE)).toBeNull()
})

test('a sign-out clears the device in all tabs, and notifies the server', async () => {
  signedInBefore()
  const [tab, other] = [await openTab(), await openTab()]
  const usersWhoLeft: unknown[] = []
  tab.onChange(({ event, before }) => void (event.type === 'signed_out' && usersWhoLeft.push(before.user?.id)))
  let received: unknown = null
  const isReceived = new Promise<void>((resolve) => {
    server.use(
      http.post(at('auth/logout/'), async ({ request }) => {
        received = [request.headers.get('authorization'), await request.json()]
        resolve()
        return HttpResponse.of(null, { status: 204 })
      }),
    )
  })
  await tab.signOut()
  for (const one of [tab, other]) expect(one.get().state).toBe('signed_out')
  expect([browserCookies.read(ACCESS_COOKIE), browserCookies.read(REFRESH_COOKIE)]).toEqual([null, null])
  expect([usersWhoLeft, vault.lastEnded]).toEqual([[7], 's1'])
  await isReceived
  expect(received).toEqual([`Bearer ${old}`, { refresh: 'r1' }])
})

test('a start without a network opens as the known user, and the server is still asked', async () => {
  signedInBefore()
  let asked = 0
  server.use(
    http.get(at('users/users/me/'), () => {
      asked += 1
      return HttpResponse.error()
    }),
  )
  const tab = await openTab()
  expect(await tab.requireUser()).toEqual(maria)
  await eventually(() => expect(asked).toBe(1))
  expect(tab.get().state).toBe('signed_in')
})

test('without a cookie, a stored choice or a known user, or with locked data, no user is let in', async () => {
  expect(await (await openTab()).requireUser()).toBeNull()
  signedInBefore()
  localStorage.removeItem('haulyard:signed-in')
  expect(await (await openTab()).requireUser()).toBeNull()
  signedInBefore()
  server.use(http.get(at('users/users/me/'), () => HttpResponse.error()))
  expect(await (await openTab(aUser({ id: 99 }))).requireUser()).toBeNull()
  expect(await (await openTab(maria, 'locked')).requireUser()).toBeNull()
})

test('data locked for its age opens when the server confirms the user', async () => {
  signedInBefore()
  server.use(http.get(at('users/users/me/'), () => HttpResponse.json(maria)))
  const tab = await openTab(maria, 'locked')
  expect(tab.get()).toMatchObject({ user: null, why: 'locked' })
  expect(await tab.requireUser()).toEqual(maria)
  expect(tab.get().state).toBe('signed_in')
})

test('cookies lost in a crash are restored from the vault, but not in a tab with its own session', async () => {
  vault.tokens = { access: old, refresh: 'r1' }
  sessionStorage.setItem('haulyard:signed-in', 'yes')
  expect(await (await openTab()).requireUser()).toBeNull()
  sessionStorage.clear()
  localStorage.setItem('haulyard:signed-in', 'yes')
  const asked = vi.fn(() => HttpResponse.error())
  server.use(http.get(at('users/users/me/'), asked))
  const tab = await openTab()
  expect(tab.get().state).toBe('signed_out')
  expect(await tab.requireUser()).toEqual(maria)
  expect(browserCookies.read(REFRESH_COOKIE)).toBe('r1')
  await eventually(() => expect(asked).toHaveBeenCalledOnce())
})

test('a browser killed before it wrote its local storage still knows the remembered user', async () => {
  const person = { sealed: Uint8Array.of(5) }
  vault.tokens = { access: old, refresh: 'r1', person }
  const asked = vi.fn(() => HttpResponse.error())
  server.use(http.get(at('users/users/me/'), asked))
  const recalled: unknown[] = []
  const tab = await openTab(async (id, _sealer, person) => {
    recalled.push([id, person])
    return { user: person ? maria : null, lock: null }
  })
  expect(await tab.requireUser()).toEqual(maria)
  expect(recalled.at(-1)).toEqual([String(maria.id), person])
  expect([localStorage.getItem('haulyard:signed-in'), browserCookies.read(ACCESS_COOKIE)]).toEqual(['yes', old])
  await eventually(() => expect(asked).toHaveBeenCalledOnce())
})

test('cookies that reappear after a sign-out and a crash are deleted', async () => {
  signedInBefore()
  vault.lastEnded = 's1'
  const tab = await openTab()
  await eventually(() => expect(tab.get().state).toBe('signed_out'))
  expect(browserCookies.read(ACCESS_COOKIE)).toBeNull()
})

test('a sign-in after a sign-out is restored even if the browser was killed before it stored either', async () => {
  signedInBefore()
  const access = aToken({ sub: '7', sid: 's2' })
  Object.assign(vault, { lastEnded: 's1', tokens: { access, refresh: 'r2' } })
  const tab = await openTab()
  await eventually(() => expect(browserCookies.read(ACCESS_COOKIE)).toBe(access))
  expect(tab.get()).toMatchObject({ state: 'signed_in', user: maria })
})

test('other tabs learn of a sign-in before the previous user’s data is wiped', async () => {
  const [here, there] = [await openTab(), await openTab()]
  server.use(
    http.post(at('auth/jwt/create/'), () => HttpResponse.json({ access: fresh, refresh: 'r1' })),
    http.get(at('users/users/me/'), () => HttpResponse.json(maria)),
  )
  const order: string[] = []
  there.onChange(({ event }) => void order.push(`there ${event.type}`))
  here.onChange(async () => {
    await new Promise((next) => setTimeout(next))
    order.push('wiped')
  })
  await here.signIn({ email: 'a@b.co', password: 'demo-haulyard', rememberMe: true })
  expect(order).toEqual(['there signed_in', 'wiped'])
})
