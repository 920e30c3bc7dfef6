import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { importSealKey } from '#src/seal/sealer.ts'
import { indexedDbVault } from '#src/session/tokens/token-vault.ts'
import { WorkerSession, type WorkerSessionPorts } from '#src/session/tokens/worker-session.ts'
import { workerSessionPorts } from '#src/session/tokens/worker-session-ports.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { fakeKeyVault } from '#tests/support/browser/fake-key-vault.ts'
import { fakeVault } from '#tests/support/browser/fake-vault.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { authPath } from '#tests/support/server/split-host.ts'

const NOW = 1_800_000_000_000
const DAY = 24 * 60 * 60_000
const issued = (ago: number, n = 1, sid = 's1') => aToken({ sub: '7', sid, n, iat: (NOW - ago) / 1000 })

const server = setupServer()
beforeAll(() => {
  vi.stubGlobal('location', { origin: 'http://app.test', protocol: 'http:' })
  server.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => server.resetHandlers())
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

/** A device on which user 7 is signed in and remembered. */
class Device {
  readonly vault = fakeVault()
  readonly keys = fakeKeyVault()
  cookie: string | null = issued(60_000)
  readonly ports: WorkerSessionPorts = {
    vault: this.vault,
    keys: this.keys,
    renewTokens: async (tokens) => {
      if (this.vault.tokens) await this.vault.save(tokens)
    },
    cookies: { get: async () => (this.cookie === null ? null : { value: this.cookie }) },
    runExclusively: (work) => work(),
    now: () => NOW,
  }
}
let device = new Device()
beforeEach(async () => {
  device = new Device()
  const key = await importSealKey('00000001', new Uint8Array(32).fill(1))
  device.vault.tokens = { access: issued(60_000), refresh: null }
  device.keys.half = { sub: '7', sid: 's1', half: 'half' }
  device.keys.userKeys = { user: '7', keys: [key], signIn: 'today' }
})
const open = () => WorkerSession.open(device.ports)

test('the worker acts for the remembered user, with that user’s key and token', async () => {
  const session = await open()
  expect(session).toMatchObject({ userId: '7', signIn: 'today' })
  expect([session?.user(), session?.token()]).toEqual(['7', issued(60_000)])
  const sealed = await session!.sealer.seal(new Uint8Array([1]), 'here')
  expect(await session!.sealer.open(sealed, 'here')).toEqual(new Uint8Array([1]))
})

test.each<[string, () => object, object]>([
  ['no user is remembered', () => device.vault, { tokens: null }],
  ['this device has ended the session', () => device.vault, { lastEnded: 's1' }],
  ['the cookie is gone', () => device, { cookie: null }],
  ['the cookie is another user’s', () => device, { cookie: aToken({ sub: '8', sid: 's2', n: 1, iat: NOW / 1000 }) }],
  ['the cookie is of another session', () => device, { cookie: issued(60_000, 1, 's2') }],
  ['the keys are gone', () => device.keys, { userKeys: null }],
  ['the keys are another user’s', () => device.keys.userKeys!, { user: '8' }],
  ['a key was edited by hand', () => device.keys.userKeys!, { keys: [{}] }],
  ['half of the refresh token is gone', () => device.keys, { half: null }],
  ['the half is of another session', () => device.keys, { half: { sub: '7', sid: 's2', half: 'half' } }],
  ['the server was silent for two weeks', () => device.vault.tokens!, { access: issued(13.1 * DAY) }],
  ['the clock is wrong', () => device.vault.tokens!, { access: issued(-1.1 * DAY) }],
  [
    'the token does not say when it was issued',
    () => device.vault.tokens!,
    { access: aToken({ sub: '7', sid: 's1' }) },
  ],
])('the worker acts for no user when %s', async (_case, stored, change) => {
  expect(await open()).not.toBeNull()
  Object.assign(stored(), change)
  expect(await open()).toBeNull()
})

test('after a sign-out no token is given out any more, not even after a later sign-in', async () => {
  const session = (await open())!
  device.cookie = null
  await session.check()
  expect([session.user(), session.token()]).toEqual([null, null])
  device.cookie = issued(60_000)
  await session.check()
  expect(session.token()).toBeNull()
})

test.each([
  ['another user', { sub: '8', sid: 's2' }],
  // Changes from before a sign-in wait until the user sends them.
  ['the same user again', { sub: '7', sid: 's2' }],
])('when %s has signed in, no token is given out any more', async (_who, claims) => {
  const session = (await open())!
  const access = aToken({ ...claims, iat: NOW / 1000 })
  device.cookie = access
  device.vault.tokens = { access, refresh: null }
  device.keys.half = { ...claims, half: 'other' }
  device.keys.userKeys = { ...device.keys.userKeys!, user: claims.sub }
  expect((await open())?.token()).toBe(access)
  await session.check()
  expect(session.token()).toBeNull()
})

test('a token that a page has refreshed meanwhile is used', async () => {
  const session = (await open())!
  device.vault.tokens = { access: issued(0, 2), refresh: null }
  await session.check()
  expect(session.token()).toBe(issued(0, 2))
})

test('storage that fails is no sign-out', async () => {
  const session = (await open())!
  device.vault.find = () => Promise.reject(new Error('no storage'))
  await expect(session.check()).rejects.toThrow('no storage')
  expect(session.token()).not.toBeNull()
})

const refreshedWith = (body: object, status = 200) =>
  server.use(http.post(authPath('jwt/refresh/'), () => HttpResponse.json(body, { status })))

test('an expired token is refreshed with the half and stored for the next page, which finds its own half unchanged', async () => {
  refreshedWith({ access: issued(0, 2), refresh_cookie: true })
  const session = (await open())!
  expect(await session.refresh(session.token()!)).toBe('refreshed')
  expect([session.token(), device.vault.tokens?.access]).toEqual([issued(0, 2), issued(0, 2)])
  expect(device.keys.half).toEqual({ sub: '7', sid: 's1', half: 'half' })
})

test('what was read before a refresh ended does not bring the older token back', async () => {
  refreshedWith({ access: issued(0, 2), refresh_cookie: true })
  const session = (await open())!
  const { promise, resolve } = Promise.withResolvers<void>()
  const { find } = device.keys
  device.keys.find = async () => {
    await promise
    return find.call(device.keys)
  }
  // Reads the vault now, and the keys only after the refresh.
  const check = session.check()
  expect(await session.refresh(session.token()!)).toBe('refreshed')
  resolve()
  await check
  expect(session.token()).toBe(issued(0, 2))
})

test('a session that the server has ended stays stored, so that the next page ends it, and nothing more is sent', async () => {
  refreshedWith({ detail: 'No.' }, 401)
  const session = (await open())!
  expect(await session.refresh(session.token()!)).toBe('refused')
  expect(session.token()).toBeNull()
  expect([device.vault.tokens, device.keys.half]).not.toContain(null)
})

test('a token refreshed while the user signs out is not stored', async () => {
  const real = workerSessionPorts(device.ports.cookies)
  await indexedDbVault.save({ access: issued(0, 1), refresh: '', isSplit: true })
  await real.renewTokens({ access: issued(0, 2), refresh: '', isSplit: true })
  expect((await indexedDbVault.find())?.access).toBe(issued(0, 2))
  await real.renewTokens({ access: issued(0, 3, 's2'), refresh: '', isSplit: true })
  expect((await indexedDbVault.find())?.access).toBe(issued(0, 2))
  await indexedDbVault.end('s1')
  await real.renewTokens({ access: issued(0, 4), refresh: '', isSplit: true })
  expect(await indexedDbVault.find()).toBeNull()
})
