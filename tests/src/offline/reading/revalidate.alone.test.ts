import { createHash } from 'node:crypto'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { queryStoreName } from '#src/offline/query-storage/query-store.ts'
import type { ListData } from '#src/offline/reading/list-pages.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const LIMIT = 50
const MINUTE = 60_000
let drivers = company()
let isDown = false
let isRefused = false
/** The server's responses: offset of the page, whether the request had a tag, and the status (304 for unchanged). */
let responses: { readonly offset: number; readonly tag: boolean; readonly status: number }[] = []
let user = aUser({ id: 700 })
let lastUserId = 700

function company() {
  return Array.from({ length: 120 }, (_, at) => aDriver({ id: at + 1 }))
}

/** Responds as the server does: with a weak tag, a hash of the body. */
function tagged(request: Request, body: object, offset = 0): Response {
  const etag = `W/"${createHash('sha1').update(JSON.stringify(body)).digest('base64url')}"`
  const known = request.headers.get('if-none-match')
  const status = known === etag ? 304 : 200
  responses.push({ offset, tag: known !== null, status })
  return status === 304
    ? HttpResponse.of(null, { status, headers: { etag } })
    : HttpResponse.json(body, { headers: { etag } })
}

const server = setupServer(
  http.all('*', () => (isDown ? HttpResponse.error() : undefined)),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(user.id), sid: `s${user.id}` }), refresh: 'r' }),
  ),
  http.post('*/api/auth/logout/', () => HttpResponse.of(null, { status: 204 })),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/drivers/', ({ request }) => {
    if (isRefused) return HttpResponse.json({ detail: 'You may not see this.' }, { status: 403 })
    const { searchParams } = new URL(request.url)
    const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit'))]
    const end = offset + limit
    const next = end < drivers.length ? `/api/drivers/?limit=${limit}&offset=${end}` : null
    const body = { count: drivers.length, next, previous: null, results: drivers.slice(offset, end) }
    return tagged(request, body, offset)
  }),
  http.get('*/api/drivers/:id/', ({ request, params }) => {
    responses.push({ offset: 0, tag: request.headers.has('if-none-match'), status: 200 })
    return HttpResponse.json(aDriver({ id: Number(params.id) }), { headers: { etag: '"1"' } })
  }),
  http.get('*/api/drivers/:id/additional-info/', ({ request }) => tagged(request, [])),
)

const device = newDeviceForEach(server)
beforeEach(() => {
  drivers = company()
  isDown = false
  isRefused = false
  responses = []
  lastUserId += 1
  user = aUser({ id: lastUserId })
})

type App = Awaited<ReturnType<typeof openApp>>
const advanceMinutes = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE })
const signedIn = async () => {
  const app = await openApp()
  if (app.currentUser() === null) await app.signIn()
  return app
}
/** Refetches a query, as a screen does. Resolves when the response is in memory. */
const refetch = (app: App, options = app.list.options) => app.queryClient.refetchQueries({ queryKey: options.queryKey })
/** Resolves when the server's response has replaced the stored data. */
const untilServerResponded = (app: App) => eventually(() => expect(app.known()?.source).toBe('network'))
const rows = (app: App) => app.known()?.data.rows.map(({ version }) => version)

test('data in memory is revalidated by its tag; unchanged data is the same object with the new age', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  const before = app.known()
  advanceMinutes(1)
  await refetch(app)
  expect(responses).toEqual([
    { offset: 0, tag: false, status: 200 },
    { offset: 0, tag: true, status: 304 },
  ])
  expect(app.known()?.data).toBe(before?.data)
  expect(app.known()).toMatchObject({ source: 'network', asOf: Date.now() })
  drivers = drivers.map((one) => ({ ...one, version: 2 }))
  await refetch(app)
  expect(responses.at(-1)).toEqual({ offset: 0, tag: true, status: 200 })
  expect(rows(app)?.[0]).toBe(2)
  await refetch(app)
  expect(responses.at(-1)?.status).toBe(304)
})

