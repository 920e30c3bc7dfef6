import { hashKey, QueryObserver } from '@tanstack/react-query'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { idbDraftStore } from '#src/offline/drafts/draft-store.ts'
import { AnswerSeal } from '#src/offline/query-storage/answer-seal.ts'
import { queryStoreName } from '#src/offline/query-storage/query-store.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'
import { sealerOfUser } from '#tests/support/server/device-keys.ts'

const drivers = Array.from({ length: 170 }, (_, at) => aDriver({ id: at + 1 }))
let isDown = false
let requestedPages: string[] = []
/** The ids of the drivers that no longer exist. */
let deletedIds: ReadonlySet<unknown> = new Set()
/** What happens to a response between server and page: a slow network, or a service worker with a stored copy. */
let transit: (answer: Response) => Promise<Response> | Response = (answer) => answer
let user = aUser({ id: 1 })
let lastUserId = 10

const server = setupServer(
  http.all('*', () => (isDown ? HttpResponse.error() : undefined)),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(user.id), sid: `s${user.id}` }), refresh: `r${user.id}` }),
  ),
  http.post('*/api/auth/logout/', () => HttpResponse.of(null, { status: 204 })),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/drivers/', ({ request }) => {
    const url = new URL(request.url)
    requestedPages.push(url.search)
    const [offset, limit] = [Number(url.searchParams.get('offset') ?? 0), Number(url.searchParams.get('limit'))]
    const end = offset + limit
    const next = end < drivers.length ? `/api/drivers/?limit=${limit}&offset=${end}` : null
    const page = { count: drivers.length, next, previous: null, results: drivers.slice(offset, end) }
    return transit(HttpResponse.json(page))
  }),
  http.get('*/api/drivers/:id/', ({ params }) =>
    deletedIds.has(params.id)
      ? HttpResponse.json({ detail: 'Not found.' }, { status: 404 })
      : HttpResponse.json(aDriver({ id: Number(params.id) })),
  ),
)

/** Marks a response as the service worker's copy, stored at `storedAt`: what a page gets on a slow network. */
const fromWorker = (storedAt: number) => (answer: Response) => {
  answer.headers.set('x-sw-source', 'cache')
  answer.headers.set('x-sw-stored-at', String(storedAt))
  return answer
}
/** Holds responses back. Returns the function that releases them. */
function holdResponses() {
  const { promise, resolve } = Promise.withResolvers<void>()
  transit = async (answer) => {
    await promise
    return answer
  }
  return resolve
}

newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  transit = (answer) => answer
  requestedPages = []
  deletedIds = new Set(['404'])
  lastUserId += 1
  user = aUser({ id: lastUserId })
})

test('after an offline restart the rows are shown, with their age', async () => {
  const before = await openApp()
  await before.signIn()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const fetchedAt = Date.now()
  await before.prefetch(before.list)
  await before.flush()
  isDown = true
  vi.setSystemTime(fetchedAt + 3 * 60 * 60_000)
  const after = await openApp()
  expect(after.currentUser()).toEqual(user)
  expect(await after.requireUser()).toEqual(user)
  await after.prefetch(after.list)
  expect(after.known()?.data.rows).toHaveLength(50)
  expect(after.known()).toMatchObject({ asOf: fetchedAt, source: 'cache', data: { count: 170 } })
})

test('with nothing stored and no network the loader does not wait, and the query counts as missing', async () => {
  const app = await openApp()
  await app.signIn()
  isDown = true
  expect(await app.probeNow()).toBe(false)
  await app.prefetch(app.list)
  expect(app.known()).toBeUndefined()
  expect(app.missingQueries.get().has(hashKey(app.list.queryKey))).toBe(true)
})

