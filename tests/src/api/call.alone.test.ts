import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { deviceSessionEndpoints } from '#contract/session/device-sessions.ts'
import { sessionEndpoints } from '#contract/session/session.ts'
import { retryAfter } from '#src/api/answer.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call, callUnlessSame, type NetworkSign, setCredentials, setNetworkListener } from '#src/api/call.ts'
import { noteHostProof } from '#src/api/fetch-verified.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'

const server = setupServer()
const driversUrl = 'http://app.test/api/drivers/'
const noDrivers = { count: 0, next: null, previous: null, results: [] }
let signs: NetworkSign[] = []

beforeAll(() => {
  openPage()
  server.listen({ onUnhandledFrame: 'error' })
})
beforeEach(() => {
  signs = []
  setNetworkListener((sign) => sign !== 'heard' && signs.push(sign))
  setCredentials({ token: () => 'old', refresh: () => Promise.resolve('refused') })
})
afterEach(() => server.resetHandlers())
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

test('requests a list as its endpoint declares, with the current token', async () => {
  let sent: Request | null = null
  server.use(
    http.get(driversUrl, ({ request }) => {
      sent = request
      return HttpResponse.json(noDrivers, { headers: { etag: '"7"' } })
    }),
  )
  const answer = await call(driverEndpoints.list, { query: { filter: 'on_vacation', limit: 50 } })
  expect(answer).toMatchObject({ data: noDrivers, status: 200, etag: '"7"', source: 'network' })
  expect(sent!.url).toBe(`${driversUrl}?filter=on_vacation&limit=50`)
  expect(sent!.headers.get('authorization')).toBe('Bearer old')
  expect(signs).toEqual(['admitted'])
})

test('callUnlessSame sends the entity tag and accepts a 304; without a tag a 304 is not our server’s response', async () => {
  const tags: (string | null)[] = []
  server.use(
    http.get(driversUrl, ({ request }) => {
      tags.push(request.headers.get('if-none-match'))
      return HttpResponse.of(null, { status: 304, headers: { etag: 'W/"7"' } })
    }),
  )
  expect(await callUnlessSame(driverEndpoints.list, { etag: 'W/"7"' })).toMatchObject({
    data: null,
    status: 304,
    source: 'network',
  })
  expect(signs).toEqual(['admitted'])
  // A request without a tag cannot get "not modified".
  expect((await failure(callUnlessSame(driverEndpoints.list, {}))).kind).toBe('not_ours')
  expect((await failure(call(driverEndpoints.list))).kind).toBe('not_ours')
  expect(tags).toEqual(['W/"7"', null, null])
})

test('a 304 from a gateway, without proof, is not our server’s response', async () => {
  noteHostProof('yes')
  server.use(http.get(driversUrl, () => new Response(null, { status: 304 })))
  expect((await failure(callUnlessSame(driverEndpoints.list, { etag: 'W/"7"' }))).kind).toBe('not_ours')
})

test('a response from the service worker keeps the time at which the server sent it', async () => {
  server.use(
    http.get(driversUrl, () =>
      HttpResponse.json(noDrivers, { headers: { 'x-sw-source': 'cache', 'x-sw-stored-at': '1234' } }),
    ),
  )
  expect(await call(driverEndpoints.list)).toMatchObject({ source: 'cache', asOf: 1234 })
  expect(signs).toEqual(['doubtful'])
})

test('a captive portal’s response is never mistaken for the server’s', async () => {
  const html = (status: number) =>
    new Response('<h1>Welcome to TruckStop Wi-Fi</h1>', { status, headers: { 'content-type': 'text/html' } })
  for (const status of [200, 401, 403, 404]) {
    server.use(http.get(driversUrl, () => html(status)))
    expect(await failure(call(driverEndpoints.list))).toMatchObject({ kind: 'not_ours', status: null })
  }
  server.use(http.get(driversUrl, () => HttpResponse.json({ hello: 'world' })))
  expect((await failure(call(driverEndpoints.list))).kind).toBe('not_ours')
  server.use(
    http.get(driversUrl, () => HttpResponse.of('{"count": 1', { headers: { 'content-type': 'application/json' } })),
  )
  expect((await failure(call(driverEndpoints.list))).kind).toBe('not_ours')
})

test('a refused call reports its status, its message and how long to wait', async () => {
  server.use(
    http.get(driversUrl, () =>
      HttpResponse.json({ detail: 'Slow down.' }, { status: 429, headers: { 'retry-after': '7' } }),
    ),
  )
  const refused = await failure(call(driverEndpoints.list))
  expect(refused).toMatchObject({ kind: 'status', status: 429, retryAfterMs: 7000, message: 'Slow down.' })
  server.use(http.get(driversUrl, () => HttpResponse.of('Bad gateway', { status: 502 })))
  expect(await failure(call(driverEndpoints.list))).toMatchObject({ kind: 'status', status: 502, problem: null })
  expect(signs).toEqual(['reached', 'doubtful'])
})

