import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from '#contract/wire/page.ts'
import { LiveRefresh } from '#src/offline/live/live-refresh.ts'
import { flatChanges } from '#src/offline/query-storage/flat-changes.ts'
import type { ListData } from '#src/offline/reading/list-pages.ts'
import type { QueryData, SyncRules } from '#src/offline/reading/query-data.ts'

interface Row {
  readonly id: number
  readonly name: string
}
type Known = QueryData<ListData<Row>>

const byName = (a: Row, b: Row) => a.name.localeCompare(b.name)
const [ann, cem] = [
  { id: 1, name: 'Ann' },
  { id: 3, name: 'Cem' },
]
const rowsOf = (...rows: readonly Row[]) => {
  const list = 'drivers.list'
  return new Map([[list, { list, rows: rows.map((row) => ({ ...row })), gone: [] }]])
}
const CHANGE = { area: 'drivers', id: 2, version: 2 } as const

let client: QueryClient
let live: LiveRefresh
/** The server's list, of which the query loads the first `loaded` rows. */
let server: readonly Row[]
let loaded: number
let tookMs: number
/** The rows in the stored copy; null while nothing is stored. */
let storedCount: number | null
const closing: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  server = [ann, cem]
  loaded = 10
  tookMs = 100
  storedCount = null
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 30_000 } } })
  live = new LiveRefresh({
    client,
    now: () => Date.now(),
    after: (milliseconds, work) => void setTimeout(work, milliseconds),
    isVisible: () => true,
    willBeRefetched: () => false,
    whenStored: async () => storedCount !== null,
  })
})
afterEach(() => {
  live.stop()
  for (const close of closing.splice(0)) close()
  client.clear()
  vi.useRealTimers()
})

/** A list on screen. Each fetch reads the server at once, and arrives 100 ms later. */
function showList(isSynced = true) {
  const fetch = vi.fn(async (): Promise<Known> => {
    const rows = server.slice(0, loaded)
    const data = { rows, count: server.length, next: rows.length < server.length ? `?offset=${loaded}` : null }
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    return { data, asOf: Date.now(), source: 'network', lastResponse: { data, etag: 'e' } }
  })
  const unpack = (page: unknown) => (JSON.stringify(page).includes('invalid') ? null : (page as Page<Row>))
  const synced = {
    changes: flatChanges({ name: 'drivers.list', unpack }),
    rules: { compare: byName },
    wholeKey: () => ['list'],
    countStored: async () => storedCount,
  } as unknown as SyncRules
  const stored = { pack: (data: unknown) => data, unpack: (data: unknown) => data }
  const meta = { stored, areas: ['drivers'] as const, ...(isSynced && { synced }) }
  const options = { queryKey: ['list'], queryFn: fetch, meta }
  closing.push(new QueryObserver(client, options).subscribe(() => undefined))
  const known = () => client.getQueryData<Known>(['list'])
  return { fetch, known, names: () => known()?.data.rows.map(({ name }) => name), isStale: () => staleness() }
}
const staleness = () => client.getQueryState(['list'])?.isInvalidated
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** The server's change of one row, reported by the stream. */
function change(row: Row): void {
  server = [...server.filter(({ id }) => id !== row.id), row].sort(byName)
  live.noteChanges([CHANGE], rowsOf(row))
}

test('a colleague’s change reaches a list on screen without a request', async () => {
  const list = showList()
  await pass(200)
  change({ id: 2, name: 'Bea' })
  expect(list.names()).toEqual(['Ann', 'Bea', 'Cem'])
  change({ id: 1, name: 'Zoe' })
  await pass(60_000)
  expect(list.names()).toEqual(['Bea', 'Cem', 'Zoe'])
  expect([list.fetch.mock.calls.length, list.isStale(), list.known()?.data.count]).toEqual([1, false, 3])
})

test('the tag of the response is dropped with the first change: it does not belong to these rows', async () => {
  const list = showList()
  await pass(200)
  change({ id: 2, name: 'Bea' })
  expect(list.known()?.lastResponse).toBeUndefined()
})

