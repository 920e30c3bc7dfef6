import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { eventEndpoints } from '#contract/wire/events.ts'
import type { NetworkSign } from '#src/api/call.ts'
import { outcomeOf } from '#src/offline/outbox/send/outcome.ts'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeKeyVault } from '#tests/support/browser/fake-key-vault.ts'
import { fakeVault } from '#tests/support/browser/fake-vault.ts'
import { aGatewayAnswer } from '#tests/support/builders/a-gateway.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { keysOf } from '#tests/support/server/device-keys.ts'

const maria = aUser({ id: 7 })
const old = aToken({ sub: '7', sid: 's1', n: 1 })
const fresh = aToken({ sub: '7', sid: 's1', n: 2 })
const form = { email: 'maria@haulyard.example', password: 'demo-haulyard', rememberMe: true }
const noDrivers = { count: 0, next: null, previous: null, results: [] }
const never = new AbortController().signal
const DEVICE = '0197b1f0-0000-4000-8000-000000000001'
const HOST = 'haulyard:host-proves'

let vault = fakeVault()
let keys = fakeKeyVault()
let network: (path: string, token: string | null) => Response
let requestedPaths: string[] = []
/** The signs about the network that calls have reported. */
const signs = new Set<NetworkSign>()

/** A newly loaded page: fresh modules, and the device's storage as the previous page left it. */
async function aPage() {
  vi.resetModules()
  const [{ SessionStore }, { browserPorts }, calls, { httpTransport }, { readEvents }, { readFile }, { probe }] =
    await Promise.all([
      import('#src/session/session-store.ts'),
      import('#src/session/session-ports.ts'),
      import('#src/api/call.ts'),
      import('#src/offline/outbox/send/transport.ts'),
      import('#src/api/read-events.ts'),
      import('#src/api/read-file.ts'),
      import('#src/api/probe.ts'),
    ])
  const session = new SessionStore({
    ...browserPorts(),
    vault,
    keys,
    device: () => Promise.resolve(DEVICE),
    notifyTabs: () => undefined,
    onTabNews: () => undefined,
  })
  await session.start(async (id) => ({ user: id === '7' ? maria : null, lock: null }))
  calls.setCredentials(session)
  calls.setNetworkListener((sign) => signs.add(sign))
  const auth = {
    user: () => '7',
    token: () => session.token(),
    refresh: (used: string) => session.refresh(used),
  }
  const events = (token: string) =>
    readEvents(eventEndpoints.stream, {
      token,
      lastEventId: null,
      signal: never,
      onOpen: () => undefined,
      onEvents: () => undefined,
    })
  return {
    session,
    transport: httpTransport(auth),
    events,
    probe,
    readFile,
    read: () => calls.call(driverEndpoints.list),
  }
}
type Page = Awaited<ReturnType<typeof aPage>>

const itemsOf = (area: Storage) => Object.keys(area).map((key) => [key, area.getItem(key)])
/** Everything that this device stores of the session. */
const storedSession = () =>
  JSON.stringify([
    document.cookie,
    itemsOf(localStorage),
    itemsOf(sessionStorage),
    vault.tokens,
    vault.lastEnded,
    keys.userKeys,
  ])

function signedInBefore(proves: 'yes' | 'no' | null): void {
  browserCookies.write(ACCESS_COOKIE, old, 60)
  browserCookies.write(REFRESH_COOKIE, 'r1', 60)
  localStorage.setItem('haulyard:signed-in', 'yes')
  if (proves !== null) localStorage.setItem(HOST, proves)
}

/** A host that responds like ours. `answer` adds the proof or leaves it out. */
function aHost(answer: (body: unknown, init?: { status?: number }) => Response, acceptedToken = fresh) {
  return (path: string, token: string | null) => {
    if (path === '/api/auth/jwt/create/') return answer({ access: fresh, refresh: 'r2' })
    if (path === '/api/auth/jwt/refresh/') return answer({ access: fresh })
    if (path === '/api/auth/device_key/') return answer(deviceKeys)
    if (path === '/api/health/') return answer({ status: 'ok' })
    if (token !== `Bearer ${acceptedToken}`)
      return answer({ detail: 'Expired.', code: 'token_not_valid' }, { status: 401 })
    return path === '/api/users/users/me/' ? answer(maria) : answer(noDrivers)
  }
}
const deviceKeys = { keys: [{ id: '0000abcd', key: 'A'.repeat(43) }] }
const plain = (body: unknown, init?: { status?: number }) => Response.json(body, init)

