import { hashKey, keepPreviousData, QueryObserver } from '@tanstack/react-query'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, expect, test, vi } from 'vitest'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const PAGE = 50
let company = allDrivers()
let requestedPages: string[] = []
/** What happens to a response between the server and the page. Its content is from the moment of the request. */
let transit: (answer: Response) => Promise<Response> | Response = (answer) => answer
let user = aUser({ id: 900 })

function allDrivers(version = 1) {
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
  http.get('*/api/pages/', () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })),
  http.get('*/api/drivers/', ({ request }) => {
    const { search, searchParams } = new URL(request.url)
    requestedPages.push(search)
    const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit'))]
    const filter = searchParams.get('filter') ?? ''
    const all = company.filter(({ current_status }) => filter === '' || current_status === filter)
    const next = offset + limit < all.length ? `/api/drivers/?limit=${limit}&offset=${offset + limit}` : null
    const page = { count: all.length, next, previous: null, results: all.slice(offset, offset + limit) }
    return transit(HttpResponse.json(page))
  }),
)

/** Holds responses back. Returns the function that releases them. */
function holdResponses() {
  const { promise, resolve } = Promise.withResolvers<void>()
  transit = async (answer) => {
    await promise
    return answer
  }
  return resolve
}

type App = Awaited<ReturnType<typeof openApp>>
const known = (app: App, list: App['list']) => app.queryClient.getQueryData(list.options.queryKey)

/** A restarted app on a device that has stored the complete list of drivers. */
async function aUsedDevice() {
  const before = await openApp()
  await before.signIn()
  before.setPrefetchQueries(() => [before.wholeList(before.list, { limit: 250 })])
  await before.fetchPrefetchSet()
  requestedPages = []
  return openApp()
}

newDeviceForEach(server)
beforeEach(() => {
  company = allDrivers()
  requestedPages = []
  transit = (answer) => answer
  user = aUser({ id: user.id + 1 })
})

test('another filter shows a derived page before the server responds, with the count of all matching rows', async () => {
  const app = await aUsedDevice()
  const away = app.filtered('on_vacation')
  const letGo = holdResponses()
  await app.prefetch(away)
  const derived = known(app, away)
  expect(derived).toMatchObject({ isDerived: true, source: 'cache', data: { count: 124, next: `?offset=${PAGE}` } })
  expect(derived?.data.rows.map(({ id }) => id)).toEqual(Array.from({ length: PAGE }, (_, at) => at * 5 + 1))
  expect(derived?.asOf).toBeLessThanOrEqual(Date.now())

  letGo()
  await eventually(() => expect(known(app, away)?.source).toBe('network'))
  expect(known(app, away)?.isDerived).toBeUndefined()
  // One page was requested, not the complete list. Unchanged rows are the same objects, so that no card renders again.
  expect(requestedPages).toEqual(['?filter=on_vacation&limit=50'])
  expect(known(app, away)?.data.rows[0]).toBe(derived?.data.rows[0])
})

test('a derived list never replaces the server’s own response', async () => {
  const app = await aUsedDevice()
  company = allDrivers(2)
  const away = app.filtered('on_vacation')
  // The stored list is found late, after the server's response.
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

test('an old response of the service worker does not replace a derived list', async () => {
  const app = await aUsedDevice()
  const { promise: isMade, resolve: letGo } = Promise.withResolvers<void>()
  transit = async (answer) => {
    await isMade
    answer.headers.set('x-sw-source', 'cache')
    answer.headers.set('x-sw-stored-at', String(Date.now() - 60 * 60_000))
    return answer
  }
  const away = app.filtered('on_vacation')
  await app.prefetch(away)
  const derived = known(app, away)
  expect(derived?.isDerived).toBe(true)
  letGo()
  await eventually(() => expect(app.queryClient.getQueryState(away.options.queryKey)?.fetchStatus).toBe('idle'))
  expect(known(app, away)).toBe(derived)
})

test('a list stored long ago gives way to one derived from a newer complete list', async () => {
  const before = await openApp()
  await before.signIn()
  await before.prefetch(before.filtered('on_vacation'))
  await before.flush()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
  company = allDrivers(2)
  before.setPrefetchQueries(() => [before.wholeList(before.list, { limit: 250 })])
  await before.fetchPrefetchSet()

  const app = await openApp()
  holdResponses()
  const away = app.filtered('on_vacation')
  await app.prefetch(away)
  expect(known(app, away)).toMatchObject({ isDerived: true, asOf: Date.now(), data: { rows: { 0: { version: 2 } } } })
})

test('the pages of the complete list are read once, and again when a newer copy has replaced them', async () => {
  const app = await aUsedDevice()
  holdResponses()
  await app.prefetch(app.filtered('on_vacation'))
  const one = await (await app.list.storedCopy())?.page(0)
  await app.prefetch(app.filtered('on_the_road'))
  expect(await (await app.list.storedCopy())?.page(0)).toBe(one)

  transit = (answer) => answer
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
  company = allDrivers(2)
  app.setPrefetchQueries(() => [app.wholeList(app.list, { limit: 250 })])
  await app.fetchPrefetchSet()
  expect((await (await app.list.storedCopy())?.page(0))?.results[0]?.version).toBe(2)
})

test('a stored list can’t be read any more once its user is gone', async () => {
  const app = await aUsedDevice()
  const copy = await app.list.storedCopy()
  expect(await copy?.page(0)).not.toBeNull()
  app.setPersister(null)
  expect(await copy?.page(0)).toBeNull()
})

test('offline, a derived list is complete', async () => {
  const app = await aUsedDevice()
  server.use(http.all('*', () => HttpResponse.error()))
  expect(await app.probeNow()).toBe(false)
  const away = app.filtered('on_vacation')
  await app.prefetch(away)
  server.resetHandlers()
  expect(known(app, away)?.data).toMatchObject({ count: 124, next: null, rows: { length: 124 } })
})

/** The states that a screen shows in turn when it changes from one list to another, observed as in `useReading`. */
async function statesShown(app: App, from: App['list'], to: App['list']) {
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

test('offline, another filter never shows that it is not saved while it is being derived', async () => {
  const app = await aUsedDevice()
  server.use(http.all('*', () => HttpResponse.error()))
  expect(await app.probeNow()).toBe(false)
  await app.prefetch(app.list)
  expect(await statesShown(app, app.list, app.filtered('on_vacation'))).toEqual(['ready', 'former', 'ready'])
  server.resetHandlers()
})

test('offline without a stored complete list, another filter shows that it is not saved, once that is known', async () => {
  const app = await openApp()
  await app.signIn()
  await app.prefetch(app.list)
  server.use(http.all('*', () => HttpResponse.error()))
  expect(await app.probeNow()).toBe(false)
  const away = app.filtered('on_vacation')
  expect(await statesShown(app, app.list, away)).toEqual(['ready', 'former', 'not_saved'])
  server.resetHandlers()
})

test('a canceled prefetch pass ends at once, although a short response hangs; that response is still shown', async () => {
  const app = await openApp()
  await app.signIn()
  app.setPrefetchQueries(() => [app.list])
  const release = holdResponses()
  const pass = app.fetchPrefetchSet('all')
  await eventually(() => expect(requestedPages).toHaveLength(1))
  app.cancelPrefetch()
  await pass
  expect(app.prefetchState.get()).toMatchObject({ total: 0, rows: null })
  expect(known(app, app.list)).toBeUndefined()
  release()
  await eventually(() => expect(known(app, app.list)?.data.count).toBe(620))
})
