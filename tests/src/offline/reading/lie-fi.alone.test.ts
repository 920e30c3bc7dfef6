import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { call, setCredentials } from '#src/api/call.ts'
import { setSilenceLimit } from '#src/api/silence.ts'
import { isOnline, onBackOnline, probeNow, startConnectivity, untilDoneOrOffline } from '#src/offline/connectivity.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'

openPage()
const noDrivers = { count: 0, next: null, previous: null, results: [] }
/** How long each response takes, in milliseconds. `NEVER`: the connection hangs. */
let takes = { probe: 0, read: 0 }
const NEVER = Number.POSITIVE_INFINITY

vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
  const isProbe = url.endsWith('/api/health/')
  const ms = isProbe ? takes.probe : takes.read
  return new Promise((resolve, reject) => {
    if (ms !== NEVER) setTimeout(() => resolve(HttpResponse.json(isProbe ? { status: 'ok' } : noDrivers)), ms)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
})
vi.useFakeTimers()
setCredentials({ token: () => 't', refresh: () => Promise.resolve('refused') })
startConnectivity()

const read = () => {
  const seen = { isOver: false }
  void call(driverEndpoints.list)
    .catch(() => null)
    .then(() => {
      seen.isOver = true
    })
  return seen
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(async () => {
  takes = { probe: 0, read: 0 }
  // After this time, calls that hung in the previous test are given up and no longer count.
  await pass(120_000)
  await Promise.all([probeNow(), pass(10)])
  setSilenceLimit()
  await pass(10_000)
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a connection that hangs counts as offline after three seconds', async () => {
  takes = { probe: NEVER, read: NEVER }
  read()
  await pass(2_900)
  expect(isOnline()).toBe(true)
  await pass(200)
  expect(isOnline()).toBe(false)
})

test('a server that is slow with one call is online as long as it answers another', async () => {
  takes = { probe: 40, read: 9_000 }
  const seen = read()
  for (let second = 0; second < 9; second += 1) {
    await pass(1_000)
    expect(isOnline()).toBe(true)
  }
  expect(seen.isOver).toBe(true)
})

test('a probe that hangs counts as failed after three seconds', async () => {
  takes = { probe: NEVER, read: NEVER }
  const answer = probeNow()
  await pass(3_000)
  expect(await answer).toBe(false)
  expect(isOnline()).toBe(false)
})

test('a slow connection that works is used: late responses count, and do not look like the end of an outage each time', async () => {
  takes = { probe: 4_000, read: 4_000 }
  const back = vi.fn()
  const stop = onBackOnline(back)
  read()
  await pass(3_100)
  expect(isOnline()).toBe(false)
  await pass(1_000)
  expect(isOnline()).toBe(true)
  for (let n = 0; n < 5; n += 1) {
    const seen = read()
    await pass(4_100)
    expect([seen.isOver, isOnline()]).toEqual([true, true])
  }
  expect(back).toHaveBeenCalledOnce()
  stop()
})

test('waiting for a call ends when the app goes offline', async () => {
  takes = { probe: NEVER, read: NEVER }
  const over = vi.fn()
  void untilDoneOrOffline(call(driverEndpoints.list).catch(() => null)).then(over)
  await pass(2_900)
  expect(over).not.toHaveBeenCalled()
  await pass(200)
  expect(over).toHaveBeenCalledOnce()
})