test('the rows of a stored list are on screen before the response to its only request', async () => {
  const before = await openApp()
  await before.signIn()
  await before.prefetch(before.list)
  await before.flush()
  requestedPages = []
  const letGo = holdResponses()
  const after = await openApp()
  const observer = new QueryObserver(after.queryClient, after.list.options)
  const stop = observer.subscribe(() => undefined)
  const shown = () => observer.getCurrentResult().data
  await eventually(() => expect(requestedPages).toEqual(['?limit=50']))
  expect(shown()).toMatchObject({ source: 'cache', asOf: before.known()?.asOf })
  expect(shown()?.data.rows).toHaveLength(50)
  letGo()
  await eventually(() => expect(shown()?.source).toBe('network'))
  expect(shown()?.data.rows).toHaveLength(50)
  expect(requestedPages).toEqual(['?limit=50'])
  stop()
})

test('a long list is stored whole, and refetched in one call instead of page by page', async () => {
  const before = await openApp()
  await before.signIn()
  await before.prefetch(before.list)
  await Promise.all([before.loadMore(before.list), before.loadMore(before.list)])
  await before.loadMore(before.list)
  expect(before.known()?.data.rows.map(({ id }) => id)).toEqual(drivers.slice(0, 150).map(({ id }) => id))
  await before.flush()
  expect(requestedPages).toEqual(['?limit=50', '?limit=50&offset=50', '?limit=50&offset=100'])
  requestedPages = []
  const after = await openApp()
  await after.prefetch(after.list)
  expect(after.known()?.data.rows).toHaveLength(150)
  await eventually(() => expect(after.known()?.source).toBe('network'))
  expect(requestedPages).toEqual(['?limit=150'])
  expect(after.known()?.data.rows).toHaveLength(150)
  await after.loadMore(after.list)
  expect(after.known()?.data).toMatchObject({ next: null, count: 170 })
  expect(after.known()?.data.rows).toHaveLength(170)
})

test('a stored response that can’t be read is dropped and refetched', async () => {
  const before = await openApp()
  await before.signIn()
  await before.prefetch(before.list)
  await before.flush()
  const { openDB } = await import('idb')
  const db = await openDB(queryStoreName(String(user.id)))
  const seal = new AnswerSeal(String(user.id), await sealerOfUser(String(user.id)))
  const [row] = await db.getAll('answers')
  const storedAnswer = await seal.open(row)
  await db.put(
    'answers',
    await seal.seal({ ...storedAnswer!, json: storedAnswer!.json.replace('on_the_road', 'off_the_map') }),
  )
  db.close()
  isDown = true
  const after = await openApp()
  await after.prefetch(after.list)
  expect(after.known()).toBeUndefined()
  isDown = false
  await after.probeNow()
  await after.prefetch(after.list)
  expect(after.known()?.data.rows).toHaveLength(50)
})

test('a user never reads what another user left in memory, on disk, in caches or in the boot state', async () => {
  const first = await openApp()
  await first.signIn()
  const maria = String(user.id)
  await first.prefetch(first.list)
  await first.flush()
  await (await caches.open(`lists-v1-${maria}`)).put('http://app.test/x', new Response('[]'))
  lastUserId += 1
  user = aUser({ id: lastUserId, first_name: 'Tom' })
  await first.signIn()
  expect(first.known()).toBeUndefined()
  isDown = true
  await first.probeNow()
  await first.prefetch(first.list)
  expect(first.known()).toBeUndefined()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(queryStoreName(maria))
  expect(await caches.keys()).not.toContain(`lists-v1-${maria}`)
  expect(localStorage.getItem(`haulyard:boot:${maria}`)).toBeNull()
})

test('a response that arrives after the sign-out is not stored anywhere', async () => {
  const app = await openApp()
  await app.signIn()
  const arriving = app.queryClient.query(app.list.options).catch((error: unknown) => error)
  await app.signOut()
  await arriving
  expect(app.known()).toBeUndefined()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(queryStoreName(String(user.id)))
  expect(app.sessionState().state).toBe('signed_out')
})

test('a further page that arrives after the sign-out is not there for the next user', async () => {
  const app = await openApp()
  await app.signIn()
  await app.prefetch(app.list)
  const letGo = holdResponses()
  const arriving = app.loadMore(app.list)
  await eventually(() => expect(requestedPages).toHaveLength(2))
  await app.signOut()
  letGo()
  await arriving
  expect(app.known()).toBeUndefined()
})