test('a dead network, a timeout and an aborted call are reported as different failures', async () => {
  server.use(http.get(driversUrl, () => HttpResponse.error()))
  expect((await failure(call(driverEndpoints.list))).kind).toBe('network')
  server.use(http.get(driversUrl, () => new Promise<never>(() => undefined)))
  expect((await failure(call(driverEndpoints.list, { timeoutMs: 20 }))).kind).toBe('timeout')
  const controller = new AbortController()
  const pending = call(driverEndpoints.list, { signal: controller.signal })
  controller.abort(new Error('left the page'))
  await expect(pending).rejects.toThrow('left the page')
  expect(signs).toEqual(['unreachable', 'doubtful'])
})

test('after a 401 the call is repeated once with the new token, and only once', async () => {
  let token = 'old'
  let refreshes = 0
  setCredentials({
    token: () => token,
    refresh: () => {
      refreshes += 1
      token = 'new'
      return Promise.resolve('refreshed')
    },
  })
  const seen: (string | null)[] = []
  server.use(
    http.get(driversUrl, ({ request }) => {
      seen.push(request.headers.get('authorization'))
      return HttpResponse.json({ detail: 'Token expired.', code: 'token_not_valid' }, { status: 401 })
    }),
  )
  expect((await failure(call(driverEndpoints.list))).status).toBe(401)
  expect(seen).toEqual(['Bearer old', 'Bearer new'])
  expect(refreshes).toBe(1)
})

test('a refresh that finds no network counts as a dead network, not as a refusal', async () => {
  setCredentials({ token: () => 'old', refresh: () => Promise.resolve('unreachable') })
  server.use(http.get(driversUrl, () => HttpResponse.json({ detail: 'Expired.' }, { status: 401 })))
  expect((await failure(call(driverEndpoints.list))).kind).toBe('network')
})

test('without a signed-in user no request is sent', async () => {
  setCredentials({ token: () => null, refresh: () => Promise.resolve('refused') })
  expect(await failure(call(driverEndpoints.list))).toMatchObject({ kind: 'status', status: 401 })
  expect(signs).toEqual([])
})

test('wrong credentials at the login are reported without a token refresh', async () => {
  setCredentials({ token: () => 'old', refresh: () => Promise.reject(new Error('must not refresh')) })
  const detail = 'No active account found with the given credentials'
  server.use(http.post('http://app.test/api/auth/jwt/create/', () => HttpResponse.json({ detail }, { status: 401 })))
  const refused = await failure(call(sessionEndpoints.create, { body: { email: 'a@b.co', password: 'x' } }))
  expect(refused).toMatchObject({ status: 401, message: detail })
})

test('a response without a body is accepted only with the expected status', async () => {
  const url = 'http://app.test/api/auth/logout/'
  server.use(http.post(url, () => HttpResponse.of(null, { status: 204 })))
  expect((await call(deviceSessionEndpoints.logout, { body: { refresh: 'r' } })).status).toBe(204)
  server.use(http.post(url, () => HttpResponse.of('ok')))
  expect((await failure(call(deviceSessionEndpoints.logout, { body: { refresh: 'r' } }))).kind).toBe('not_ours')
})

test('rows that the server sends with a reply are returned beside it, also without a reply', async () => {
  const headers = { 'preference-applied': 'rows' }
  const rows = { changes: [], order: 3, lists: [] }
  server.use(http.get(driversUrl, () => HttpResponse.json({ reply: noDrivers, rows }, { headers })))
  expect(await call(driverEndpoints.list)).toMatchObject({ data: noDrivers, rows })
  const url = 'http://app.test/api/auth/logout/'
  const logOut = () => call(deviceSessionEndpoints.logout, { body: { refresh: 'r' } })
  server.use(http.post(url, () => HttpResponse.json({ reply: null, rows: null }, { headers })))
  expect(await logOut()).toMatchObject({ status: 200, data: undefined, rows: null })
  server.use(http.post(url, () => HttpResponse.of('ok', { headers })))
  expect((await failure(logOut())).kind).toBe('not_ours')
  server.use(http.get(driversUrl, () => HttpResponse.json({ reply: { count: 1 }, rows }, { headers })))
  expect((await failure(call(driverEndpoints.list))).kind).toBe('not_ours')
})

test('Retry-After is read as seconds or as a date', () => {
  expect(retryAfter('3', 0)).toBe(3000)
  expect(retryAfter(new Date(5000).toUTCString(), 1000)).toBe(4000)
  expect(retryAfter('soon', 0)).toBeNull()
  expect(retryAfter(null, 0)).toBeNull()
})