test('stored data is revalidated after a restart, and stored with the new age', async () => {
  const before = await signedIn()
  await before.prefetch(before.list)
  await before.flush()
  advanceMinutes(10)
  const after = await openApp()
  await after.prefetch(after.list)
  await untilServerResponded(after)
  expect(responses.map(({ status }) => status)).toEqual([200, 304])
  await after.flush()
  const asOf = after.known()?.asOf
  advanceMinutes(20)
  isDown = true
  const offline = await openApp()
  await offline.probeNow()
  await offline.prefetch(offline.list)
  expect(offline.known()).toMatchObject({ asOf, source: 'cache' })
  expect(rows(offline)).toHaveLength(LIMIT)
})

test('data that the server confirms is stored again if the device has lost it meanwhile', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  await app.flush()
  const { openDB } = await import('idb')
  const db = await openDB(queryStoreName(String(user.id)))
  await Promise.all([db.clear('answers'), db.clear('uses')])
  await refetch(app)
  expect(responses.at(-1)?.status).toBe(304)
  await app.flush()
  expect(await db.count('answers')).toBe(1)
  db.close()
})

test('another version of the app refetches in full: it may need fields that the previous version left out', async () => {
  const before = await signedIn()
  await before.prefetch(before.list)
  await before.flush()
  device.page.document.script = 'http://app.test/assets/index-2.js'
  const after = await openApp()
  await after.prefetch(after.list)
  await untilServerResponded(after)
  expect(responses.map(({ tag, status }) => [tag, status])).toEqual([
    [false, 200],
    [false, 200],
  ])
  await refetch(after)
  expect(responses.at(-1)?.status).toBe(304)
})

test('a list that has grown by a page is refetched in one call, and revalidated from then on', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  await app.loadMore(app.list)
  responses = []
  await refetch(app)
  await refetch(app)
  expect(responses.map(({ tag, status }) => [tag, status])).toEqual([
    [false, 200],
    [true, 304],
  ])
  expect(rows(app)).toHaveLength(100)
})

test('a record is refetched in full: names in it change without a new version, which is its tag', async () => {
  const app = await signedIn()
  const one = app.one(1)
  await app.prefetch(one)
  await app.queryClient.refetchQueries({ queryKey: one.options.queryKey })
  expect(responses.map(({ tag }) => tag)).toEqual([false, false])
})

test('any other response is revalidated like a list', async () => {
  const app = await signedIn()
  const weeks = app.recordQuery({
    key: ['weeks'],
    endpoint: driverEndpoints.additionalInfo,
    params: { id: 1 },
    areas: ['figures'],
  })
  await app.prefetch(weeks)
  await app.queryClient.refetchQueries({ queryKey: weeks.options.queryKey })
  expect(responses.map(({ status }) => status)).toEqual([200, 304])
  expect(app.queryClient.getQueryData(weeks.options.queryKey)?.data).toEqual([])
})

test('after a refusal no tag is sent', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  isRefused = true
  await refetch(app)
  isRefused = false
  responses = []
  await refetch(app)
  expect(responses).toEqual([{ offset: 0, tag: false, status: 200 }])
})

test('the next user on this device sends no tag of the previous user', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  await app.flush()
  lastUserId += 1
  user = aUser({ id: lastUserId })
  await app.signIn()
  responses = []
  await app.prefetch(app.list)
  expect(responses).toEqual([{ offset: 0, tag: false, status: 200 }])
})

