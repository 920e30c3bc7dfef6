import { hashKey, keepPreviousData, QueryObserver } from '@tanstack/react-query'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, expect, test, vi } from 'vitest'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/our-answers.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const PAGE = 50
let company = everyone()
let asked: string[] = []
/** What stands between the server and the page; the answer as it was when it was asked for. */
let onTheWay: (answer: Response) => Promise<Response> | Response = (answer) => answer
let user = aUser({ id: 900 })

function everyone(version = 1) {
  return Array.from({ length: 620 }, (_, at) =>
    aDriver({ id: at + 1, current_status: at % 5 === 0 ? 'on_vacation' : 'on_the_road', version }),
  )
}

const server = setupServer(
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(user.id), sid: `s${user.id}` }), refresh: 'r' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/drivers/', ({ request }) => {
    const { search, searchParams } = new URL(request.url)
    asked.push(search)
    const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit'))]
    const filter = searchParams.get('filter') ?? ''
    const all = company.filter(({ current_status }) => filter === '' || current_status === filter)
    const next = offset + limit < all.length ? `/api/drivers/?limit=${limit}&offset=${offset + limit}` : null
    const page = { count: all.length, next, previous: null, results: all.slice(offset, offset + limit) }
    return onTheWay(HttpResponse.json(page))
  }),
)

/** Answers wait until they are let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  onTheWay = async (answer) => {
    await promise
    return answer
  }
  return resolve
}

type App = Awaited<ReturnType<typeof openApp>>
const known = (app: App, list: App['list']) => app.queryClient.getQueryData(list.options.queryKey)

/** A device that keeps everyone, in its next life. */
async function aUsedDevice() {
  const before = await openApp()
  await before.signIn()
  before.setPrefetchQueries(() => [before.wholeList(before.list, { limit: 250 })])
  await before.fetchPrefetchSet()
  asked = []
  return openApp()
}

newDeviceForEach(server)
beforeEach(() => {
  company = everyone()
  asked = []
  onTheWay = (answer) => answer
  user = aUser({ id: user.id + 1 })
})

test('another filter is there before the server has answered: a page of it, with the count of all who fit', async () => {
  const app = await aUsedDevice()
  const away = app.filtered('on_vacation')
  const letGo = held()
  await app.prefetch(away)
  const made = known(app, away)
  expect(made).toMatchObject({ isDerived: true, source: 'cache', data: { count: 124, next: `?offset=${PAGE}` } })
  expect(made?.data.rows.map(({ id }) => id)).toEqual(Array.from({ length: PAGE }, (_, at) => at * 5 + 1))
  expect(made?.asOf).toBeLessThanOrEqual(Date.now())

  letGo()
  await eventually(() => expect(known(app, away)?.source).toBe('network'))
  expect(known(app, away)?.isDerived).toBeUndefined()
  // A page was asked for, not everyone, and the rows that are the same are the same objects: no card is drawn anew.
  expect(asked).toEqual(['?filter=on_vacation&limit=50'])
  expect(known(app, away)?.data.rows[0]).toBe(made?.data.rows[0])
})

test('what the device makes never takes the place of the server’s own answer', async () => {
  const app = await aUsedDevice()
  company = everyone(2)
  const away = app.filtered('on_vacation')
  // The whole list is found late: the server is through by then.
  const { storedCopy } = app.list
  const { promise: isFound, resolve: find } = Promise.withResolvers<void>()
  const late = vi.fn(async () => {
    await isFound
    return storedCopy()
  })
  Object.assign(app.list, { storedCopy: late })
  await app.prefetch(away)
  expect(known(app, away)).toMatchObject({ source: 'network', data: { rows: { 0: { version: 2 } } } })
  find()
  expect((await late.mock.results[0]?.value)?.isWhole).toBe(true)
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(known(app, away)).toMatchObject({ source: 'network', data: { rows: { 0: { version: 2 } } } })
})

test('an old answer of the service worker does not take the place of what the device makes', async () => {
  const app = await aUsedDevice()
  const { promise: isMade, resolve: letGo } = Promise.withResolvers<void>()
  onTheWay = async (answer) => {
    await isMade
    answer.headers.set('x-sw-source', 'cache')
    answer.headers.set('x-sw-stored-at', String(Date.now() - 60 * 60_000))
    return answer
  }
  const away = app.filtered('on_vacation')
  await app.prefetch(away)
  const made = known(app, away)
  expect(made?.isDerived).toBe(true)
  letGo()
  await eventually(() => expect(app.queryClient.getQueryState(away.options.queryKey)?.fetchStatus).toBe('idle'))
  expect(known(app, away)).toBe(made)
})

