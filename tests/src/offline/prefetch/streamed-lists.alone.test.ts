import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Driver } from '#contract/people/drivers.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const LIMIT = 50
let drivers: readonly Driver[] = []
let isDown = false
/** The addresses of the pages that the server sent or refused, in order, and whether the stream has it. */
let sent: string[] = []
let singlePages: string[] = []
/** Called before each page of a stream. Returns what the server does in place of the page; null to send it. */
let inPlaceOfPage: (address: string) => string | 'cut' | null = () => null
let refusedStatus = 0
/** Resolves when the device has stored what the server sent before a cut. */
let whenRead: () => Promise<void> = async () => undefined
let user = aUser({ id: 900 })
let lastUserId = 900

function pageAt(address: string) {
  const { searchParams } = new URL(address, 'http://host')
  const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit'))]
  const end = offset + limit
  const next = end < drivers.length ? `/api/drivers/?limit=${limit}&offset=${end}` : null
  return { count: drivers.length, next, previous: null, results: drivers.slice(offset, end) }
}
const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The events with all pages of the lists. Ends with `cut` when the connection breaks off. */
function* eventsOf(lists: readonly string[]): Generator<string> {
  for (const [list, address] of lists.entries()) {
    for (let next: string | null = address; next !== null; ) {
      const other = inPlaceOfPage(next)
      if (other !== 'cut') sent.push(next)
      if (other !== null) {
        yield other
        break
      }
      const page = pageAt(next)
      yield event('page', { list, etag: 'W/"1"', page })
      next = page.next
    }
  }
}

function streamOf(lists: readonly string[]): Response {
  const events = eventsOf(lists)
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = events.next()
      if (done) controller.close()
      else if (value === 'cut') {
        // A break also discards what has arrived and is not read.
        await whenRead()
        controller.error(new TypeError('network'))
      } else controller.enqueue(text.encode(value))
    },
  })
  return HttpResponse.of(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

const server = setupServer(
  http.all('*', () => (isDown ? HttpResponse.error() : undefined)),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(user.id), sid: `s${user.id}` }), refresh: 'r' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/pages/', ({ request }) => {
    if (refusedStatus > 0) return HttpResponse.json({ detail: 'No.' }, { status: refusedStatus })
    return streamOf((new URL(request.url).searchParams.get('lists') ?? '').split(' '))
  }),
  http.get('*/api/drivers/', ({ request }) => {
    const { pathname, search } = new URL(request.url)
    singlePages.push(pathname + search)
    return HttpResponse.json(pageAt(request.url))
  }),
)

async function openSignedIn() {
  const app = await openApp()
  whenRead = () => eventually(async () => expect((await app.list.storedCopy())?.pages ?? 0).toBe(sent.length))
  if (app.currentUser() === null) await app.signIn()
  app.setPrefetchQueries(() => [app.wholeList(app.list, { limit: LIMIT })])
  return app
}
/** The ids of the rows that the device shows offline after a restart. */
async function idsOffline(): Promise<readonly number[]> {
  isDown = true
  const app = await openSignedIn()
  await app.probeNow()
  await app.prefetch(app.list)
  while (app.known()?.data.next) await app.loadMore(app.list)
  return app.known()?.data.rows.map(({ id }) => id) ?? []
}

newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  sent = []
  singlePages = []
  inPlaceOfPage = () => null
  refusedStatus = 0
  drivers = Array.from({ length: 120 }, (_, at) => aDriver({ id: at + 1 }))
  lastUserId += 1
  user = aUser({ id: lastUserId })
})

const [first, second, third] = [0, 50, 100].map((offset) =>
  offset === 0 ? `/api/drivers/?limit=${LIMIT}` : `/api/drivers/?limit=${LIMIT}&offset=${offset}`,
)

test('a device without a list receives all of its pages in one response', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  expect([sent, singlePages]).toEqual([[first, second, third], []])
  expect(app.prefetchState.get().finishedAt).not.toBeNull()
  expect(await idsOffline()).toEqual(drivers.map(({ id }) => id))
})

