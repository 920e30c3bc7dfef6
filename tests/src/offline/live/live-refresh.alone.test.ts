import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DataArea } from '#contract/wire/data-areas.ts'
import type { LiveChange } from '#src/offline/live/live-changes.ts'
import { LiveRefresh } from '#src/offline/live/live-refresh.ts'
import type { StorageRules } from '#src/offline/reading/query-data.ts'

const stored: StorageRules = { pack: (data) => data, unpack: (packed) => packed }
const DRIVERS: readonly LiveChange[] = [{ area: 'drivers', id: 7, version: 4 }]

let client: QueryClient
let live: LiveRefresh
let isVisible: boolean
/** The queries that a change on its way will refetch when it is settled. */
let refetchedLater: Set<string>
const closing: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  isVisible = true
  refetchedLater = new Set()
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 30_000 } } })
  live = new LiveRefresh({
    client,
    now: () => Date.now(),
    after: (milliseconds, work) => void setTimeout(work, milliseconds),
    isVisible: () => isVisible,
    willBeRefetched: ({ queryKey }) => refetchedLater.has(String(queryKey[0])),
    whenStored: async () => false,
  })
})
afterEach(() => {
  live.stop()
  for (const close of closing.splice(0)) close()
  client.clear()
  vi.useRealTimers()
})

/** A query that counts its fetches. Each takes `tookMs`. */
function aQuery(
  name: string,
  areas: readonly DataArea[],
  tookMs = 20,
  answers = () => 'network' as 'network' | 'cache',
) {
  const ask = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    return { data: name, asOf: answers() === 'cache' ? 0 : Date.now(), source: answers() }
  })
  const options = { queryKey: [name], queryFn: ask, meta: { stored, areas } }
  const show = () => closing.push(new QueryObserver(client, options).subscribe(() => undefined))
  return { ask, options, show }
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('queries on screen are refetched when a record of their areas changes, once for many changes', async () => {
  const drivers = aQuery('drivers', ['drivers'])
  const schedule = aQuery('schedule', ['schedule', 'drivers'])
  const trucks = aQuery('trucks', ['trucks'])
  for (const one of [drivers, schedule, trucks]) one.show()
  await pass(100)
  for (let n = 0; n < 20; n++) live.noteChanges(DRIVERS)
  await pass(2_000)
  expect([drivers, schedule, trucks].map(({ ask }) => ask.mock.calls.length)).toEqual([2, 2, 1])
})

test('all queries on screen are refetched when it is unknown what has changed', async () => {
  const queries = [aQuery('drivers', ['drivers']), aQuery('trucks', ['trucks'])]
  for (const one of queries) one.show()
  await pass(100)
  live.noteChanges(null)
  await pass(2_000)
  expect(queries.map(({ ask }) => ask.mock.calls.length)).toEqual([2, 2])
})

test('a query off screen is marked stale and refetched when shown', async () => {
  const drivers = aQuery('drivers', ['drivers'])
  void client.prefetchQuery(drivers.options)
  await pass(100)
  live.noteChanges(DRIVERS)
  await pass(2_000)
  expect(drivers.ask).toHaveBeenCalledTimes(1)
  drivers.show()
  await pass(100)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})

test('a query is refetched at most about once a second, however many changes arrive', async () => {
  const drivers = aQuery('drivers', ['drivers'])
  drivers.show()
  await pass(100)
  for (let n = 0; n < 100; n++) {
    live.noteChanges(DRIVERS)
    await pass(100)
  }
  expect(drivers.ask.mock.calls.length).toBeGreaterThan(8)
  expect(drivers.ask.mock.calls.length).toBeLessThanOrEqual(12)
})

test('a slow query is refetched less often', async () => {
  const drivers = aQuery('drivers', ['drivers'], 2_000)
  drivers.show()
  await pass(3_000)
  for (let n = 0; n < 300; n++) {
    live.noteChanges(DRIVERS)
    await pass(100)
  }
  expect(drivers.ask.mock.calls.length).toBeLessThanOrEqual(5)
})

test('a fetch that began after the notice is enough: this device’s own change is not fetched twice', async () => {
  const drivers = aQuery('drivers', ['drivers'])
  drivers.show()
  await pass(100)
  live.noteChanges(DRIVERS)
  await pass(50)
  void client.invalidateQueries()
  await pass(3_000)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})

test('a fetch that began before the notice is followed by another one, never run in parallel with it', async () => {
  const drivers = aQuery('drivers', ['drivers'], 600)
  drivers.show()
  await pass(1_000)
  void client.invalidateQueries()
  await pass(100)
  live.noteChanges(DRIVERS)
  await pass(400)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
  await pass(3_000)
  expect(drivers.ask).toHaveBeenCalledTimes(3)
})

test('an old copy from the service worker does not count as a refetch', async () => {
  let source: 'network' | 'cache' = 'network'
  const drivers = aQuery('drivers', ['drivers'], 20, () => source)
  drivers.show()
  await pass(100)
  source = 'cache'
  live.noteChanges(DRIVERS)
  await pass(500)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
  source = 'network'
  await pass(3_000)
  expect(drivers.ask).toHaveBeenCalledTimes(3)
})

