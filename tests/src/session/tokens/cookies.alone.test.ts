import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setCredentials } from '#src/api/call.ts'
import { browserPorts } from '#src/session/session-ports.ts'
import { SessionStore } from '#src/session/session-store.ts'
import { ACCESS_COOKIE, browserCookies } from '#src/session/tokens/cookies.ts'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeKeyVault } from '#tests/support/browser/fake-key-vault.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { deviceKeyCall } from '#tests/support/server/device-keys.ts'

const old = aToken({ sub: '7', sid: 's1', n: 1 })
const fresh = aToken({ sub: '7', sid: 's1', n: 2 })
const server = setupServer(
  deviceKeyCall,
  http.post('*/api/auth/jwt/create/', () => HttpResponse.json({ access: old, refresh: 'r1' })),
  http.post('*/api/auth/jwt/refresh/', () => HttpResponse.json({ access: fresh })),
  http.post('*/api/auth/logout/', () => HttpResponse.of(null, { status: 204 })),
  http.get('*/api/users/users/me/', () => HttpResponse.json(aUser({ id: 7 }))),
)
const SIXTY_DAYS = 60 * 24 * 60 * 60

/** The cookie strings that the page set, in order. */
let lines: string[] = []

/** A page that records the cookies that are set. */
function openNotingPage(protocol: 'http:' | 'https:'): void {
  const { document } = openPage()
  const noting = {
    get cookie() {
      return document.cookie
    },
    set cookie(line: string) {
      lines.push(line)
      document.cookie = line
    },
  }
  vi.stubGlobal('document', noting)
  vi.stubGlobal('location', { origin: `${protocol}//app.test`, protocol, href: `${protocol}//app.test/` })
  lines = []
}

async function signedIn(rememberMe: boolean): Promise<SessionStore> {
  const vault = {
    saveUser: async () => undefined,
    save: async () => {},
    find: async () => null,
    end: async () => {},
    ended: async () => null,
  }
  const store = new SessionStore({
    ...browserPorts(),
    vault,
    keys: fakeKeyVault(),
    notifyTabs: () => {},
    onTabNews: () => {},
  })
  await store.start(async () => ({ user: null, lock: null }))
  setCredentials(store)
  await store.signIn({ email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe })
  return store
}
const written = (ending: string, access = old) => [
  `access-token=${encodeURIComponent(access)}; ${ending}`,
  `refresh-token=r1; ${ending}`,
]

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => openNotingPage('http:'))
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

test('with Remember me, both cookies and the choice outlive the browser, even after a refresh', async () => {
  const store = await signedIn(true)
  expect(lines).toEqual(written(`Path=/; SameSite=Strict; Max-Age=${SIXTY_DAYS}`))
  expect([localStorage.getItem('haulyard:signed-in'), sessionStorage.getItem('haulyard:signed-in')]).toEqual([
    'yes',
    null,
  ])
  lines = []
  expect(await store.refresh(old)).toBe('refreshed')
  expect(lines).toEqual(written(`Path=/; SameSite=Strict; Max-Age=${SIXTY_DAYS}`, fresh))
})

test('without Remember me, both cookies end with the browser and the choice with the tab, even after a refresh', async () => {
  const store = await signedIn(false)
  expect(lines).toEqual(written('Path=/; SameSite=Strict'))
  expect([localStorage.getItem('haulyard:signed-in'), sessionStorage.getItem('haulyard:signed-in')]).toEqual([
    null,
    'yes',
  ])
  lines = []
  expect(await store.refresh(old)).toBe('refreshed')
  expect(lines).toEqual(written('Path=/; SameSite=Strict', fresh))
})

test('over https, the cookies are marked Secure', async () => {
  openNotingPage('https:')
  await signedIn(true)
  expect(lines).toEqual(written(`Path=/; SameSite=Strict; Secure; Max-Age=${SIXTY_DAYS}`))
})

test('a sign-out removes both cookies and the choice', async () => {
  const store = await signedIn(true)
  lines = []
  await store.signOut()
  expect(lines).toEqual([
    'access-token=; Path=/; SameSite=Strict; Max-Age=0',
    'refresh-token=; Path=/; SameSite=Strict; Max-Age=0',
  ])
  expect([localStorage.getItem('haulyard:signed-in'), sessionStorage.length]).toEqual([null, 0])
})

test('a malformed cookie under our name, left by another program on this host, is ignored', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: plays the other program.
  document.cookie = `${ACCESS_COOKIE}=%zz`
  expect(browserCookies.read(ACCESS_COOKIE)).toBeNull()
})
