import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { sessionEndpoints } from '#contract/session/session.ts'
import { call, type NetworkSign, setCredentials, setNetworkListener } from '#src/api/call.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'

const noDrivers = JSON.stringify({ count: 0, next: null, previous: null, results: [] })
const json = { 'content-type': 'application/json' }
let signs: { sign: NetworkSign; at: number }[] = []
let answer: (signal: AbortSignal) => Promise<Response> = () => new Promise(() => undefined)
let requests: RequestInit[] = []

const startCall = () => {
  const at = performance.now()
  const outcome = { error: null as unknown, data: null as unknown, after: -1 }
  const work = call(driverEndpoints.list).then(
    ({ data }) => Object.assign(outcome, { data, after: performance.now() - at }),
    (error: unknown) => Object.assign(outcome, { error, after: performance.now() - at }),
  )
  return { outcome, work }
}
const times = (sign: NetworkSign) => signs.filter((one) => one.sign === sign).map(({ at }) => Math.round(at))
const delayed = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms))

beforeEach(() => {
  openPage()
  vi.useFakeTimers()
  signs = []
  requests = []
  const start = performance.now()
  setNetworkListener((sign) => signs.push({ sign, at: performance.now() - start }))
  setCredentials({ token: () => 'mine', refresh: () => Promise.resolve('refused') })
  vi.stubGlobal('fetch', (_: string, init: RequestInit & { signal: AbortSignal }) => {
    requests.push(init)
    const aborted = new Promise<never>((_resolve, reject) => {
      init.signal.addEventListener('abort', () => reject(init.signal.reason))
    })
    return Promise.race([answer(init.signal), aborted])
  })
})
afterEach(() => vi.useRealTimers())
afterAll(() => vi.unstubAllGlobals())

test('a read that hangs is reported as suspect, then as silent, and finally times out', async () => {
  answer = () => new Promise(() => undefined)
  const { outcome } = startCall()
  await vi.advanceTimersByTimeAsync(14_900)
  expect([times('suspect')[0], times('silent')[0]]).toEqual([1_500, 3_000])
  expect(outcome.after).toBe(-1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcome.error).toMatchObject({ kind: 'timeout' })
  expect(vi.getTimerCount()).toBe(0)
})

test('a response after the silence limit is still accepted', async () => {
  answer = () => delayed(4_000, HttpResponse.of(noDrivers, { headers: json }))
  const { outcome } = startCall()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(outcome.data).toEqual(JSON.parse(noDrivers))
  expect([times('silent'), times('admitted')]).toEqual([[3_000], [4_000]])
})

test('a response that arrives byte by byte is not silence, no matter how long it takes', async () => {
  const bytes = new TextEncoder().encode(noDrivers)
  answer = async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async start(controller) {
        for (const byte of bytes) {
          await delayed(1_200, null)
          controller.enqueue(new Uint8Array([byte]))
        }
        controller.close()
      },
    })
    return HttpResponse.of(body, { headers: json })
  }
  const { outcome } = startCall()
  await vi.advanceTimersByTimeAsync(1_200 * (bytes.length + 1))
  expect(outcome.data).toEqual(JSON.parse(noDrivers))
  expect(outcome.after).toBeGreaterThan(60_000)
  expect([times('suspect'), times('silent')]).toEqual([[], []])
})

test('a body that stops midway is silence again', async () => {
  answer = async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"count":')),
    })
    return HttpResponse.of(body, { headers: json })
  }
  const { outcome } = startCall()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(times('silent')).toEqual([3_000])
  expect(outcome.after).toBe(-1)
})

test('a response that the service worker sends from its cache after its own wait reports a silent network', async () => {
  const headers = { ...json, 'x-sw-source': 'cache', 'x-sw-stored-at': '5' }
  answer = () => delayed(2_990, HttpResponse.of(noDrivers, { headers }))
  startCall()
  await vi.advanceTimersByTimeAsync(2_990)
  expect(times('silent')).toEqual([2_990])
  expect(times('heard')).toEqual([])
})

test('an upload may wait long for its response before it is reported', async () => {
  answer = () => new Promise(() => undefined)
  const { body: _, ...upload } = sessionEndpoints.create
  const sent = call(upload, { body: new FormData() }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await sent).toMatchObject({ kind: 'timeout' })
  expect(signs.map(({ sign }) => sign)).toEqual(['doubtful'])
})

test('a fresh read tells the service worker to bypass its cache', async () => {
  answer = async () => HttpResponse.of(noDrivers, { headers: json })
  await call(driverEndpoints.list, { fresh: true })
  await call(driverEndpoints.list)
  expect(requests.map(({ cache }) => cache)).toEqual(['no-cache', undefined])
})