beforeEach(async () => {
  openPage()
  vault = fakeVault()
  keys = fakeKeyVault()
  keys.userKeys = await keysOf('7')
  requestedPaths = []
  signs.clear()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url)
    requestedPaths.push(pathname)
    return network(pathname, new Headers(init.headers).get('authorization'))
  })
})
afterAll(() => vi.unstubAllGlobals())

/** Expects that the work fails only because of a missing network. */
async function expectNoNetwork(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => 'an answer',
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ name: 'ApiError', status: null })
}

describe.each([
  ['that knows its server', 'yes'],
  ['on which an older app version was signed in', null],
] as const)('no gateway response changes what is stored on a device %s:', (_name, proves) => {
  let page: Page
  beforeEach(async () => {
    signedInBefore(proves)
    page = await aPage()
  })
  const withAnyResponse = (act: () => Promise<unknown>) =>
    fc.assert(
      fc.asyncProperty(aGatewayAnswer, async (answer) => {
        const before = storedSession()
        network = answer
        await act()
        expect(storedSession()).toBe(before)
        expect(page.session.get()).toMatchObject({ state: 'signed_in', user: maria })
      }),
    )

  test('a read reports a missing network', () => withAnyResponse(() => expectNoNetwork(page.read())))
  test('a refresh signs no user out', () =>
    withAnyResponse(async () => expect(await page.session.refresh(old)).toBe('unreachable')))
  test('the start of a page lets its user in', () =>
    withAnyResponse(async () => expect(await page.session.requireUser()).toEqual(maria)))
  test('a change waits, alone and in a batch', () =>
    withAnyResponse(async () => {
      const sending = { entry: anEntry(), command: changeThing }
      const facts = [
        await page.transport.send(sending.entry, changeThing, never),
        ...(await page.transport.sendBatch([sending, sending], never)),
      ]
      expect(facts.map((one) => outcomeOf(one, 0, 0).is)).toEqual(['later', 'later', 'later'])
      expect(facts).not.toContainEqual(expect.objectContaining({ kind: 'answer' }))
      // Otherwise the device would consider the network restored, and resend in an endless loop.
      expect([...signs]).not.toEqual(expect.arrayContaining(['reached']))
      expect([...signs]).not.toEqual(expect.arrayContaining(['admitted']))
    }))
  test('a photo waits', () =>
    withAnyResponse(async () => {
      const file = {
        id: '0198a1b2-0000-7000-8000-000000000001',
        field: 'photo',
        name: 'a.webp',
        type: 'image/webp',
        size: 1,
      }
      const course = { signal: never, isNew: false, progress: () => undefined }
      const facts = await page.transport.upload(anEntry(), file, new Blob(['x']), course)
      expect(outcomeOf(facts, 0, 0).is).toBe('later')
    }))
  test('a new sign-in fails', () => withAnyResponse(() => page.session.signIn(form).catch(() => undefined)))
  if (proves === 'yes') {
    test('the event stream and the probe find no server', () =>
      withAnyResponse(async () => {
        await expectNoNetwork(page.events(old))
        expect(['not_there', 'portal']).toContain(await page.probe(() => undefined))
      }))
    test('a file is not read', () =>
      withAnyResponse(() => expectNoNetwork(page.readFile('http://app.test/api/files/1/', never))))
    test('a sign-in reports that there is no network', () =>
      withAnyResponse(() => expectNoNetwork(page.session.signIn(form))))
  }
})

/** A browser cache that has stored a gateway's response: without cache headers, a 410 stays there forever. */
function withCachedResponse(answer: () => Response): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url)
    requestedPaths.push(pathname)
    const isCached = (init.method ?? 'GET') === 'GET' && (init.cache ?? 'default') === 'default'
    return isCached ? answer() : network(pathname, new Headers(init.headers).get('authorization'))
  })
}

