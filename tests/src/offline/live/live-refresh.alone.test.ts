import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveRefresh } from '#src/offline/live/live-refresh.ts'
import type { StorageRules } from '#src/offline/reading/query-data.ts'

const stored: StorageRules = { pack: (data) => data, unpack: (kept) => kept }
const DRIVERS = [{ area: 'drivers', id: 7, version: 4 }]

let client: QueryClient
let live: LiveRefresh
let isVisible: boolean
/** The queries that a change on its way has asked for anew when it is done. */
let awaited: Set<string>
const closing: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  isVisible = true
  awaited = new Set()
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 30_000 } } })
  live = new LiveRefresh({
    client,
    now: () => Date.now(),
    after: (milliseconds, work) => void setTimeout(work, milliseconds),
    isVisible: () => isVisible,
    willBeRefetched: ({ queryKey }) => awaited.has(String(queryKey[0])),
  })
})
afterEach(() => {
  live.stop()
  for (const close of closing.splice(0)) close()
  client.clear()
  vi.useRealTimers()
})

/** A query that counts how often it is asked for; it takes `tookMs` to come. */
function asked(name: string, areas: readonly string[], tookMs = 20, answers = () => 'network' as 'network' | 'cache') {
  const ask = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    return { data: name, asOf: answers() === 'cache' ? 0 : Date.now(), source: answers() }
  })
  const options = { queryKey: [name], queryFn: ask, meta: { stored, areas } }
  const show = () => closing.push(new QueryObserver(client, options).subscribe(() => undefined))
  return { ask, options, show }
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('what is on screen is asked for anew when a record of its areas has changed, once for many changes', async () => {
  const drivers = asked('drivers', ['drivers'])
  const schedule = asked('schedule', ['schedule', 'drivers'])
  const trucks = asked('trucks', ['trucks'])
  for (const one of [drivers, schedule, trucks]) one.show()
  await pass(100)
  for (let n = 0; n < 20; n++) live.noteChanges(DRIVERS)
  await pass(2_000)
  expect([drivers, schedule, trucks].map(({ ask }) => ask.mock.calls.length)).toEqual([2, 2, 1])
})

test('all of it is asked for anew when nobody knows what has changed', async () => {
  const queries = [asked('drivers', ['drivers']), asked('trucks', ['trucks'])]
  for (const one of queries) one.show()
  await pass(100)
  live.noteChanges(null)
  await pass(2_000)
  expect(queries.map(({ ask }) => ask.mock.calls.length)).toEqual([2, 2])
})

test('what is not on screen is marked, and asked for when it is shown', async () => {
  const drivers = asked('drivers', ['drivers'])
  void client.prefetchQuery(drivers.options)
  await pass(100)
  live.noteChanges(DRIVERS)
  await pass(2_000)
  expect(drivers.ask).toHaveBeenCalledTimes(1)
  drivers.show()
  await pass(100)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})

test('however much changes, a query is asked for once a second at most', async () => {
  const drivers = asked('drivers', ['drivers'])
  drivers.show()
  await pass(100)
  for (let n = 0; n < 100; n++) {
    live.noteChanges(DRIVERS)
    await pass(100)
  }
  expect(drivers.ask.mock.calls.length).toBeGreaterThan(8)
  expect(drivers.ask.mock.calls.length).toBeLessThanOrEqual(12)
})

test('a slow answer is asked for less often', async () => {
  const drivers = asked('drivers', ['drivers'], 2_000)
  drivers.show()
  await pass(3_000)
  for (let n = 0; n < 300; n++) {
    live.noteChanges(DRIVERS)
    await pass(100)
  }
  expect(drivers.ask.mock.calls.length).toBeLessThanOrEqual(5)
})

test('a fetch that began after the word came is enough: one’s own change is not fetched twice', async () => {
  const drivers = asked('drivers', ['drivers'])
  drivers.show()
  await pass(100)
  live.noteChanges(DRIVERS)
  await pass(50)
  void client.invalidateQueries()
  await pass(3_000)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})

