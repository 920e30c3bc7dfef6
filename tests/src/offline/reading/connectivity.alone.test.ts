import { onlineManager } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { call, setCredentials } from '#src/api/call.ts'
import { connectivityNow, isOnline, onBackOnline, probeNow, startConnectivity } from '#src/offline/connectivity.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'

const page = openPage()
let isServerThere = true
let isSlow = false
let isBroken = false
let probes = 0
let answerOfHealth: (() => Response) | null = null

vi.stubGlobal('fetch', async (url: string) => {
  if (url.endsWith('/api/health/')) probes += 1
  if (!isServerThere) throw new TypeError('Failed to fetch')
  if (url.endsWith('/api/health/') && answerOfHealth) return answerOfHealth()
  if (url.endsWith('/api/health/')) return HttpResponse.json({ status: 'ok' })
  if (isBroken) throw new TypeError('network error')
  if (isSlow) return new Response('<p>Bad gateway</p>', { status: 502 })
  return HttpResponse.json({ count: 0, next: null, previous: null, results: [] })
})
vi.useFakeTimers()
setCredentials({ token: () => 't', refresh: () => Promise.resolve('refused') })
startConnectivity()

beforeEach(async () => {
  isServerThere = true
  isSlow = false
  isBroken = false
  await probeNow()
  await vi.advanceTimersByTimeAsync(10_000)
  probes = 0
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const read = () => call(driverEndpoints.list).catch(() => null)

test('one call that never arrives means offline; the next call that arrives means online and notifies listeners', async () => {
  const listener = vi.fn()
  const stop = onBackOnline(listener)
  isServerThere = false
  await read()
  expect([isOnline(), onlineManager.isOnline()]).toEqual([false, false])
  isServerThere = true
  await read()
  expect([isOnline(), onlineManager.isOnline()]).toEqual([true, true])
  expect(listener).toHaveBeenCalledOnce()
  stop()
})

test('while offline, the server is probed after ever longer waits', async () => {
  isServerThere = false
  await Promise.all([read(), read(), read()])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(probes).toBe(1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(probes).toBeGreaterThan(4)
  expect(probes).toBeLessThan(15)
  isServerThere = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(isOnline()).toBe(true)
})

test('a call that breaks every time although the server is reachable is repeated after ever longer waits', async () => {
  let calls = 0
  const repeat = () => {
    calls += 1
    void read()
  }
  const stop = onBackOnline(repeat)
  isBroken = true
  repeat()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toBeGreaterThan(5)
  expect(calls).toBeLessThan(18)
  isBroken = false
  await vi.advanceTimersByTimeAsync(8_000)
  expect(isOnline()).toBe(true)
  stop()
  // The connection was steady for a while: the next outage triggers a probe within a second.
  await vi.advanceTimersByTimeAsync(3_000)
  isServerThere = false
  await read()
  probes = 0
  await vi.advanceTimersByTimeAsync(1_000)
  expect(probes).toBe(1)
})

test('an unexpected response triggers a probe before the app counts as offline', async () => {
  isSlow = true
  await read()
  await vi.advanceTimersByTimeAsync(1)
  expect(probes).toBe(1)
  expect(isOnline()).toBe(true)
})

test('the browser’s own "offline" event only triggers a probe', async () => {
  page.window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(1)
  expect(probes).toBe(1)
  expect(isOnline()).toBe(true)
})

test('a page of another site in place of the server is told from a server that fails', async () => {
  answerOfHealth = () => new Response('<h1>Accept our terms</h1>', { headers: { 'content-type': 'text/html' } })
  await probeNow()
  expect(connectivityNow()).toMatchObject({ online: false, isPortal: true })
  answerOfHealth = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  await probeNow()
  expect(connectivityNow()).toMatchObject({ online: false, isPortal: false })
  answerOfHealth = null
  await probeNow()
  expect(connectivityNow()).toMatchObject({ online: true, isPortal: false })
})