test('a list that is being derived during the sign-out is not there for the next user', async () => {
  const app = await openApp()
  await app.signIn()
  await app.prefetch(app.list)
  while (app.known()?.data.next !== null) await app.loadMore(app.list)
  isDown = true
  await app.probeNow()
  let leaving: Promise<void> | undefined
  const other = app.listQuery({
    key: ['drivers', 'list'],
    endpoint: driverEndpoints.list,
    query: { ordering: 'status' },
    areas: ['drivers'],
    kind: app.list.kind,
    compare: (a, b) => {
      leaving ??= app.signOut()
      return b.id - a.id
    },
    partOf: app.list,
  })
  await app.prefetch(other)
  await leaving
  expect(leaving).toBeDefined()
  expect(app.queryClient.getQueryData(other.options.queryKey)).toBeUndefined()
})

test('drafts older than 30 days are deleted at the next sign-in, whichever user signs in', async () => {
  const drafts = idbDraftStore(String(user.id), await aSealer())
  const [startedAt, words] = [Date.now() - 31 * 86_400_000, { record: '', text: '' }]
  await drafts.put({ id: 'old', kind: 'notes', key: '1', version: 1, value: {}, words, startedAt, savedAt: startedAt })
  lastUserId += 1
  user = aUser({ id: lastUserId })
  const app = await openApp()
  await app.signIn()
  await eventually(async () => expect(await drafts.all()).toEqual([]))
})

test('nothing about the user is written after the sign-out', async () => {
  const app = await openApp()
  await app.signIn()
  await app.requireUser()
  await eventually(() => expect(localStorage.getItem(`haulyard:boot:${user.id}`)).not.toBeNull())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await app.probeNow()
  await app.prefetch(app.one(1))
  // The time of the last response has just been noted, and is written in the next turn.
  await app.signOut()
  // Lets work that was postponed to the next turn run.
  await new Promise((resolve) => setTimeout(resolve))
  expect(localStorage.getItem(`haulyard:boot:${user.id}`)).toBeNull()
})

test('after 14 days without a response from the server the data is locked until the server responds', async () => {
  const before = await openApp()
  await before.signIn()
  await eventually(() => expect(localStorage.getItem(`haulyard:boot:${user.id}`)).not.toBeNull())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 86_400_000 })
  isDown = true
  const after = await openApp()
  expect(after.sessionState()).toMatchObject({ user: null, why: 'locked' })
  expect(await after.requireUser()).toBeNull()
  isDown = false
  expect(await after.requireUser()).toEqual(user)
  expect(after.sessionState().state).toBe('signed_in')
})

test('a stored record that no longer exists is neither shown nor stored any more', async () => {
  const app = await openApp()
  await app.signIn()
  const one = app.one(5)
  await app.prefetch(one)
  await app.flush()
  const age = async () => (await app.currentPersister()?.agesOf([hashKey(one.queryKey)]))?.[0]
  expect(await age()).toEqual(expect.any(Number))
  deletedIds = new Set(['5'])
  await app.queryClient.refetchQueries({ queryKey: one.queryKey })
  const { data, error } = app.queryClient.getQueryState(one.options.queryKey) ?? {}
  expect(error).toMatchObject({ status: 404 })
  const reading = { hasData: data !== undefined, error, isOnline: true, isMissing: false }
  expect(app.readingState(reading)).toBe('refused')
  expect(await age()).toBeNull()
  isDown = true
  const after = await openApp()
  await after.prefetch(after.one(5))
  expect(after.queryClient.getQueryData(one.options.queryKey)).toBeUndefined()
})

test('after a change is settled, the data on screen has been refetched', async () => {
  const app = await openApp()
  await app.signIn()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(app.known()).toBeDefined())
  requestedPages = []
  await app.refetchAfterSettle(['schedule', 'drivers'], null)
  expect(requestedPages).toEqual(['?limit=50'])
  isDown = true
  await expect(app.refetchAfterSettle(['drivers'], null)).rejects.toMatchObject({ kind: 'network' })
  stop()
})