test('a hidden tab refetches nothing until it is shown', async () => {
  const drivers = aQuery('drivers', ['drivers'])
  drivers.show()
  await pass(100)
  isVisible = false
  live.noteChanges(DRIVERS)
  await pass(60_000)
  expect(drivers.ask).toHaveBeenCalledTimes(1)
  isVisible = true
  live.catchUp()
  await pass(500)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})

test('a failed refetch is not retried in a loop', async () => {
  const drivers = aQuery('drivers', ['drivers'])
  drivers.show()
  await pass(100)
  drivers.ask.mockRejectedValue(new Error('the server is busy'))
  live.noteChanges(DRIVERS)
  await pass(60_000)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})

test('a query that has the reported versions is not refetched, unless the report concerns another area', async () => {
  const rows = [{ id: 7, version: 3 }]
  const ask = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return { data: { rows: rows.map((row) => ({ ...row })) }, asOf: Date.now(), source: 'network' }
  })
  const options = { queryKey: ['rows'], queryFn: ask, meta: { stored, areas: ['drivers', 'users'] as const } }
  closing.push(new QueryObserver(client, options).subscribe(() => undefined))
  await pass(600)
  live.noteChanges([{ area: 'drivers', id: 7, version: 3 }])
  await pass(3_000)
  expect(ask).toHaveBeenCalledTimes(1)

  // This device's own change is already being fetched when its event arrives.
  rows[0] = { id: 7, version: 4 }
  void client.invalidateQueries()
  await pass(100)
  live.noteChanges(DRIVERS)
  await pass(5_000)
  expect(ask).toHaveBeenCalledTimes(2)

  // A record of another area may have the same id.
  live.noteChanges([{ area: 'users', id: 7, version: 2 }])
  await pass(5_000)
  expect(ask).toHaveBeenCalledTimes(3)
})

/**
 * A query with data that the device stored at `storedAt`. This data is shown first; the next fetch asks the network.
 */
function aStoredQuery(areas: readonly DataArea[], storedAt: number) {
  let isFirst = true
  const ask = vi.fn(async () => {
    const source = isFirst ? ('cache' as const) : ('network' as const)
    const asOf = isFirst ? storedAt : Date.now()
    isFirst = false
    return { data: { rows: [] }, asOf, source }
  })
  const options = { queryKey: ['kept', ...areas], queryFn: ask, meta: { stored, areas } }
  return { ask, show: () => closing.push(new QueryObserver(client, options).subscribe(() => undefined)) }
}

test('data stored before a notice and shown after it is refetched', async () => {
  const [drivers, trucks] = [
    aStoredQuery(['drivers'], Date.now() - 5_000),
    aStoredQuery(['trucks'], Date.now() - 5_000),
  ]
  live.noteChanges(DRIVERS)
  await pass(1_000)
  for (const one of [drivers, trucks]) one.show()
  await pass(2_000)
  expect([drivers, trucks].map(({ ask }) => ask.mock.calls.length)).toEqual([2, 1])
})

test('data stored after a notice is not refetched, nor is older data once the notice has expired', async () => {
  live.noteChanges(DRIVERS)
  await pass(1_000)
  const late = aStoredQuery(['drivers'], Date.now())
  late.show()
  await pass(2_000)
  expect(late.ask).toHaveBeenCalledTimes(1)
  await pass(30_000)
  const older = aStoredQuery(['drivers', 'users'], Date.now() - 60_000)
  older.show()
  await pass(2_000)
  expect(older.ask).toHaveBeenCalledTimes(1)
})

test('data stored before the time from which changes are reported is refetched', async () => {
  live.setCoveredFrom(Date.now())
  const [before, after] = [aStoredQuery(['drivers'], Date.now() - 1), aStoredQuery(['trucks'], Date.now())]
  for (const one of [before, after]) one.show()
  await pass(2_000)
  expect([before, after].map(({ ask }) => ask.mock.calls.length)).toEqual([2, 1])
})

test('a query that this device’s own change will refetch is left to it, even if the notice arrives first', async () => {
  const [drivers, trucks] = [aQuery('drivers', ['drivers']), aQuery('trucks', ['drivers'])]
  for (const one of [drivers, trucks]) one.show()
  await pass(100)
  refetchedLater.add('drivers')
  live.noteChanges(DRIVERS)
  await pass(1_500)
  expect([drivers, trucks].map(({ ask }) => ask.mock.calls.length)).toEqual([1, 2])
  refetchedLater.clear()
  void client.invalidateQueries({ queryKey: ['drivers'] })
  await pass(5_000)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})

test('a slow change of this device delays the refetch for a colleague’s change by two seconds at most', async () => {
  const drivers = aQuery('drivers', ['drivers'])
  drivers.show()
  await pass(100)
  refetchedLater.add('drivers')
  for (let n = 0; n < 4; n++) {
    live.noteChanges(DRIVERS)
    await pass(450)
  }
  expect(drivers.ask).toHaveBeenCalledTimes(1)
  await pass(500)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})
