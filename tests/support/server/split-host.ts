import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { setCredentials } from '#src/api/call.ts'
import { browserPorts, type SessionNews, type SessionPorts } from '#src/session/session-ports.ts'
import { SessionStore } from '#src/session/session-store.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeKeyVault } from '#tests/support/browser/fake-key-vault.ts'
import { fakeVault } from '#tests/support/browser/fake-vault.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { deviceKeyCall, keysOf } from './device-keys.ts'

export const maria = aUser({ id: 7 })
export const authPath = (path: string) => `http://app.test/api/auth/${path}`

interface HostResponses {
  /** The first half of the refresh token in the response to a sign-in. `access`: its access token. */
  readonly half?: string
  readonly access: string
  /** The response to a refresh. */
  readonly refresh: () => Response | Promise<Response>
}

/**
 * Sets up, for a whole test file, a browser with several tabs and a host that stores the second half of the refresh
 * token in its own cookie.
 */
export function splitHost(defaults: HostResponses) {
  const server = setupServer()
  const browser = {
    server,
    vault: fakeVault(),
    keys: fakeKeyVault(),
    requests: [] as { readonly path: string; readonly body: unknown }[],
    tabs: [] as ((news: SessionNews) => void)[],

    async openTab(other: Partial<SessionPorts> = {}): Promise<SessionStore> {
      let hear: (news: SessionNews) => void = () => undefined
      browser.tabs.push((news) => hear(news))
      const own = browser.tabs.length - 1
      const store = new SessionStore({
        ...browserPorts(),
        vault: browser.vault,
        keys: browser.keys,
        device: () => Promise.resolve('0197b1f0-0000-4000-8000-000000000001'),
        notifyTabs: (news) => {
          for (const [n, tell] of browser.tabs.entries()) if (n !== own) tell(news)
        },
        onTabNews: (listener) => {
          hear = listener
        },
        ...other,
      })
      await store.start(async () => ({ user: maria, lock: null }))
      setCredentials(store)
      return store
    },

    /** Sets the host's responses from now on. Omitted ones are the defaults of the file. */
    setResponses(answers: Partial<HostResponses> = {}): void {
      const { half = 'half', access, refresh } = { ...defaults, ...answers }
      server.use(
        http.post(authPath('*'), async ({ request }) => {
          const path = new URL(request.url).pathname.replace('/api/auth/', '')
          browser.requests.push({ path, body: await request.clone().json() })
        }),
        http.post(authPath('jwt/create/'), () => HttpResponse.json({ access, refresh: half, refresh_cookie: true })),
        http.post(authPath('jwt/refresh/'), refresh),
        http.post(authPath('logout/'), () => HttpResponse.of(null, { status: 204 })),
        http.get('http://app.test/api/users/users/me/', () => HttpResponse.json(maria)),
        deviceKeyCall,
      )
    },
    /** Leaves sign-out requests without a response. Resolves with the abort signal of the first one. */
    hangAtSignOut(): Promise<AbortSignal> {
      const { promise, resolve } = Promise.withResolvers<AbortSignal>()
      server.use(
        http.post(authPath('logout/'), ({ request }) => {
          resolve(request.signal)
          return new Promise<never>(() => undefined)
        }),
      )
      return promise
    },
    bodiesSentTo: (path: string): unknown[] =>
      browser.requests.filter((one) => one.path === path).map(({ body }) => body),
  }
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  beforeEach(async () => {
    openPage()
    localStorage.setItem('haulyard:host-proves', 'yes')
    browser.vault = fakeVault()
    browser.keys = fakeKeyVault()
    browser.keys.userKeys = await keysOf('7')
    browser.requests = []
    browser.tabs = []
  })
  afterEach(() => server.resetHandlers())
  afterAll(() => {
    server.close()
    vi.unstubAllGlobals()
  })
  return browser
}