describe('a list that is stored to its end', () => {
  const never = new AbortController().signal
  const storeWhole = (app: App) =>
    app.storeWhole(app.wholeList(app.list, { limit: LIMIT }), {
      signal: never,
      mayResume: false,
      onRows: () => undefined,
    })
  const whole = async (app: App) => {
    const { derivedList } = await import('#src/offline/reading/derived-list.ts')
    const { asOf, data } = (await derivedList(app.list, {})) as {
      data: ListData<{ id: number; version: number }>
      asOf: number
    }
    return { asOf, ids: data.rows.map(({ id }) => id), versions: data.rows.map((one) => one.version) }
  }
  const statuses = () => responses.map(({ status }) => status)

  test('is revalidated page by page, each by its own tag; only changed pages are written', async () => {
    const app = await signedIn()
    await storeWhole(app)
    expect(statuses()).toEqual([200, 200, 200])
    responses = []
    drivers = drivers.map((one) => (one.id === 60 ? { ...one, version: 9 } : one))
    advanceMinutes(20)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    await storeWhole(app)
    const pages = put.mock.calls.filter(([row]) => /"kept",\d+,\d+/.test(row.hash) && 'sealed' in row)
    put.mockRestore()
    expect(statuses()).toEqual([304, 200, 304])
    expect(pages).toHaveLength(1)
    const { ids, versions, asOf } = await whole(app)
    expect(ids).toEqual(drivers.map(({ id }) => id))
    expect([versions[58], versions[59]]).toEqual([drivers[58]?.version, 9])
    expect(asOf).toBe(Date.now())
    responses = []
    await storeWhole(app)
    expect(statuses()).toEqual([304, 304, 304])
    expect((await whole(app)).ids).toHaveLength(120)
  })

  test('leaves nothing behind of the pages that were replaced', async () => {
    const app = await signedIn()
    await storeWhole(app)
    for (const version of [2, 3, 4]) {
      drivers = drivers.map((one) => (one.id <= LIMIT ? { ...one, version } : one))
      await storeWhole(app)
    }
    const { openDB } = await import('idb')
    const db = await openDB(queryStoreName(String(user.id)))
    // Three pages and the note about the copy.
    expect(await db.count('answers')).toBe(4)
    expect(await db.getAllKeys('answers')).toEqual(await db.getAllKeys('uses'))
    db.close()
  })

  test('refetches a page in full if the device has lost it', async () => {
    const app = await signedIn()
    await storeWhole(app)
    const { openDB } = await import('idb')
    const db = await openDB(queryStoreName(String(user.id)))
    const [, second] = (await db.getAllKeys('answers')).map(String).filter((hash) => /"kept",\d+,\d+/.test(hash))
    await Promise.all([db.delete('answers', second!), db.delete('uses', second!)])
    db.close()
    responses = []
    await storeWhole(app)
    expect(statuses()).toEqual([304, 304, 200, 304])
    expect((await whole(app)).ids).toHaveLength(120)
  })

  test('is complete again after it became shorter or longer', async () => {
    const app = await signedIn()
    await storeWhole(app)
    drivers = [aDriver({ id: 999 }), ...drivers.slice(30)]
    await storeWhole(app)
    expect((await whole(app)).ids).toEqual(drivers.map(({ id }) => id))
    drivers = [...drivers, ...company().slice(0, 30)]
    await storeWhole(app)
    expect((await whole(app)).ids).toEqual(drivers.map(({ id }) => id))
  })

  test('resumes an interrupted copy with the tags of the complete one', async () => {
    const app = await signedIn()
    await storeWhole(app)
    const ended = new AbortController()
    const part = app.wholeList(app.list, { limit: LIMIT })
    const off = app.storeWhole(part, {
      signal: ended.signal,
      mayResume: false,
      onRows: (done) => done === 100 && ended.abort(),
    })
    await expect(off).rejects.toThrow()
    responses = []
    await app.storeWhole(part, { signal: never, mayResume: true, onRows: () => undefined })
    expect(responses).toEqual([{ offset: 100, tag: true, status: 304 }])
    expect((await whole(app)).ids).toEqual(drivers.map(({ id }) => id))
  })

  test('shows its beginning, which is still revalidated by the tag of the list that was on screen', async () => {
    const before = await signedIn()
    await before.prefetch(before.list)
    await before.flush()
    advanceMinutes(5)
    await storeWhole(before)
    responses = []
    const after = await openApp()
    await after.prefetch(after.list)
    await untilServerResponded(after)
    expect(responses.every(({ offset, status }) => offset > 0 || status === 304)).toBe(true)
    expect(rows(after)).toHaveLength(LIMIT)
    expect(after.known()).toMatchObject({ source: 'network' })
  })
})

test('unchanged data stays the same object, so that a screen that shows previous rows does not render in a loop', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  const { structuralSharing } = app.list.options
  if (typeof structuralSharing !== 'function') throw new Error('the list shares nothing')
  const known = app.known()
  const first = structuralSharing(undefined, known)
  expect(structuralSharing(first, known)).toBe(first)
  expect(structuralSharing(first, structuredClone(known))).toMatchObject({ data: known?.data })
  // A newer response with the same rows is another object with these rows.
  const newer = structuralSharing(first, { ...known, asOf: 1 })
  expect(newer).not.toBe(first)
  expect(newer).toMatchObject({ asOf: 1 })
})
