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
import { HttpResponse } from '#tests/support/offline/our-answers.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const LIMIT = 50
const MINUTE = 60_000
let drivers = company()
let isDown = false
let isRefused = false
/** Each answer to a list, by where it began: whether it was asked with a tag, and whether it said no more than "the same". */
let told: { readonly offset: number; readonly tag: boolean; readonly status: number }[] = []
let user = aUser({ id: 700 })
let people = 700

function company() {
  return Array.from({ length: 120 }, (_, at) => aDriver({ id: at + 1 }))
}

/** Answers as the server does: a weak tag of the text. */
function tagged(request: Request, body: object, offset = 0): Response {
  const etag = `W/"${createHash('sha1').update(JSON.stringify(body)).digest('base64url')}"`
  const known = request.headers.get('if-none-match')
  const status = known === etag ? 304 : 200
  told.push({ offset, tag: known !== null, status })
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
    told.push({ offset: 0, tag: request.headers.has('if-none-match'), status: 200 })
    return HttpResponse.json(aDriver({ id: Number(params.id) }), { headers: { etag: '"1"' } })
  }),
  http.get('*/api/drivers/:id/additional-info/', ({ request }) => tagged(request, [])),
)

const device = newDeviceForEach(server)
beforeEach(() => {
  drivers = company()
  isDown = false
  isRefused = false
  told = []
  people += 1
  user = aUser({ id: people })
})

type App = Awaited<ReturnType<typeof openApp>>
const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE })
const signedIn = async () => {
  const app = await openApp()
  if (app.currentUser() === null) await app.signIn()
  return app
}
/** Asks the server for a query again, as a screen does; what it answered is in memory when this resolves. */
const again = (app: App, options = app.list.options) => app.queryClient.refetchQueries({ queryKey: options.queryKey })
/** What the device had was shown; now the server has answered. */
const heard = (app: App) => eventually(() => expect(app.known()?.source).toBe('network'))
const rows = (app: App) => app.known()?.data.rows.map(({ version }) => version)

test('what is in memory is asked for only if it has changed; it is as young as the answer, and the same object', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  const before = app.known()
  later(1)
  await again(app)
  expect(told).toEqual([
    { offset: 0, tag: false, status: 200 },
    { offset: 0, tag: true, status: 304 },
  ])
  expect(app.known()?.data).toBe(before?.data)
  expect(app.known()).toMatchObject({ source: 'network', asOf: Date.now() })
  drivers = drivers.map((one) => ({ ...one, version: 2 }))
  await again(app)
  expect(told.at(-1)).toEqual({ offset: 0, tag: true, status: 200 })
  expect(rows(app)?.[0]).toBe(2)
  await again(app)
  expect(told.at(-1)?.status).toBe(304)
})

test('so is what the device has kept, after a restart, and it is as young from then on', async () => {
  const before = await signedIn()
  await before.prefetch(before.list)
  await before.flush()
  later(10)
  const after = await openApp()
  await after.prefetch(after.list)
  await heard(after)
  expect(told.map(({ status }) => status)).toEqual([200, 304])
  await after.flush()
  const asOf = after.known()?.asOf
  later(20)
  isDown = true
  const offline = await openApp()
  await offline.probeNow()
  await offline.prefetch(offline.list)
  expect(offline.known()).toMatchObject({ asOf, source: 'cache' })
  expect(rows(offline)).toHaveLength(LIMIT)
})

test('what is confirmed and has gone from the device meanwhile is there again', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  await app.flush()
  const { openDB } = await import('idb')
  const db = await openDB(queryStoreName(String(user.id)))
  await Promise.all([db.clear('answers'), db.clear('uses')])
  await again(app)
  expect(told.at(-1)?.status).toBe(304)
  await app.flush()
  expect(await db.count('answers')).toBe(1)
  db.close()
})

test('another version of the app asks for all of it: it may need what the one before has left out', async () => {
  const before = await signedIn()
  await before.prefetch(before.list)
  await before.flush()
  device.page.document.script = 'http://app.test/assets/index-2.js'
  const after = await openApp()
  await after.prefetch(after.list)
  await heard(after)
  expect(told.map(({ tag, status }) => [tag, status])).toEqual([
    [false, 200],
    [false, 200],
  ])
  await again(after)
  expect(told.at(-1)?.status).toBe(304)
})

test('a list that has grown by a page is asked for in one call, and is the same from then on', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  await app.loadMore(app.list)
  told = []
  await again(app)
  await again(app)
  expect(told.map(({ tag, status }) => [tag, status])).toEqual([
    [false, 200],
    [true, 304],
  ])
  expect(rows(app)).toHaveLength(100)
})

test('a record has a version for a tag, which its names change without: it is asked for whole', async () => {
  const app = await signedIn()
  const one = app.one(1)
  await app.prefetch(one)
  await app.queryClient.refetchQueries({ queryKey: one.options.queryKey })
  expect(told.map(({ tag }) => tag)).toEqual([false, false])
})

test('any other answer is asked for like a list', async () => {
  const app = await signedIn()
  const weeks = app.recordQuery({ key: ['weeks'], endpoint: driverEndpoints.additionalInfo, params: { id: 1 } })
  await app.prefetch(weeks)
  await app.queryClient.refetchQueries({ queryKey: weeks.options.queryKey })
  expect(told.map(({ status }) => status)).toEqual([200, 304])
  expect(app.queryClient.getQueryData(weeks.options.queryKey)?.data).toEqual([])
})

test('of what was refused no tag is sent any more', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  isRefused = true
  await again(app)
  isRefused = false
  told = []
  await again(app)
  expect(told).toEqual([{ offset: 0, tag: false, status: 200 }])
})

