import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveState } from '#src/offline/live/live-state.ts'
import { keepListening, type StreamPorts } from '#src/offline/live/live-stream.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { aChange, fakeStreams, type StreamRequest } from '#tests/support/browser/fake-stream.ts'

let requests: readonly StreamRequest[]
let pauses: number[]
let heard: unknown[]
let position: string | null
let refreshed: 'refreshed' | 'refused' | 'unreachable'
let probes: number
/** For each begin of the stream: how many events had arrived before. */
let begins: number[]
let control: AbortController
let backOnline: () => void

beforeEach(() => {
  openPage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  requests = fakeStreams()
  ;[pauses, heard, position, refreshed, probes, begins] = [[], [], null, 'refreshed', 0, []]
  control = new AbortController()
})
afterEach(() => {
  control.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ports = (): StreamPorts => ({
  credentials: { token: () => 'a token', refresh: () => Promise.resolve(refreshed) },
  online: () => Promise.resolve(),
  onBackOnline: (listener) => {
    backOnline = listener
    return () => undefined
  },
  probe: () => {
    probes += 1
    return Promise.resolve(true)
  },
  pause: (milliseconds) => {
    pauses.push(milliseconds)
    return Promise.resolve()
  },
  random: () => 1,
  lastEventId: () => position,
  pastSeconds: () => 12,
  onBegin: () => begins.push(heard.length),
  onEvents: (events, id) => {
    heard.push(...events)
    position = id
  },
})
const start = () => keepListening(ports(), control.signal)
/** The request with index `n`, once it was sent. */
async function request(n: number): Promise<StreamRequest> {
  await expect.poll(() => requests.length).toBeGreaterThan(n)
  return requests[n] as StreamRequest
}

test('the stream begins with the changes since the oldest response on screen, and delivers new ones', async () => {
  void start()
  const first = await request(0)
  expect(first.url.pathname + first.url.search).toBe('/api/events/?rows=true&past=12')
  expect(first.headers.get('authorization')).toBe('Bearer a token')
  expect(first.headers.get('last-event-id')).toBeNull()
  const stream = first.accept()
  stream.send(
    `retry: 2000\n\nid: 41\n\n${aChange('drivers', 7, 3)}event: new\ndata: {}\n\n${aChange('moon', 7, 3)}id: 42\n\n`,
  )
  await expect.poll(() => position).toBe('42')
  expect(heard).toEqual([{ event: 'change', data: { area: 'drivers', id: 7, version: 3 } }])
  expect(liveState.get().state).toBe('open')
  expect(begins).toEqual([0])
})

test('each stream begins before its first event, not when it opens: the server may not watch for changes yet', async () => {
  void start()
  const stream = (await request(0)).accept()
  await expect.poll(() => liveState.get().state).toBe('open')
  expect(begins).toEqual([])
  stream.send(`${aChange('drivers', 7, 3)}id: 41\n\n`)
  await expect.poll(() => position).toBe('41')
  stream.end()
  ;(await request(1)).accept().send('id: 42\n\n')
  await expect.poll(() => position).toBe('42')
  expect(begins).toEqual([0, 1])
})

test('a stream that ends is reopened at its last position, after the time that the server requests', async () => {
  void start()
  const stream = (await request(0)).accept()
  stream.send('retry: 2000\n\nid: 41\n\n')
  await expect.poll(() => position).toBe('41')
  stream.end()
  const second = await request(1)
  expect(second.headers.get('last-event-id')).toBe('41')
  expect(second.url.search).toBe('?rows=true')
  expect(pauses).toEqual([2000])
  expect(liveState.get().state).toBe('opening')
})

test('a stream that breaks triggers a probe and is reopened after ever longer waits', async () => {
  void start()
  ;(await request(0)).fail()
  ;(await request(1)).accept().cut()
  for (let n = 2; n < 9; n++) (await request(n)).fail()
  await request(9)
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  expect(probes).toBe(9)
})

test('a stream that lasted resets the wait', async () => {
  void start()
  for (let n = 0; n < 4; n++) (await request(n)).fail()
  const stream = (await request(4)).accept()
  await expect.poll(() => liveState.get().state).toBe('open')
  vi.advanceTimersByTime(10_000)
  stream.cut()
  ;(await request(5)).fail()
  await request(6)
  expect(pauses.slice(4)).toEqual([16_000, 1000])
})

test('a stream that is silent for too long is given up and reopened', async () => {
  void start()
  const first = await request(0)
  const stream = first.accept()
  await expect.poll(() => liveState.get().state).toBe('open')
  vi.advanceTimersByTime(49_000)
  stream.send('id: 1\n\n')
  await expect.poll(() => position).toBe('1')
  vi.advanceTimersByTime(49_000)
  expect(first.isAborted()).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(first.isAborted()).toBe(true)
  await request(1)
  expect(probes).toBe(1)
})

test('a stream from before an outage is reopened when the network is back', async () => {
  void start()
  const stream = (await request(0)).accept()
  stream.send('id: 7\n\n')
  await expect.poll(() => position).toBe('7')
  backOnline()
  expect((await request(1)).headers.get('last-event-id')).toBe('7')
  expect(pauses).toEqual([0])
})

test('a request for the stream without a response is given up and repeated', async () => {
  void start()
  await request(0)
  vi.advanceTimersByTime(15_000)
  await request(1)
  expect(probes).toBe(1)
})

test('an expired token is renewed and the stream reopened without a wait', async () => {
  void start()
  ;(await request(0)).refuse(401)
  ;(await request(1)).accept()
  await expect.poll(() => liveState.get().state).toBe('open')
  expect(pauses).toEqual([0])
})

test('the stream ends with the session', async () => {
  refreshed = 'refused'
  const listening = start()
  ;(await request(0)).refuse(401)
  await listening
  expect(requests).toHaveLength(1)
})

test('the stream waits as long as a busy server requests, and five minutes for a server without this endpoint', async () => {
  void start()
  ;(await request(0)).refuse(503, { 'retry-after': '60' })
  ;(await request(1)).refuse(404)
  await request(2)
  expect(pauses).toEqual([60_000, 300_000])
  expect(probes).toBe(0)
})

test('the stream is closed immediately when its signal is aborted', async () => {
  const listening = start()
  const first = await request(0)
  first.accept()
  await expect.poll(() => liveState.get().state).toBe('open')
  control.abort()
  await listening
  expect(first.isAborted()).toBe(true)
})
