import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, expect, test, vi } from 'vitest'
import { compareDrivers, type Driver, driverEndpoints, driverKind } from '#contract/people/drivers.ts'
import type { DataArea } from '#contract/wire/data-areas.ts'
import { kind } from '#contract/wire/record.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'

const LIMIT = 50
const byName = compareDrivers('first_name,last_name')
let drivers: readonly Driver[] = []
/** The changed rows by position: the change with the number `n` leads to the position `n`. */
let changes: { readonly rows: readonly Driver[]; readonly gone: readonly number[] }[] = []
let isDown = false
let oldestKnown = 0
let isSyncMissing = false
let isRefused = false
/** While set, responses with changed rows wait for it. */
let held: Promise<void> | null = null
let user = aUser({ id: 700 })
const requests: string[] = []

const server = setupServer(
  http.all('*', () => (isDown ? HttpResponse.error() : undefined)),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(user.id), sid: `s${user.id}` }), refresh: 'r' }),
  ),
  http.post('*/api/auth/logout/', () => HttpResponse.of(null, { status: 204 })),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/sync/', async ({ request }) => {
    const after = new URL(request.url).searchParams.get('after')
    requests.push(`sync after ${after}`)
    if (isSyncMissing) return HttpResponse.json({ detail: 'Not found.' }, { status: 404 })
    const since = after === null ? changes.length : Number(after)
    const must_restart = since < oldestKnown
    const missed = must_restart ? [] : changes.slice(since)
    const ids = new Set(missed.flatMap((one) => [...one.rows.map(({ id }) => id), ...one.gone]))
    const rows = drivers.filter(({ id }) => ids.has(id))
    const gone = [...ids].filter((id) => rows.every((row) => row.id !== id))
    if (after !== null) await held
    const lists = rows.length + gone.length === 0 || isRefused ? [] : [{ list: 'drivers.list', rows, gone }]
    const refused = isRefused ? ['drivers.list'] : []
    return HttpResponse.json({ position: `${changes.length}`, must_restart, is_complete: true, lists, refused })
  }),
  http.get('*/api/drivers/', ({ request }) => {
    const { searchParams } = new URL(request.url)
    const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit'))]
    requests.push(`page ${offset}`)
    const end = offset + limit
    const next = end < drivers.length ? `/api/drivers/?limit=${limit}&offset=${end}` : null
    return HttpResponse.json({ count: drivers.length, next, previous: null, results: drivers.slice(offset, end) })
  }),
)

/** Changes drivers at the server. */
function change(rows: readonly Driver[], gone: readonly number[] = []): void {
  const others = drivers.filter(({ id }) => !gone.includes(id) && rows.every((row) => row.id !== id))
  drivers = [...others, ...rows].sort(byName)
  changes.push({ rows, gone })
}
const named = (id: number, first_name: string) => {
  const row = drivers.find((one) => one.id === id) ?? aDriver({ id })
  return { ...row, user: { ...row.user, first_name } }
}

/** An app with a signed-in user whose device stores the whole list of drivers. */
async function openSignedIn(areas: readonly DataArea[] = ['drivers', 'figures']) {
  const app = await openApp()
  if (app.currentUser() === null) await app.signIn()
  const list = app.listQuery({
    key: ['drivers', 'list'],
    endpoint: driverEndpoints.list,
    areas,
    kind: kind<Driver>(driverKind.name, driverKind.keyOf),
    compare: byName,
    isSynced: true,
  })
  app.setPrefetchQueries(() => [app.wholeList(list, { limit: LIMIT })])
  const refetch = () => app.fetchPrefetchSet(({ areas }) => areas.includes('drivers'))
  return { ...app, list, refetch }
}

/** All rows that the device has of the list, in their order, and the list's count. */
async function storedRows(app: Awaited<ReturnType<typeof openSignedIn>>) {
  const stored = await app.list.storedCopy()
  const rows: Driver[] = []
  for (let at = 0; at < (stored?.pages ?? 0); at += 1) rows.push(...((await stored?.page(at))?.results ?? []))
  return { rows, count: stored?.count }
}
const expectServersRows = async (app: Awaited<ReturnType<typeof openSignedIn>>) =>
  expect(await storedRows(app)).toEqual({ rows: drivers, count: drivers.length })

newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  isSyncMissing = false
  isRefused = false
  held = null
  oldestKnown = 0
  changes = []
  requests.length = 0
  drivers = Array.from({ length: 220 }, (_, at) => aDriver({ id: at + 1 })).sort(byName)
  user = aUser({ id: user.id + 1 })
})

test('the changed rows of a stored list come with one request: rows change, move, arrive and leave', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  change([named(7, 'Zoe'), named(300, 'Aaron'), { ...named(120, 'Bo'), current_status: 'on_vacation' }], [44, 999])
  requests.length = 0
  await app.refetch()
  expect(requests).toEqual(['sync after 0'])
  await expectServersRows(app)
})