test('the next person on this device sends no tag of the one before', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  await app.flush()
  people += 1
  user = aUser({ id: people })
  await app.signIn()
  told = []
  await app.prefetch(app.list)
  expect(told).toEqual([{ offset: 0, tag: false, status: 200 }])
})

describe('a list that is kept to its end', () => {
  const never = new AbortController().signal
  const keep = (app: App) =>
    app.wholeList(app.list, { limit: LIMIT }).store?.({ signal: never, mayResume: false, onRows: () => undefined })
  const whole = async (app: App) => {
    const { derivedList: madeList } = await import('#src/offline/reading/derived-list.ts')
    const made = (await madeList(app.list, {})) as { data: ListData<{ id: number; version: number }>; asOf: number }
    return {
      asOf: made.asOf,
      ids: made.data.rows.map(({ id }) => id),
      versions: made.data.rows.map((one) => one.version),
    }
  }
  const statuses = () => told.map(({ status }) => status)

  test('is asked for page by page, each by its own tag; what has not changed stays where it is', async () => {
    const app = await signedIn()
    await keep(app)
    expect(statuses()).toEqual([200, 200, 200])
    told = []
    drivers = drivers.map((one) => (one.id === 60 ? { ...one, version: 9 } : one))
    later(20)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    await keep(app)
    const pages = put.mock.calls.filter(([row]) => /"kept",\d+,\d+/.test(row.hash) && 'sealed' in row)
    put.mockRestore()
    expect(statuses()).toEqual([304, 200, 304])
    expect(pages).toHaveLength(1)
    const { ids, versions, asOf } = await whole(app)
    expect(ids).toEqual(drivers.map(({ id }) => id))
    expect([versions[58], versions[59]]).toEqual([drivers[58]?.version, 9])
    expect(asOf).toBe(Date.now())
    told = []
    await keep(app)
    expect(statuses()).toEqual([304, 304, 304])
    expect((await whole(app)).ids).toHaveLength(120)
  })

  test('leaves nothing behind of the pages that were replaced', async () => {
    const app = await signedIn()
    await keep(app)
    for (const version of [2, 3, 4]) {
      drivers = drivers.map((one) => (one.id <= LIMIT ? { ...one, version } : one))
      await keep(app)
    }
    const { openDB } = await import('idb')
    const db = await openDB(queryStoreName(String(user.id)))
    // Three pages and what is noted of the copy.
    expect(await db.count('answers')).toBe(4)
    expect(await db.getAllKeys('answers')).toEqual(await db.getAllKeys('uses'))
    db.close()
  })

  test('has a page asked for whole when it has gone from the device, before or while it is asked for', async () => {
    const app = await signedIn()
    await keep(app)
    const { openDB } = await import('idb')
    const db = await openDB(queryStoreName(String(user.id)))
    const [, second] = (await db.getAllKeys('answers')).map(String).filter((hash) => /"kept",\d+,\d+/.test(hash))
    await Promise.all([db.delete('answers', second!), db.delete('uses', second!)])
    db.close()
    told = []
    await keep(app)
    expect(statuses()).toEqual([304, 304, 200, 304])
    expect((await whole(app)).ids).toHaveLength(120)
  })

  test('that has become shorter or longer is whole again', async () => {
    const app = await signedIn()
    await keep(app)
    drivers = [aDriver({ id: 999 }), ...drivers.slice(30)]
    await keep(app)
    expect((await whole(app)).ids).toEqual(drivers.map(({ id }) => id))
    drivers = [...drivers, ...company().slice(0, 30)]
    await keep(app)
    expect((await whole(app)).ids).toEqual(drivers.map(({ id }) => id))
  })

  test('and was broken off goes on with tags of the one that stands', async () => {
    const app = await signedIn()
    await keep(app)
    const ended = new AbortController()
    const part = app.wholeList(app.list, { limit: LIMIT })
    const off = part.store?.({
      signal: ended.signal,
      mayResume: false,
      onRows: (done) => done === 100 && ended.abort(),
    })
    await expect(off).rejects.toThrow()
    told = []
    await part.store?.({ signal: never, mayResume: true, onRows: () => undefined })
    expect(told).toEqual([{ offset: 100, tag: true, status: 304 }])
    expect((await whole(app)).ids).toEqual(drivers.map(({ id }) => id))
  })

  test('shows its beginning, and the server is still asked with the tag of the list that was on screen', async () => {
    const before = await signedIn()
    await before.prefetch(before.list)
    await before.flush()
    later(5)
    await keep(before)
    told = []
    const after = await openApp()
    await after.prefetch(after.list)
    await heard(after)
    expect(told.every(({ offset, status }) => offset > 0 || status === 304)).toBe(true)
    expect(rows(after)).toHaveLength(LIMIT)
    expect(after.known()).toMatchObject({ source: 'network' })
  })
})

test('what is the same stays the same object, so that a screen whose former rows stand is not drawn for ever', async () => {
  const app = await signedIn()
  await app.prefetch(app.list)
  const { structuralSharing } = app.list.options
  if (typeof structuralSharing !== 'function') throw new Error('the list shares nothing')
  const known = app.known()
  const first = structuralSharing(undefined, known)
  expect(structuralSharing(first, known)).toBe(first)
  expect(structuralSharing(first, structuredClone(known))).toMatchObject({ data: known?.data })
  // A newer word of the same rows is another one, over the same rows.
  const newer = structuralSharing(first, { ...known, asOf: 1 })
  expect(newer).not.toBe(first)
  expect(newer).toMatchObject({ asOf: 1 })
})