test('rows that arrive during a fetch are applied to its response, which the server may have read before', async () => {
  const list = showList()
  await pass(50)
  change({ id: 2, name: 'Bea' })
  await pass(100)
  expect(list.names()).toEqual(['Ann', 'Bea', 'Cem'])
  void client.refetchQueries({ queryKey: ['list'] })
  await pass(50)
  change({ id: 2, name: 'Bob' })
  await pass(100)
  expect(list.names()).toEqual(['Ann', 'Bob', 'Cem'])
  await pass(60_000)
  expect(list.fetch).toHaveBeenCalledTimes(2)
})

test('a change of which the list shows nothing makes it neither stale nor newer', async () => {
  const list = showList()
  await pass(200)
  const before = list.known()
  live.noteChanges([CHANGE], new Map())
  await pass(60_000)
  expect(list.known()).toBe(before)
  expect([list.fetch.mock.calls.length, list.isStale()]).toEqual([1, false])
})

test('a list whose rows the server does not send is refetched', async () => {
  const list = showList(false)
  await pass(200)
  change({ id: 2, name: 'Bea' })
  await pass(2_000)
  expect([list.fetch.mock.calls.length, list.names()]).toEqual([2, ['Ann', 'Bea', 'Cem']])
})

test('own rows that a list on screen can’t take do not count as shown: the settled change is fetched', async () => {
  const list = showList()
  await pass(200)
  const own = (name: string) => ({ changes: [CHANGE], order: 1, lists: [...rowsOf({ id: 2, name }).values()] })
  expect(live.takeOwnRows(own('invalid'))).toBe(false)
  await pass(2_000)
  expect(list.fetch).toHaveBeenCalledTimes(2)
  expect(live.takeOwnRows({ ...own('Bea'), order: 2 })).toBe(true)
})

test('a list is refetched when rows are invalid, or too many to be sent', async () => {
  const list = showList()
  await pass(200)
  live.noteChanges([CHANGE], rowsOf({ id: 2, name: 'invalid' }))
  await pass(2_000)
  expect(list.fetch).toHaveBeenCalledTimes(2)
  live.noteChanges(null)
  await pass(2_000)
  expect(list.fetch).toHaveBeenCalledTimes(3)
})

test('a list that was stale for another reason stays stale', async () => {
  const list = showList()
  await pass(200)
  await client.invalidateQueries({ queryKey: ['list'], refetchType: 'none' })
  change({ id: 2, name: 'Bea' })
  expect([list.isStale(), list.names()]).toEqual([true, ['Ann', 'Bea', 'Cem']])
})

test('a list of which a part is loaded is counted in the stored rows', async () => {
  loaded = 1
  const list = showList()
  await pass(200)
  storedCount = 3
  change({ id: 2, name: 'Bea' })
  await pass(60_000)
  for (let at = 0; at < 5; at += 1) change({ id: 2, name: `Bea ${at}` })
  await pass(60_000)
  expect([list.names(), list.known()?.data.count, list.fetch.mock.calls.length]).toEqual([['Ann'], 3, 1])
})

test('a list of which a part is loaded is refetched when nothing is stored to count it', async () => {
  loaded = 1
  const list = showList()
  await pass(200)
  change({ id: 2, name: 'Bea' })
  await pass(2_000)
  expect([list.known()?.data.count, list.fetch.mock.calls.length]).toEqual([3, 2])
})

test('rows that arrive in great number during a fetch, or during a slow one, are not lost', async () => {
  const list = showList()
  await pass(200)
  void client.refetchQueries({ queryKey: ['list'] })
  await pass(50)
  for (let at = 0; at <= 100; at += 1) change({ id: 2, name: `Bea ${at}` })
  await pass(3_000)
  expect(list.names()).toEqual(['Ann', 'Bea 100', 'Cem'])
})

test('rows that arrived more than half a minute before the response are applied to it', async () => {
  const list = showList()
  await pass(200)
  tookMs = 60_000
  void client.refetchQueries({ queryKey: ['list'] })
  await pass(100)
  change({ id: 2, name: 'Bea' })
  await pass(50_000)
  change({ id: 4, name: 'Dora' })
  await pass(20_000)
  expect(list.names()).toEqual(['Ann', 'Bea', 'Cem', 'Dora'])
  expect(list.fetch).toHaveBeenCalledTimes(2)
})

test('a list whose first fetch failed is fetched again when a row of it changes', async () => {
  const list = showList()
  list.fetch.mockRejectedValueOnce(new Error('no network'))
  await pass(200)
  change({ id: 2, name: 'Bea' })
  await pass(2_000)
  expect(list.names()).toEqual(['Ann', 'Bea', 'Cem'])
})