test('the next changes are requested after the position of the last ones, and a row can change again', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  change([named(7, 'Zoe'), named(300, 'Aaron')], [44])
  await app.refetch()
  change([named(7, 'Ann'), named(44, 'Back')], [300])
  requests.length = 0
  await app.refetch()
  expect(requests).toEqual(['sync after 1'])
  await expectServersRows(app)
})

test('the changed rows are there after a restart without a network, in derived lists too', async () => {
  const before = await openSignedIn()
  await before.fetchPrefetchSet()
  change([{ ...named(7, 'Zoe'), current_status: 'on_vacation' }], [44])
  await before.refetch()
  isDown = true
  const after = await openSignedIn()
  await after.probeNow()
  await expectServersRows(after)
  const onVacation = after.filtered('on_vacation')
  await after.prefetch(onVacation)
  const derived = after.queryClient.getQueryData(onVacation.options.queryKey)
  expect(derived?.data.rows.map(({ user }) => user.first_name)).toEqual(['Zoe'])
  await after.prefetch(after.list)
  for (let page = 1; page < 5; page += 1) await after.loadMore(after.list)
  const shown = after.queryClient.getQueryData(after.list.options.queryKey)
  expect(shown?.data.rows.map(({ id }) => id)).toEqual(drivers.map(({ id }) => id))
  expect(shown?.data.count).toBe(219)
})

test('a list is stored again when the position is too old for the server; many changed rows go into its pages', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  change([named(7, 'Zoe')])
  oldestKnown = 1
  requests.length = 0
  await app.refetch()
  expect(requests).toEqual(['sync after 0', 'sync after null', 'page 0', 'page 50', 'page 100', 'page 150', 'page 200'])
  await expectServersRows(app)
  requests.length = 0
  change(Array.from({ length: 301 }, (_, at) => named(1000 + at, 'New')))
  await app.refetch()
  await expectServersRows(app)
  change([named(1000, 'Old')])
  await app.refetch()
  expect(requests).toEqual(['sync after 1', 'sync after 2'])
  await expectServersRows(app)
})

test('after any changes, by requests and by the stream, the stored list is the server’s, also after restarts', async () => {
  const random = seededRandom(Number(process.env.SYNC_SEED ?? 34))
  const below = (limit: number) => Math.floor(random() * limit)
  let app = await openSignedIn()
  await app.fetchPrefetchSet()
  requests.length = 0
  const { signal } = new AbortController()
  for (let step = 0; step < Number(process.env.SYNC_STEPS ?? 40); step += 1) {
    const { applyStreamedRows, syncStoredLists } = await import('#src/offline/prefetch/sync-parts.ts')
    const ids = Array.from({ length: 1 + below(below(4) === 0 ? 90 : 5) }, () => 1 + below(300))
    const gone = ids.filter(() => below(4) === 0)
    const rows = [...new Set(ids)].filter((id) => !gone.includes(id)).map((id) => named(id, `N${below(20)}`))
    change(rows, gone)
    if (!(await applyStreamedRows(streamed()))) await syncStoredLists(signal)
    await expectServersRows(app)
    // Now and then a whole page leaves.
    if (below(8) === 0) {
      change(
        [],
        drivers.slice(60, 115).map(({ id }) => id),
      )
      await syncStoredLists(signal)
    }
    if (below(8) === 0) app = await openSignedIn()
    await expectServersRows(app)
  }
  expect(requests.filter((request) => request.startsWith('page'))).toEqual([])
})

test('a list is fetched page by page when the server sends no changed rows for it', async () => {
  const app = await openSignedIn()
  isSyncMissing = true
  await app.fetchPrefetchSet()
  change([named(7, 'Zoe')])
  await app.refetch()
  await expectServersRows(app)
  isSyncMissing = false
  await app.refetch()
  isRefused = true
  change([named(8, 'Zoe')])
  requests.length = 0
  await app.refetch()
  expect(requests).toContain('page 0')
  await expectServersRows(app)
})

test('a due list is revalidated page by page, and its changed rows are then part of its pages', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  change([named(7, 'Zoe')], [44])
  await app.refetch()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 })
  requests.length = 0
  await app.fetchPrefetchSet()
  // Fetching all pages may take minutes. The changed rows are there first.
  expect(requests[0]).toBe('sync after 1')
  expect(requests).toContain('page 0')
  await expectServersRows(app)
})

test('a due list without figures gets its changed rows for six hours of the same day', async () => {
  const noon = Date.parse('2026-11-28T18:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  const app = await openSignedIn(['drivers'])
  await app.fetchPrefetchSet()
  const passAfter = async (minutes: number) => {
    vi.setSystemTime(noon + minutes * 60_000)
    requests.length = 0
    await app.fetchPrefetchSet()
    await expectServersRows(app)
    return requests
  }
  change([named(7, 'Zoe')], [44])
  expect(await passAfter(20)).toEqual(['sync after 0'])
  expect(await passAfter(30)).toEqual([])
  expect(await passAfter(40)).toEqual(['sync after 1'])
  expect(await passAfter(6 * 60)).toContain('page 0')
  // The company's midnight is twelve hours after the first pass.
  expect(await passAfter(11 * 60)).toEqual(['sync after 1'])
  expect(await passAfter(12 * 60)).toContain('page 0')
})

test('a list is fetched page by page when figures changed, which the server does not send by row', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  drivers = drivers.map((row) => ({ ...row, miles_driven: row.miles_driven + 1 }))
  await app.fetchPrefetchSet(({ areas }) => areas.includes('figures'))
  await expectServersRows(app)
})