test('a settled change refetches the data on screen that shows its area, and no other', async () => {
  const app = await openApp()
  await app.signIn()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(app.known()).toBeDefined())
  requestedPages = []
  await app.refetchAfterSettle(['users', 'schedule'], null)
  expect(requestedPages).toEqual([])
  // The list's key begins with another name than this area.
  await app.refetchAfterSettle(['figures'], null)
  expect(requestedPages).toEqual(['?limit=50'])
  stop()
})

test('data refetched after a change is on the device once the refetch resolves', async () => {
  const app = await openApp()
  await app.signIn()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(app.known()).toBeDefined())
  await app.flush()
  const before = Date.now()
  await app.refetchAfterSettle(['drivers'], null)
  void app.storeAfterSettle(['drivers'])
  await eventually(async () => {
    const [age] = (await app.currentPersister()?.agesOf([hashKey(app.list.queryKey)])) ?? []
    expect(age).toBeGreaterThanOrEqual(before)
  })
  stop()
})

test('changes that are settled together cause one refetch', async () => {
  const app = await openApp()
  await app.signIn()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(app.known()).toBeDefined())
  requestedPages = []
  await app.refetchAfterSettle(
    Array.from({ length: 30 }, () => 'drivers' as const),
    null,
  )
  expect(requestedPages).toEqual(['?limit=50'])
  stop()
})

test('a list from the service worker’s cache does not count as refetched after a change', async () => {
  const app = await openApp()
  await app.signIn()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(app.known()).toBeDefined())
  transit = fromWorker((app.known()?.asOf ?? 0) + 1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  await expect(app.refetchAfterSettle(['drivers'], null)).rejects.toMatchObject({ kind: 'timeout' })
  stop()
})

test('a list from the service worker’s cache never replaces newer data', async () => {
  const app = await openApp()
  await app.signIn()
  await app.prefetch(app.list)
  const shown = app.known()
  transit = fromWorker((shown?.asOf ?? 0) - 60_000)
  await app.queryClient.refetchQueries({ queryKey: app.list.queryKey })
  expect(app.known()).toBe(shown)
})

test('a response that was requested before a change was settled does not count as the refetch after it', async () => {
  const app = await openApp()
  await app.signIn()
  const letGo = holdResponses()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(requestedPages).toHaveLength(1))
  const settled = app.refetchAfterSettle(['drivers'], null)
  letGo()
  await settled
  expect(requestedPages).toHaveLength(2)
  stop()
})

describe('"Saved for offline"', () => {
  test('is as old as the oldest part, even after failed refetches', async () => {
    const app = await openApp()
    await app.signIn()
    app.setPrefetchQueries(() => [app.list, app.one(1)])
    await app.fetchPrefetchSet()
    const asOf = app.known()?.asOf ?? 0
    const { total, done, finishedAt } = app.prefetchState.get()
    expect([total, done, finishedAt && finishedAt <= asOf]).toEqual([0, 0, true])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
    transit = () => HttpResponse.json({ detail: 'Trouble.' }, { status: 500 })
    await app.fetchPrefetchSet()
    expect(app.prefetchState.get().finishedAt).toBe(asOf)
    await app.fetchPrefetchSet(({ areas }) => areas.includes('users'))
    expect(app.prefetchState.get().finishedAt).toBe(asOf)
  })

  test('is not shown while a part is missing, nor to the next user', async () => {
    const app = await openApp()
    await app.signIn()
    app.setPrefetchQueries(() => [app.list, app.one(404)])
    await app.fetchPrefetchSet()
    expect(app.prefetchState.get().finishedAt).toBeNull()
    app.setPrefetchQueries(() => [app.list])
    await app.fetchPrefetchSet()
    expect(app.prefetchState.get().finishedAt).not.toBeNull()
    await app.signOut()
    expect(app.prefetchState.get().finishedAt).toBeNull()
  })

  test('is shown again by the prefetch after a failed one', async () => {
    const app = await openApp()
    await app.signIn()
    app.setPrefetchQueries(() => Promise.reject(new Error('no such chunk')))
    await expect(app.fetchPrefetchSet()).rejects.toThrow('no such chunk')
    app.setPrefetchQueries(() => [app.list])
    await app.fetchPrefetchSet()
    expect(app.prefetchState.get().finishedAt).not.toBeNull()
  })
})
