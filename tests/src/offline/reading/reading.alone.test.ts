import { QueryObserver } from '@tanstack/react-query'
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
import { HttpResponse } from '#tests/support/offline/our-answers.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'
import { sealerOfUser } from '#tests/support/server/device-keys.ts'

const drivers = Array.from({ length: 170 }, (_, at) => aDriver({ id: at + 1 }))
let isDown = false
let asked: string[] = []
/** What stands between the server and the page: a slow network, or a service worker that answers from its own store. */
let onTheWay: (answer: Response) => Promise<Response> | Response = (answer) => answer
let user = aUser({ id: 1 })
let people = 10

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
    asked.push(url.search)
    const [offset, limit] = [Number(url.searchParams.get('offset') ?? 0), Number(url.searchParams.get('limit'))]
    const end = offset + limit
    const next = end < drivers.length ? `/api/drivers/?limit=${limit}&offset=${end}` : null
    const page = { count: drivers.length, next, previous: null, results: drivers.slice(offset, end) }
    return onTheWay(HttpResponse.json(page))
  }),
  http.get('*/api/drivers/:id/', ({ params }) =>
    params.id === '404'
      ? HttpResponse.json({ detail: 'Not found.' }, { status: 404 })
      : HttpResponse.json(aDriver({ id: Number(params.id) })),
  ),
)