const ownRows = (order: number, row: Row | null, changes: readonly object[] = [{ ...CHANGE, id: row?.id ?? 1 }]) => ({
  changes,
  order,
  lists: row && [{ list: 'drivers.list', rows: [row], gone: [] }],
})

test('the rows of the user’s own change are shown without a request, and not fetched', async () => {
  const list = showList()
  await pass(200)
  expect(live.takeOwnRows(ownRows(5, { id: 2, name: 'Bea' }))).toBe(true)
  await pass(60_000)
  expect(list.names()).toEqual(['Ann', 'Bea', 'Cem'])
  expect([list.fetch.mock.calls.length, list.isStale()]).toEqual([1, false])
})

test('own rows that arrive after later rows of the stream are not applied: the later ones may be newer', async () => {
  const list = showList()
  await pass(200)
  change({ id: 2, name: 'Bob' })
  live.noteOrder(7)
  // The stream had this change: the list shows it, or a later one.
  expect(live.takeOwnRows(ownRows(6, { id: 2, name: 'Bea' }))).toBe(true)
  expect(list.names()).toEqual(['Ann', 'Bob', 'Cem'])
  // The stream did not have these changes. The list must be fetched.
  expect(live.takeOwnRows(ownRows(6, { id: 1, name: 'Zoe' }))).toBe(false)
  expect(live.takeOwnRows(ownRows(6, { id: 2, name: 'Zoe' }, [{ ...CHANGE, version: 3 }]))).toBe(false)
  expect(live.takeOwnRows(ownRows(6, { id: 2, name: 'Zoe' }, []))).toBe(false)
  expect(list.names()).toEqual(['Ann', 'Bob', 'Cem'])
})

test('of two responses to own changes, only the later rows are applied, in whatever order they arrive', async () => {
  const list = showList()
  await pass(200)
  expect(live.takeOwnRows(ownRows(9, { id: 2, name: 'Bob' }))).toBe(true)
  expect(live.takeOwnRows(ownRows(8, { id: 2, name: 'Bea' }))).toBe(false)
  expect(list.names()).toEqual(['Ann', 'Bob', 'Cem'])
})

test('a change that changed nothing needs no rows', () => {
  live.noteOrder(7)
  expect(live.takeOwnRows({ changes: [], order: 0, lists: [] })).toBe(true)
})

test.each([
  ['too many rows', { ...ownRows(9, null), lists: null }],
  ['no rows', null],
  ['something else', { order: 'last' }],
])('%s in place of own rows have the lists fetched', (_name, rows) => {
  expect(live.takeOwnRows(rows)).toBe(false)
})

test('a list becomes as new as the rows of the stream, if no change before them can be missing', async () => {
  const list = showList()
  await pass(200)
  const fetchedAt = list.known()!.asOf
  // It is unknown from when on the stream reports every change.
  change({ id: 2, name: 'Bea' })
  expect(list.known()!.asOf).toBe(fetchedAt)
  live.setCoveredFrom(fetchedAt - 1_000)
  await pass(5_000)
  change({ id: 2, name: 'Bob' })
  expect(list.known()!.asOf).toBe(Date.now())
})

test('a list from the device becomes as new as the rows, too, if the stream reports every change since then', async () => {
  const list = showList()
  await pass(200)
  const { data, asOf } = list.known()!
  client.setQueryData(['list'], { data, asOf, source: 'cache' })
  live.setCoveredFrom(asOf)
  change({ id: 2, name: 'Bea' })
  expect(list.known()!.asOf).toBe(asOf)
  // Its response may have been under way for some seconds.
  live.setCoveredFrom(asOf - 5_000)
  await pass(1_000)
  change({ id: 2, name: 'Bob' })
  expect(list.known()!.asOf).toBe(Date.now())
})

test('own rows make a list no newer: changes of others may be missing before them', async () => {
  const list = showList()
  await pass(200)
  const { asOf } = list.known()!
  live.setCoveredFrom(asOf - 1_000)
  await pass(5_000)
  expect(live.takeOwnRows(ownRows(5, { id: 2, name: 'Bea' }))).toBe(true)
  expect([list.names(), list.known()!.asOf]).toEqual([['Ann', 'Bea', 'Cem'], asOf])
})