test('a stored list is refetched page by page: unchanged pages need not be sent', async () => {
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  sent = []
  await app.fetchPrefetchSet('all')
  expect([sent, singlePages.length]).toEqual([[], 3])
})

test('after a break the list continues after the stored pages, in the same pass', async () => {
  inPlaceOfPage = (address) => (address === third ? 'cut' : null)
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  expect([sent, singlePages]).toEqual([[first, second], [third]])
  expect(await idsOffline()).toEqual(drivers.map(({ id }) => id))
})

test('after a restart the stream continues after the stored pages', async () => {
  inPlaceOfPage = (address) => {
    if (address !== second) return null
    isDown = true
    return 'cut'
  }
  const before = await openSignedIn()
  await before.fetchPrefetchSet()
  expect([sent, singlePages]).toEqual([[first], []])
  isDown = false
  inPlaceOfPage = () => null
  const after = await openSignedIn()
  await after.fetchPrefetchSet()
  expect([sent, singlePages]).toEqual([[first, second, third], []])
  expect(await idsOffline()).toEqual(drivers.map(({ id }) => id))
})

test('a server without the call sends the list page by page', async () => {
  refusedStatus = 404
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  expect([sent, singlePages]).toEqual([[], [first, second, third]])
})

test('a list that the server refuses in the stream is deleted from the device and not requested again', async () => {
  inPlaceOfPage = (address) => (address === second ? event('refused', { list: 0, status: 403 }) : null)
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  expect(singlePages).toEqual([])
  expect(app.prefetchState.get().finishedAt).toBeNull()
  expect(await app.list.storedCopy()).toBeNull()
})

test('the user’s own request fails when the server refuses a list', async () => {
  inPlaceOfPage = () => event('refused', { list: 0, status: 403 })
  const app = await openSignedIn()
  await expect(app.fetchPrefetchSet('all')).rejects.toMatchObject({ status: 403 })
})

test.each([401, 429, 500])(
  'after a page with status %i the list continues page by page, with a new token',
  async (status) => {
    inPlaceOfPage = (address) => (address === second ? event('refused', { list: 0, status }) : null)
    const app = await openSignedIn()
    await app.fetchPrefetchSet()
    expect(singlePages).toEqual([second, third])
    expect(await idsOffline()).toEqual(drivers.map(({ id }) => id))
  },
)

test('a list whose last page was stored just before a crash is complete without another request', async () => {
  const before = await openSignedIn()
  const exchange = before.currentPersister()!.exchange.bind(before.currentPersister())
  let calls = 0
  vi.spyOn(before.currentPersister()!, 'exchange').mockImplementation(async (...args) => {
    calls += 1
    // The fourth one replaces the complete copy.
    return calls <= 3 && exchange(...args)
  })
  await before.fetchPrefetchSet()
  expect([sent.length, before.prefetchState.get().finishedAt]).toEqual([3, null])
  const after = await openSignedIn()
  await after.fetchPrefetchSet()
  expect([sent.length, singlePages]).toEqual([3, []])
  expect(await idsOffline()).toEqual(drivers.map(({ id }) => id))
})

test('stored pages count as old as the request, because the server may have read them long before', async () => {
  const app = await openSignedIn()
  const before = Date.now()
  inPlaceOfPage = () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    return null
  }
  await app.fetchPrefetchSet()
  expect((await app.list.storedCopy())?.asOf).toBeLessThan(before + 60_000)
})

test('an invalid page is not stored: the list continues page by page', async () => {
  inPlaceOfPage = (address) =>
    address === second ? event('page', { list: 0, etag: null, page: { rows: 'all' } }) : null
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  expect(singlePages).toEqual([second, third])
  expect(await idsOffline()).toEqual(drivers.map(({ id }) => id))
})

test('pages of a list that was not requested are ignored', async () => {
  const stray = event('page', { list: 7, etag: null, page: { count: 0, next: null, previous: null, results: [] } })
  inPlaceOfPage = (address) => (address === second ? stray : null)
  const app = await openSignedIn()
  await app.fetchPrefetchSet()
  expect(singlePages).toEqual([second, third])
})