/** Answers as the service worker does when the network is too slow: with what it stored at `storedAt`. */
const fromWorker = (storedAt: number) => (answer: Response) => {
  answer.headers.set('x-sw-source', 'cache')
  answer.headers.set('x-sw-stored-at', String(storedAt))
  return answer
}
/** Holds answers back until they are let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  onTheWay = async (answer) => {
    await promise
    return answer
  }
  return resolve
}

newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  onTheWay = (answer) => answer
  asked = []
  people += 1
  user = aUser({ id: people })
})

test('after a restart without a network the rows are there, as old as they are', async () => {
  const before = await openApp()
  await before.signIn()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const then = Date.now()
  await before.prefetch(before.list)
  await before.flush()
  isDown = true
  vi.setSystemTime(then + 3 * 60 * 60_000)
  const after = await openApp()
  expect(after.currentUser()).toEqual(user)
  expect(await after.requireUser()).toEqual(user)
  await after.prefetch(after.list)
  expect(after.known()?.data.rows).toHaveLength(50)
  expect(after.known()).toMatchObject({ asOf: then, source: 'cache', data: { count: 170 } })
})

test('with nothing stored and no network the loader does not wait, and the screen says so', async () => {
  const app = await openApp()
  await app.signIn()
  isDown = true
  expect(await app.probeNow()).toBe(false)
  await app.prefetch(app.list)
  expect(app.known()).toBeUndefined()
  const { hashKey } = await import('@tanstack/react-query')
  expect(app.missingQueries.get().has(hashKey(app.list.queryKey))).toBe(true)
})

test('what is stored is shown at once while the network is asked', async () => {
  const before = await openApp()
  await before.signIn()
  await before.prefetch(before.list)
  await before.flush()
  asked = []
  const after = await openApp()
  const seen: (number | undefined)[] = []
  const observer = new QueryObserver(after.queryClient, after.list.options)
  const stop = observer.subscribe(({ data }) => seen.push(data?.data.rows.length))
  await eventually(() => expect(after.known()?.source).toBe('network'))
  expect(seen.at(-1)).toBe(50)
  expect(asked).toEqual(['?limit=50'])
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
  expect(asked).toEqual(['?limit=50', '?limit=50&offset=50', '?limit=50&offset=100'])
  asked = []
  const after = await openApp()
  await after.prefetch(after.list)
  expect(after.known()?.data.rows).toHaveLength(150)
  await eventually(() => expect(after.known()?.source).toBe('network'))
  expect(asked).toEqual(['?limit=150'])
  expect(after.known()?.data.rows).toHaveLength(150)
  await after.loadMore(after.list)
  expect(after.known()?.data).toMatchObject({ next: null, count: 170 })
  expect(after.known()?.data.rows).toHaveLength(170)
})

test('a stored answer that can’t be read is dropped and fetched anew', async () => {
  const before = await openApp()
  await before.signIn()
  await before.prefetch(before.list)
  await before.flush()
  const { openDB } = await import('idb')
  const db = await openDB(queryStoreName(String(user.id)))
  const seal = new AnswerSeal(String(user.id), await sealerOfUser(String(user.id)))
  const [row] = await db.getAll('answers')
  const kept = await seal.open(row)
  await db.put('answers', await seal.seal({ ...kept!, json: kept!.json.replace('on_the_road', 'off_the_map') }))
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

test('nobody ever reads what another person left: not from memory, disk, caches or boot state', async () => {
  const first = await openApp()
  await first.signIn()
  const maria = String(user.id)
  await first.prefetch(first.list)
  await first.flush()
  await (await caches.open(`lists-v1-${maria}`)).put('http://app.test/x', new Response('[]'))
  people += 1
  user = aUser({ id: people, first_name: 'Tom' })
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

test('an answer that arrives after the sign-out is kept nowhere', async () => {
  const app = await openApp()
  await app.signIn()
  const arriving = app.queryClient.query(app.list.options).catch((error: unknown) => error)
  await app.signOut()
  await arriving
  expect(app.known()).toBeUndefined()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(queryStoreName(String(user.id)))
  expect(app.sessionState().state).toBe('signed_out')
})

test('a further page that arrives after the sign-out is not there for the next person', async () => {
  const app = await openApp()
  await app.signIn()
  await app.prefetch(app.list)
  const letGo = held()
  const arriving = app.loadMore(app.list)
  await eventually(() => expect(asked).toHaveLength(2))
  await app.signOut()
  letGo()
  await arriving
  expect(app.known()).toBeUndefined()
})

test('a list that is being made of what the device keeps is not there for the next person', async () => {
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

test('what somebody typed long ago and never saved goes at the next sign-in, whoever it is that signs in', async () => {
  const drafts = idbDraftStore(String(user.id), await aSealer())
  const [startedAt, words] = [Date.now() - 31 * 86_400_000, { record: '', text: '' }]
  await drafts.put({ id: 'old', kind: 'notes', key: '1', version: 1, value: {}, words, startedAt, savedAt: startedAt })
  people += 1
  user = aUser({ id: people })
  const app = await openApp()
  await app.signIn()
  await eventually(async () => expect(await drafts.all()).toEqual([]))
})

test('nothing of who was signed in is written down after the sign-out', async () => {
  const app = await openApp()
  await app.signIn()
  await app.requireUser()
  await eventually(() => expect(localStorage.getItem(`haulyard:boot:${user.id}`)).not.toBeNull())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await app.probeNow()
  await app.prefetch(app.one(1))
  // The answer has just been noted.
  await app.signOut()
  // Whatever was put off until the next turn has had it.
  await new Promise((resolve) => setTimeout(resolve))
  expect(localStorage.getItem(`haulyard:boot:${user.id}`)).toBeNull()
})

test('data that has not heard from the server for fourteen days is closed until it does', async () => {
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

test('a record that is gone is not shown any more, nor kept', async () => {
  const app = await openApp()
  await app.signIn()
  const { options } = app.one(404)
  await app.prefetch(app.one(404))
  expect(app.queryClient.getQueryState(options.queryKey)?.error).toMatchObject({ status: 404 })
})

test('after a change was settled, what is on screen has been asked for anew', async () => {
  const app = await openApp()
  await app.signIn()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(app.known()).toBeDefined())
  asked = []
  await app.invalidateAfterSettle([['schedule'], ['drivers']])
  expect(asked).toEqual(['?limit=50'])
  isDown = true
  await expect(app.invalidateAfterSettle([['drivers']])).rejects.toMatchObject({ kind: 'network' })
  stop()
})

test('what came after a change is on the device once that is through, whatever becomes of the page', async () => {
  const app = await openApp()
  await app.signIn()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(app.known()).toBeDefined())
  await app.flush()
  const before = Date.now()
  await app.invalidateAfterSettle([['drivers']])
  const { hashKey } = await import('@tanstack/react-query')
  const [age] = (await app.currentPersister()?.agesOf([hashKey(app.list.queryKey)])) ?? []
  expect(age).toBeGreaterThanOrEqual(before)
  stop()
})

test('changes that are settled together are asked for once', async () => {
  const app = await openApp()
  await app.signIn()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(app.known()).toBeDefined())
  asked = []
  await app.invalidateAfterSettle(Array.from({ length: 30 }, () => ['drivers']))
  expect(asked).toEqual(['?limit=50'])
  stop()
})

test('a list that the service worker had kept does not count as fetched after a change', async () => {
  const app = await openApp()
  await app.signIn()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(app.known()).toBeDefined())
  onTheWay = fromWorker((app.known()?.asOf ?? 0) + 1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  await expect(app.invalidateAfterSettle([['drivers']])).rejects.toMatchObject({ kind: 'timeout' })
  stop()
})

test('what the service worker had kept never takes the place of something newer', async () => {
  const app = await openApp()
  await app.signIn()
  await app.prefetch(app.list)
  const shown = app.known()
  onTheWay = fromWorker((shown?.asOf ?? 0) - 60_000)
  await app.queryClient.refetchQueries({ queryKey: app.list.queryKey })
  expect(app.known()).toBe(shown)
})

test('a first answer that was asked for before a change was settled is not taken for the one after it', async () => {
  const app = await openApp()
  await app.signIn()
  const letGo = held()
  const stop = new QueryObserver(app.queryClient, app.list.options).subscribe(() => undefined)
  await eventually(() => expect(asked).toHaveLength(1))
  const settled = app.invalidateAfterSettle([['drivers']])
  letGo()
  await settled
  expect(asked).toHaveLength(2)
  stop()
})

describe('"Saved for offline"', () => {
  test('is as old as the oldest part, whatever was asked for since and failed', async () => {
    const app = await openApp()
    await app.signIn()
    app.setPrefetchQueries(() => [app.list, app.one(1)])
    await app.fetchPrefetchSet()
    const then = app.known()?.asOf
    expect(app.prefetchState.get()).toMatchObject({ total: 0, done: 0, finishedAt: then })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
    onTheWay = () => HttpResponse.json({ detail: 'Trouble.' }, { status: 500 })
    await app.fetchPrefetchSet()
    expect(app.prefetchState.get().finishedAt).toBe(then)
    await app.fetchPrefetchSet(({ queryKey }) => queryKey[1] === 'one')
    expect(app.prefetchState.get().finishedAt).toBe(then)
  })

  test('is not said while a part is not there, nor to the next person', async () => {
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

  test('one set that fails does not keep the next from being fetched', async () => {
    const app = await openApp()
    await app.signIn()
    app.setPrefetchQueries(() => Promise.reject(new Error('no such chunk')))
    await expect(app.fetchPrefetchSet()).rejects.toThrow('no such chunk')
    app.setPrefetchQueries(() => [app.list])
    await app.fetchPrefetchSet()
    expect(app.prefetchState.get().finishedAt).not.toBeNull()
  })
})