test('a fetch that began before the word came is followed by another, never beside it', async () => {
  const drivers = asked('drivers', ['drivers'], 600)
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

test('an old copy of the service worker is no answer', async () => {
  let source: 'network' | 'cache' = 'network'
  const drivers = asked('drivers', ['drivers'], 20, () => source)
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

test('a tab that nobody looks at asks for nothing until it is shown', async () => {
  const drivers = asked('drivers', ['drivers'])
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

test('a refetch that fails is not tried again and again', async () => {
  const drivers = asked('drivers', ['drivers'])
  drivers.show()
  await pass(100)
  drivers.ask.mockRejectedValue(new Error('the server is busy'))
  live.noteChanges(DRIVERS)
  await pass(60_000)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})

test('an answer that has the versions that were told need not be asked for again', async () => {
  const rows = [{ id: 7, version: 3 }]
  const ask = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return { data: { rows: rows.map((row) => ({ ...row })) }, asOf: Date.now(), source: 'network' }
  })
  const options = { queryKey: ['rows'], queryFn: ask, meta: { stored, areas: ['drivers', 'users'] } }
  closing.push(new QueryObserver(client, options).subscribe(() => undefined))
  await pass(600)
  live.noteChanges([{ area: 'drivers', id: 7, version: 3 }])
  await pass(3_000)
  expect(ask).toHaveBeenCalledTimes(1)

  // One's own change is being fetched already when its event comes.
  rows[0] = { id: 7, version: 4 }
  void client.invalidateQueries()
  await pass(100)
  live.noteChanges(DRIVERS)
  await pass(5_000)
  expect(ask).toHaveBeenCalledTimes(2)

  // A record of another area may have the same number.
  live.noteChanges([{ area: 'users', id: 7, version: 2 }])
  await pass(5_000)
  expect(ask).toHaveBeenCalledTimes(3)
})

/** A query that the device kept from `keptAt`: that stands there first, and is asked for when it is called out of date. */
function kept(areas: readonly string[], keptAt: number) {
  let isFirst = true
  const ask = vi.fn(async () => {
    const source = isFirst ? ('cache' as const) : ('network' as const)
    const asOf = isFirst ? keptAt : Date.now()
    isFirst = false
    return { data: { rows: [] }, asOf, source }
  })
  const options = { queryKey: ['kept', ...areas], queryFn: ask, meta: { stored, areas } }
  return { ask, show: () => closing.push(new QueryObserver(client, options).subscribe(() => undefined)) }
}

test('what the device kept from before a word, and shows after it, is asked for anew', async () => {
  const [drivers, trucks] = [kept(['drivers'], Date.now() - 5_000), kept(['trucks'], Date.now() - 5_000)]
  live.noteChanges(DRIVERS)
  await pass(1_000)
  for (const one of [drivers, trucks]) one.show()
  await pass(2_000)
  expect([drivers, trucks].map(({ ask }) => ask.mock.calls.length)).toEqual([2, 1])
})

test('what it kept from after the word stands, and so does what it kept when the word is long over', async () => {
  live.noteChanges(DRIVERS)
  await pass(1_000)
  const late = kept(['drivers'], Date.now())
  late.show()
  await pass(2_000)
  expect(late.ask).toHaveBeenCalledTimes(1)
  await pass(30_000)
  const older = kept(['drivers', 'users'], Date.now() - 60_000)
  older.show()
  await pass(2_000)
  expect(older.ask).toHaveBeenCalledTimes(1)
})

test('what it kept from before the time from which changes are told is asked for anew', async () => {
  live.setCoveredFrom(Date.now())
  const [before, after] = [kept(['drivers'], Date.now() - 1), kept(['trucks'], Date.now())]
  for (const one of [before, after]) one.show()
  await pass(2_000)
  expect([before, after].map(({ ask }) => ask.mock.calls.length)).toEqual([2, 1])
})

test('what one’s own change has asked for anew is left to it, though the word of it comes before it is done', async () => {
  const [drivers, trucks] = [asked('drivers', ['drivers']), asked('trucks', ['drivers'])]
  for (const one of [drivers, trucks]) one.show()
  await pass(100)
  awaited.add('drivers')
  live.noteChanges(DRIVERS)
  await pass(1_500)
  expect([drivers, trucks].map(({ ask }) => ask.mock.calls.length)).toEqual([1, 2])
  awaited.clear()
  void client.invalidateQueries({ queryKey: ['drivers'] })
  await pass(5_000)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})

test('a change that is long on its way holds up the word of a colleague’s for two seconds and no longer', async () => {
  const drivers = asked('drivers', ['drivers'])
  drivers.show()
  await pass(100)
  awaited.add('drivers')
  for (let n = 0; n < 4; n++) {
    live.noteChanges(DRIVERS)
    await pass(450)
  }
  expect(drivers.ask).toHaveBeenCalledTimes(1)
  await pass(500)
  expect(drivers.ask).toHaveBeenCalledTimes(2)
})
