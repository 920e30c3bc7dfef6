import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, expect, test } from 'vitest'
import { historyEndpoints } from '#contract/wire/history.ts'
import type { HistoryEntry } from '#contract/wire/record.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const user = aUser({ id: 70 })
const aRow = (at: number): HistoryEntry => ({
  version: at,
  at: '2026-11-21T20:05:00.000Z',
  user: { id: 4, first_name: 'Greg', last_name: 'Hill' },
  field: 'rate',
  from: null,
  to: `0.${at}`,
})
let rows: readonly HistoryEntry[] = []
let isDown = false
let requests: string[] = []

const server = setupServer(
  http.all('*', () => (isDown ? HttpResponse.error() : undefined)),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: '70', sid: 's70' }), refresh: 'r70' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/history/drivers/:id/', ({ request, params }) => {
    const { pathname, searchParams } = new URL(request.url)
    requests.push(`${String(params.id)}?${searchParams}`)
    const offset = Number(searchParams.get('offset') ?? 0)
    const end = offset + Number(searchParams.get('limit'))
    const next = end < rows.length ? `${pathname}?limit=50&offset=${end}` : null
    return HttpResponse.json({ count: rows.length, next, previous: null, results: rows.slice(offset, end) })
  }),
)

newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  requests = []
  rows = Array.from({ length: 70 }, (_, at) => aRow(70 - at))
})

async function openHistory() {
  const app = await openApp()
  const { historyQuery } = await import('#src/history/history-query.ts')
  const queryOf = (id: number) => historyQuery({ area: 'drivers', endpoint: historyEndpoints.drivers, id })
  const cached = (id: number) => app.queryClient.getQueryData(queryOf(id).options.queryKey)?.data
  return { app, queryOf, cached }
}

test('offline, a history that was seen is available as far as it was loaded; another history is not', async () => {
  const before = await openHistory()
  await before.app.signIn()
  await before.app.prefetch(before.queryOf(12))
  await before.app.loadMore(before.queryOf(12))
  expect(requests).toEqual(['12?limit=50', '12?limit=50&offset=50'])
  await before.app.flush()

  isDown = true
  const after = await openHistory()
  await after.app.prefetch(after.queryOf(12))
  expect(after.cached(12)).toMatchObject({ rows, count: 70, next: null })
  await after.app.prefetch(after.queryOf(13))
  expect(after.cached(13)).toBeUndefined()
})

test('a history is refetched with the records of its area and those it names, and requires the permission to view them', async () => {
  const { queryOf } = await openHistory()
  expect(queryOf(12).queryKey.slice(0, 2)).toEqual(['drivers', 'history'])
  expect(queryOf(12).options.meta).toMatchObject({
    areas: ['drivers', 'users', 'trucks', 'trailers'],
    needs: { access: historyEndpoints.drivers.access },
  })
})
