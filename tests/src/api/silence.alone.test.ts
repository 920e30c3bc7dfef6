import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { sessionEndpoints } from '#contract/session/session.ts'
import { call, type NetworkSign, setCredentials, setNetworkListener } from '#src/api/call.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { HttpResponse } from '#tests/support/offline/our-answers.ts'

const noDrivers = JSON.stringify({ count: 0, next: null, previous: null, results: [] })
const json = { 'content-type': 'application/json' }
let told: { sign: NetworkSign; at: number }[] = []
let answer: (signal: AbortSignal) => Promise<Response> = () => new Promise(() => undefined)
let asked: RequestInit[] = []

const started = () => {
  const at = performance.now()
  const over = { error: null as unknown, data: null as unknown, after: -1 }
  const work = call(driverEndpoints.list).then(
    ({ data }) => Object.assign(over, { data, after: performance.now() - at }),
    (error: unknown) => Object.assign(over, { error, after: performance.now() - at }),
  )
  return { over, work }
}
const times = (sign: NetworkSign) => told.filter((one) => one.sign === sign).map(({ at }) => Math.round(at))
const later = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms))

beforeEach(() => {
  openPage()
  vi.useFakeTimers()
  told = []
  asked = []
  const start = performance.now()
  setNetworkListener((sign) => told.push({ sign, at: performance.now() - start }))
  setCredentials({ token: () => 'mine', refresh: () => Promise.resolve('refused') })
  vi.stubGlobal('fetch', (_: string, init: RequestInit & { signal: AbortSignal }) => {
    asked.push(init)
    const aborted = new Promise<never>((_resolve, reject) => {
      init.signal.addEventListener('abort', () => reject(init.signal.reason))
    })
    return Promise.race([answer(init.signal), aborted])
  })
})
afterEach(() => vi.useRealTimers())
afterAll(() => vi.unstubAllGlobals())

test('a read that hangs is suspect, then silent, and at last given up', async () => {
  answer = () => new Promise(() => undefined)
  const { over } = started()
  await vi.advanceTimersByTimeAsync(14_900)
  expect([times('suspect')[0], times('silent')[0]]).toEqual([1_500, 3_000])
  expect(over.after).toBe(-1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(over.error).toMatchObject({ kind: 'timeout' })
  expect(vi.getTimerCount()).toBe(0)
})

test('an answer that comes late is taken', async () => {
  answer = () => later(4_000, HttpResponse.of(noDrivers, { headers: json }))
  const { over } = started()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(over.data).toEqual(JSON.parse(noDrivers))
  expect([times('silent'), times('admitted')]).toEqual([[3_000], [4_000]])
})

test('an answer that trickles in is no silence, however long it takes', async () => {
  const bytes = new TextEncoder().encode(noDrivers)
  answer = async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async start(controller) {
        for (const byte of bytes) {
          await later(1_200, null)
          controller.enqueue(new Uint8Array([byte]))
        }
        controller.close()
      },
    })
    return HttpResponse.of(body, { headers: json })
  }
  const { over } = started()
  await vi.advanceTimersByTimeAsync(1_200 * (bytes.length + 1))
  expect(over.data).toEqual(JSON.parse(noDrivers))
  expect(over.after).toBeGreaterThan(60_000)
  expect([times('suspect'), times('silent')]).toEqual([[], []])
})

test('a body that stops in the middle is silence again', async () => {
  answer = async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"count":')),
    })
    return HttpResponse.of(body, { headers: json })
  }
  const { over } = started()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(times('silent')).toEqual([3_000])
  expect(over.after).toBe(-1)
})

test('what the service worker answers after its own patience says that the network was silent', async () => {
  const headers = { ...json, 'x-sw-source': 'cache', 'x-sw-stored-at': '5' }
  answer = () => later(2_990, HttpResponse.of(noDrivers, { headers }))
  started()
  await vi.advanceTimersByTimeAsync(2_990)
  expect(times('silent')).toEqual([2_990])
  expect(times('heard')).toEqual([])
})

test('an upload may take its time before anything is heard', async () => {
  answer = () => new Promise(() => undefined)
  const { body: _, ...upload } = sessionEndpoints.create
  const sent = call(upload, { body: new FormData() }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await sent).toMatchObject({ kind: 'timeout' })
  expect(told.map(({ sign }) => sign)).toEqual(['doubtful'])
})

test('a read that wants the server’s own word says so to the service worker', async () => {
  answer = async () => HttpResponse.of(noDrivers, { headers: json })
  await call(driverEndpoints.list, { fresh: true })
  await call(driverEndpoints.list)
  expect(asked.map(({ cache }) => cache)).toEqual(['no-cache', undefined])
})
