import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, expect, test, vi } from 'vitest'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const LIMIT = 50
const MB = 1_000_000
const drivers = Array.from({ length: 220 }, (_, at) => aDriver({ id: at + 1 }))
let requestedOffsets: number[] = []
let lastUserId = 900

const server = setupServer(
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(lastUserId), sid: `s${lastUserId}` }), refresh: 'r' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(aUser({ id: lastUserId }))),
  // A server without the call for whole lists: they are fetched page by page.
  http.get('*/api/pages/', () => HttpResponse.json({ detail: 'Not found.' }, { status: 404 })),
  http.get('*/api/drivers/', ({ request }) => {
    const { searchParams } = new URL(request.url)
    const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit'))]
    requestedOffsets.push(offset)
    const end = offset + limit
    const next = end < drivers.length ? `/api/drivers/?limit=${limit}&offset=${end}` : null
    return HttpResponse.json({ count: drivers.length, next, previous: null, results: drivers.slice(offset, end) })
  }),
)

newDeviceForEach(server)
beforeEach(() => {
  requestedOffsets = []
  lastUserId += 1
})

interface Connection {
  readonly type: 'cellular' | 'wifi'
  /** People need the list for their work now. */
  readonly isFirst?: boolean
}

/** An app over this connection, whose prefetch set is the complete list of drivers. */
async function openOver({ type, isFirst = false }: Connection) {
  const app = await openApp()
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { type, effectiveType: '4g' } })
  if (app.currentUser() === null) await app.signIn()
  app.setPrefetchQueries(() => [{ ...app.wholeList(app.list, { limit: LIMIT }), isFirst }])
  const budget = await import('#src/offline/prefetch/mobile-budget.ts')
  return { app, budget }
}

const ALL_PAGES = [0, 50, 100, 150, 200]

test('over mobile data, what work needs is fetched even if the user allows nothing else', async () => {
  const { app, budget } = await openOver({ type: 'cellular', isFirst: true })
  budget.setMobileBudget(lastUserId, 0)
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toEqual(ALL_PAGES)
  expect(app.prefetchState.get().workSince).not.toBeNull()
  expect(budget.spentToday()).toBeGreaterThan(10_000)
})

test('over mobile data, the rest is not fetched when the user allows nothing else, except by request', async () => {
  const { app, budget } = await openOver({ type: 'cellular' })
  budget.setMobileBudget(lastUserId, 0)
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toEqual([])
  expect(app.prefetchState.get().finishedAt).toBeNull()
  await app.fetchPrefetchSet('all')
  expect(requestedOffsets).toEqual(ALL_PAGES)
  expect(app.prefetchState.get().finishedAt).not.toBeNull()
})

test('a list that exceeds the day’s budget is stored in part, and continued on the next day', async () => {
  const { app, budget } = await openOver({ type: 'cellular' })
  budget.setMobileBudget(lastUserId, 5 * MB)
  // What is left of today's budget is less than two pages.
  await budget.withinBudget(Number.POSITIVE_INFINITY, async () => {
    const { noteReceived } = await import('#src/api/traffic.ts')
    const { driverEndpoints } = await import('#contract/people/drivers.ts')
    noteReceived(driverEndpoints.list, 5 * MB - 1_000)
  })
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toEqual([0])
  expect(app.prefetchState.get().finishedAt).toBeNull()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 })
  expect(budget.spentToday()).toBe(0)
  requestedOffsets = []
  await app.fetchPrefetchSet()
  expect(app.prefetchState.get().finishedAt).not.toBeNull()
})

test('over Wi-Fi there is no budget, and nothing is counted', async () => {
  const { app, budget } = await openOver({ type: 'wifi' })
  budget.setMobileBudget(lastUserId, 0)
  await app.fetchPrefetchSet()
  expect(requestedOffsets).toEqual(ALL_PAGES)
  expect(budget.spentToday()).toBe(0)
})

test('each user of a device has an own budget; a budget that no version offers counts as the default', async () => {
  const { budget } = await openOver({ type: 'cellular' })
  budget.setMobileBudget(1, null)
  budget.setMobileBudget(2, 100 * MB)
  expect([1, 2, 3].map(budget.mobileBudget)).toEqual([null, 100 * MB, 20 * MB])
  localStorage.setItem('haulyard:mobile-budget:2', '77')
  localStorage.setItem('haulyard:mobile-spent', '{"day":5}')
  expect([budget.mobileBudget(2), budget.spentToday()]).toEqual([20 * MB, 0])
})
