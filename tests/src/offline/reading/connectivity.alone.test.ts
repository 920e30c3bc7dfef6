import { onlineManager } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/drivers.ts'
import { call, setCredentials } from '#src/api/call.ts'
import { isOnline, onBackOnline, probeNow, startConnectivity } from '#src/offline/connectivity.ts'
import { openPage } from '#tests/support/fake-browser.ts'

const page = openPage()
let isServerThere = true
let isSlow = false
let probes = 0

vi.stubGlobal('fetch', async (url: string) => {
  if (url.endsWith('/api/health/')) probes += 1
  if (!isServerThere) throw new TypeError('Failed to fetch')
  if (url.endsWith('/api/health/')) return Response.json({ status: 'ok' })
  if (isSlow) return new Response('<p>Bad gateway</p>', { status: 502 })
  return Response.json({ count: 0, next: null, previous: null, results: [] })
})
vi.useFakeTimers()
setCredentials({ token: () => 't', refresh: () => Promise.resolve('refused') })
startConnectivity()

beforeEach(async () => {
  isServerThere = true
  isSlow = false
  await probeNow()
  probes = 0
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const read = () => call(driverEndpoints.list).catch(() => null)

test('one call that never arrives means offline; the next that does means online, and is told', async () => {
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

test('while offline the server is looked for again, ever less often', async () => {
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

test('an odd answer is asked about before anybody is called offline', async () => {
  isSlow = true
  await read()
  await vi.advanceTimersByTimeAsync(1)
  expect(probes).toBe(1)
  expect(isOnline()).toBe(true)
})

test('the browser’s own "offline" is only a reason to look', async () => {
  page.window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(1)
  expect(probes).toBe(1)
  expect(isOnline()).toBe(true)
})