test('a list that was kept long ago gives way to what a younger copy of everyone says', async () => {
  const before = await openApp()
  await before.signIn()
  await before.prefetch(before.filtered('on_vacation'))
  await before.flush()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
  company = everyone(2)
  before.setPrefetchQueries(() => [before.wholeList(before.list, { limit: 250 })])
  await before.fetchPrefetchSet()

  const app = await openApp()
  held()
  const away = app.filtered('on_vacation')
  await app.prefetch(away)
  expect(known(app, away)).toMatchObject({ isDerived: true, asOf: Date.now(), data: { rows: { 0: { version: 2 } } } })
})

test('the pages of everyone are read once, and anew when a newer copy has taken their place', async () => {
  const app = await aUsedDevice()
  held()
  await app.prefetch(app.filtered('on_vacation'))
  const one = await (await app.list.storedCopy())?.page(0)
  await app.prefetch(app.filtered('on_the_road'))
  expect(await (await app.list.storedCopy())?.page(0)).toBe(one)

  onTheWay = (answer) => answer
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
  company = everyone(2)
  app.setPrefetchQueries(() => [app.wholeList(app.list, { limit: 250 })])
  await app.fetchPrefetchSet()
  expect((await (await app.list.storedCopy())?.page(0))?.results[0]?.version).toBe(2)
})

test('the next person on this page finds nothing of the one before', async () => {
  const app = await aUsedDevice()
  const kept = await app.list.storedCopy()
  expect(await kept?.page(0)).not.toBeNull()
  app.setPersister(null)
  expect(await kept?.page(0)).toBeNull()
})

test('without a network all of it is made, to its end', async () => {
  const app = await aUsedDevice()
  server.use(http.all('*', () => HttpResponse.error()))
  expect(await app.probeNow()).toBe(false)
  const away = app.filtered('on_vacation')
  await app.prefetch(away)
  server.resetHandlers()
  expect(known(app, away)?.data).toMatchObject({ count: 124, next: null, rows: { length: 124 } })
})

/** All that a screen is told, in turn, while it goes from one list to another one, as `useReading` watches them. */
async function told(app: App, from: App['list'], to: App['list']) {
  const watch = ({ options }: App['list']) => ({ ...options, placeholderData: keepPreviousData })
  const seen: string[] = []
  const observer = new QueryObserver(app.queryClient, watch(from))
  const tell = () => {
    const { data: shown, error, errorUpdateCount, isPlaceholderData } = observer.getCurrentResult()
    const isMissing = app.missingQueries.get().has(hashKey(observer.options.queryKey ?? []))
    const hasData = shown !== undefined && !isPlaceholderData
    const own = app.readingState({ hasData, error, isOnline: app.isOnline(), isMissing })
    const isFormer = isPlaceholderData && shown !== undefined && app.showsFormer(own, errorUpdateCount)
    const state = isFormer ? 'former' : own
    if (seen.at(-1) !== state) seen.push(state)
  }
  const stops = [observer.subscribe(tell), app.missingQueries.subscribe(tell)]
  tell()
  observer.setOptions(watch(to))
  tell()
  await app.prefetch(to)
  await eventually(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  tell()
  for (const stop of stops) stop()
  return seen
}

test('without a network another filter never says that it is not saved while it is being made', async () => {
  const app = await aUsedDevice()
  server.use(http.all('*', () => HttpResponse.error()))
  expect(await app.probeNow()).toBe(false)
  await app.prefetch(app.list)
  expect(await told(app, app.list, app.filtered('on_vacation'))).toEqual(['ready', 'former', 'ready'])
  server.resetHandlers()
})

test('without a network and without a copy of everyone it is said, once that is known', async () => {
  const app = await openApp()
  await app.signIn()
  await app.prefetch(app.list)
  server.use(http.all('*', () => HttpResponse.error()))
  expect(await app.probeNow()).toBe(false)
  const away = app.filtered('on_vacation')
  expect(await told(app, app.list, away)).toEqual(['ready', 'former', 'not_saved'])
  server.resetHandlers()
})