test('rows after a position that the list does not have are not applied: changes before them would be missing', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  change([named(7, 'Zoe')])
  change([named(8, 'Bo')])
  const { applyRows, positionOfList } = await import('#src/offline/query-storage/synced-list.ts')
  const { whole, queryKey } = app.wholeList(app.list)
  if (!whole?.changes) throw new Error('the list is not synced')
  const list = { ...whole, queryKey, changes: whole.changes }
  const persister = app.currentPersister()
  if (persister === null) throw new Error('no one is signed in')
  const lists = [{ list: 'drivers.list', rows: [named(8, 'Bo')], gone: [] }]
  const late = { lists, after: '1', position: '2', asOf: Date.now(), persister }
  expect(await applyRows(list, late)).toBeNull()
  expect(await positionOfList(list)).toBe('0')
  await app.refetch()
  await expectServersRows(app)
})

test('rows that the server sent to one user are never stored for the next user', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  change([named(7, 'Secret')])
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  held = isReleased
  const { syncStoredLists } = await import('#src/offline/prefetch/sync-parts.ts')
  // Nothing cancels this request when the user changes.
  const syncing = syncStoredLists(new AbortController().signal)
  await expect.poll(() => requests).toContain('sync after 0')
  app.signOut()
  user = aUser({ id: user.id + 1 })
  drivers = drivers.map((row) => named(row.id, 'Public'))
  held = null
  await app.signIn()
  await app.fetchPrefetchSet()
  release()
  await syncing
  await expectServersRows(app)
})

/** What the event stream would send about the latest change. */
function streamed() {
  const { rows, gone } = changes.at(-1) ?? { rows: [], gone: [] }
  return {
    lists: [{ list: 'drivers.list', rows: [...rows], gone: [...gone] }],
    position: `${changes.length}`,
    asOf: Date.now(),
  }
}

test('rows of the event stream are stored without a request, once the list has all changes from before them', async () => {
  drivers = [named(5, 'Ann'), named(7, 'Cem')]
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  const { applyStreamedRows, syncStoredLists } = await import('#src/offline/prefetch/sync-parts.ts')
  // The stream begins.
  await syncStoredLists(new AbortController().signal)
  requests.length = 0
  for (const row of [named(7, 'Zoe'), named(8, 'Bo')]) {
    change([row])
    expect(await applyStreamedRows(streamed())).toBe(true)
  }
  await expectServersRows(app)
  expect(requests).toEqual([])
})

test('rows of the event stream are not added to a list that lacks earlier changes', async () => {
  drivers = [named(5, 'Ann'), named(7, 'Cem')]
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  const { applyStreamedRows, syncStoredLists } = await import('#src/offline/prefetch/sync-parts.ts')
  // Missed before the stream began.
  change([named(7, 'Zoe')])
  change([named(8, 'Bo')])
  expect(await applyStreamedRows(streamed())).toBe(false)
  await syncStoredLists(new AbortController().signal)
  await expectServersRows(app)
  change([named(9, 'Di')])
  expect(await applyStreamedRows(streamed())).toBe(true)
  await expectServersRows(app)
})

test('rows of the event stream wait for a request after the list was stored by a prefetch pass', async () => {
  drivers = [named(5, 'Ann'), named(7, 'Cem')]
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  const { applyStreamedRows, syncStoredLists } = await import('#src/offline/prefetch/sync-parts.ts')
  await syncStoredLists(new AbortController().signal)
  change([named(7, 'Zoe')])
  const late = streamed()
  // The pass replaces the copy, perhaps with pages from before a change whose rows were already applied.
  await app.fetchPrefetchSet('all')
  expect(await applyStreamedRows(late)).toBe(false)
  await syncStoredLists(new AbortController().signal)
  await expectServersRows(app)
})

test('after rows could not be stored, later rows do not move the position past them', async () => {
  drivers = [named(5, 'Ann'), named(7, 'Cem')]
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  const { applyStreamedRows, syncStoredLists } = await import('#src/offline/prefetch/sync-parts.ts')
  await syncStoredLists(new AbortController().signal)
  change([named(7, 'Zoe')])
  app.setPrefetchQueries(() => Promise.reject(new Error('no modules')))
  await expect(applyStreamedRows(streamed())).rejects.toThrow('no modules')
  app.setPrefetchQueries(() => [app.wholeList(app.list, { limit: LIMIT })])
  change([named(8, 'Bo')])
  expect(await applyStreamedRows(streamed())).toBe(false)
  await syncStoredLists(new AbortController().signal)
  await expectServersRows(app)
})