describe('responses of a former gateway in the browser cache', () => {
  beforeEach(() => {
    signedInBefore('yes')
    const host = aHost(HttpResponse.json, old)
    network = (path, token) => (path === '/api/files/1/' ? HttpResponse.of('a file') : host(path, token))
  })
  test('are ignored, whatever they contained', () =>
    fc.assert(
      fc.asyncProperty(aGatewayAnswer, async (answer) => {
        withCachedResponse(answer)
        const page = await aPage()
        expect((await page.read()).data).toEqual(noDrivers)
        expect(await page.session.requireUser()).toEqual(maria)
        expect(await (await page.readFile('http://app.test/api/files/1/', never)).text()).toBe('a file')
      }),
      { numRuns: 20 },
    ))
  test('cause no second request to the server when none was cached', async () => {
    await (await aPage()).read()
    expect(requestedPaths).toEqual(['/api/drivers/'])
  })
  test('do not cause a change to be sent twice', async () => {
    withCachedResponse(() => plain({ detail: 'Gone.' }, { status: 410 }))
    network = () => plain({ detail: 'Gone.' }, { status: 410 })
    await (await aPage()).transport.send(anEntry(), changeThing, never)
    expect(requestedPaths).toHaveLength(1)
  })
})

describe('a device learns whether its host proves its responses', () => {
  test('from the first response with proof, permanently', async () => {
    signedInBefore(null)
    network = aHost(HttpResponse.json, old)
    await (await aPage()).read()
    expect(localStorage.getItem(HOST)).toBe('yes')
    network = () => plain({ message: 'Unauthorized' }, { status: 401 })
    const after = await aPage()
    await expectNoNetwork(after.read())
    expect(after.session.get().state).toBe('signed_in')
  })
  test('from a sign-in without proof: from then on the host’s responses are trusted, even after a restart', async () => {
    network = aHost(plain)
    await (await aPage()).session.signIn(form)
    expect(localStorage.getItem(HOST)).toBe('no')
    const after = await aPage()
    expect((await after.read()).data).toEqual(noDrivers)
    network = () => plain({ detail: 'Not found.' }, { status: 404 })
    await expect(after.read()).rejects.toMatchObject({ kind: 'status', status: 404 })
    network = () => plain({ detail: 'Over.', code: 'token_not_valid' }, { status: 401 })
    expect(await after.session.refresh(fresh)).toBe('refused')
  })
  test('a host without proof reports why it refuses a sign-in', async () => {
    network = () => plain({ detail: 'No active account.' }, { status: 401 })
    await expect((await aPage()).session.signIn(form)).rejects.toMatchObject({ message: 'No active account.' })
  })
  test('a device used by an older app version learns of a host without proof by one refresh', async () => {
    signedInBefore(null)
    network = aHost(plain)
    const page = await aPage()
    expect((await page.read()).data).toEqual(noDrivers)
    expect(requestedPaths).toEqual(['/api/drivers/', '/api/auth/jwt/refresh/', '/api/drivers/'])
    expect([localStorage.getItem(HOST), page.session.token()]).toEqual(['no', fresh])
  })
  test.each([
    ['with proof', HttpResponse.json],
    ['without proof', plain],
  ])('a change waits until the device knows its host, here one %s, and is sent once', async (_name, answer) => {
    signedInBefore(null)
    network = aHost(answer)
    await (await aPage()).transport.send(anEntry(), changeThing, never)
    expect(requestedPaths[0]).toBe('/api/auth/jwt/refresh/')
    expect(requestedPaths.filter((path) => path !== '/api/auth/jwt/refresh/')).toHaveLength(1)
  })
  test('a host that starts to prove its responses must prove them from then on', async () => {
    signedInBefore('no')
    network = aHost(HttpResponse.json, old)
    const page = await aPage()
    await page.read()
    network = () => plain({ message: 'Unauthorized' }, { status: 401 })
    await expectNoNetwork(page.read())
  })
  test('a proxy that removes the proof costs one sign-in, and nothing more', async () => {
    localStorage.setItem(HOST, 'yes')
    network = aHost(plain)
    const page = await aPage()
    await page.session.signIn(form)
    expect(localStorage.getItem(HOST)).toBe('no')
    expect((await page.read()).data).toEqual(noDrivers)
  })
  test('a token of another user is never accepted', async () => {
    signedInBefore('no')
    network = aHost(plain, aToken({ sub: '8' }))
    const page = await aPage()
    network = () => plain({ access: aToken({ sub: '8' }) })
    expect(await page.session.refresh(old)).toBe('unreachable')
    expect(page.session.token()).toBe(old)
  })
  test('without storage, for as long as the page is open', async () => {
    vi.stubGlobal('localStorage', undefined)
    network = aHost(plain)
    const page = await aPage()
    await page.session.signIn(form)
    expect((await page.read()).data).toEqual(noDrivers)
  })
})
