import { http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DrivingPeriod, VehicleLocation } from '#contract/boards/telematics.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDrivingPeriod } from '#tests/support/builders/a-driving-period.ts'
import { aFix, anAssetFix } from '#tests/support/builders/a-telematics.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const RANGE = { startDate: '2026-11-16', endDate: '2026-11-22' }
const HISTORY = '*/api/gomotive/vehicle_location_history/:id/'
let isDown = false
let requests: string[] = []
let periods: readonly DrivingPeriod[] = []
let fixes: Readonly<Record<string, readonly VehicleLocation[]>> = {}

const server = setupServer(
  http.all('*', () => (isDown ? HttpResponse.error() : undefined)),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: '1', sid: 's1' }), refresh: 'r1' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(aUser({ id: 1, role: 'administrator' }))),
  http.get('*/api/gomotive/request_gomotive_api/v1/driving_periods/', ({ request }) => {
    const { searchParams } = new URL(request.url)
    requests.push(`periods?${searchParams} in ${request.headers.get('x-time-zone')}`)
    const [size, page] = ['per_page', 'page_no'].map((name) => Number(searchParams.get(name))) as [number, number]
    const driving_periods = periods.slice((page - 1) * size, page * size).map((one) => ({ driving_period: one }))
    return HttpResponse.json({ driving_periods, pagination: { per_page: size, page_no: page, total: periods.length } })
  }),
  http.get(HISTORY, ({ request, params }) => {
    requests.push(`${String(params.id)}?${new URL(request.url).searchParams}`)
    const theirs = fixes[String(params.id)] ?? []
    return HttpResponse.json({ vehicle_locations: theirs.map((vehicle_location) => ({ vehicle_location })) })
  }),
  http.get('*/api/gomotive/asset_location_history/:id/', () => HttpResponse.json({ breadcrumbs: [anAssetFix()] })),
)
newDeviceForEach(server)
beforeEach(() => {
  isDown = false
  requests = []
  periods = [aDrivingPeriod()]
  fixes = {}
})

const subject = (kind: 'vehicle' | 'driver' | 'asset', id: number) => ({ kind, id, name: 'somebody' })
const fixAt = (time: string) => aFix({ located_at: `2026-11-20T${time}:00.000Z` })

async function openMap() {
  const app = await openApp()
  const queries = await import('#src/boards/map/history/history-queries.ts')
  const read = async (query: ReturnType<typeof queries.drivingPeriodsOf> | ReturnType<typeof queries.pathOf>) => {
    await app.prefetch(query)
    return app.queryClient.getQueryData<{ readonly data: { readonly rows: readonly object[] } }>(query.queryKey)?.data
      .rows
  }
  return { ...app, ...queries, read }
}

describe('driving periods', () => {
  test('of a driver and of a vehicle are requested by the vendor’s ids', async () => {
    const { signIn, read, drivingPeriodsOf } = await openMap()
    await signIn()
    expect(await read(drivingPeriodsOf(subject('driver', 118), RANGE))).toEqual(periods)
    await read(drivingPeriodsOf(subject('vehicle', 730), RANGE))
    const days = 'start_date=2026-11-16&end_date=2026-11-22'
    expect(requests).toEqual([
      `periods?${days}&driver_ids=118&per_page=100&page_no=1 in Central Time (US & Canada)`,
      `periods?${days}&vehicle_ids=730&per_page=100&page_no=1 in Central Time (US & Canada)`,
    ])
  })

  test('are read to the last page, each once even if a period begins meanwhile', async () => {
    periods = Array.from({ length: 230 }, (_, at) => aDrivingPeriod({ id: at < 100 ? at : at - 1 }))
    const { signIn, read, drivingPeriodsOf } = await openMap()
    await signIn()
    const rows = await read(drivingPeriodsOf(subject('vehicle', 730), RANGE))
    expect(rows?.map((row) => 'id' in row && row.id)).toEqual(Array.from({ length: 229 }, (_, at) => at))
    expect(requests).toHaveLength(3)
  })
})

describe('a path', () => {
  test('of a driver contains the positions of his vehicles while he drove them', async () => {
    const other = { id: 7, number: '7' }
    periods = [
      aDrivingPeriod({
        id: 2,
        start_time: '2026-11-20T20:00:00.000Z',
        end_time: '2026-11-20T21:00:00.000Z',
        vehicle: other,
      }),
      aDrivingPeriod(),
    ]
    fixes = {
      730001: [fixAt('14:05'), fixAt('17:20'), fixAt('20:30')],
      7: [fixAt('14:30'), fixAt('20:00'), fixAt('21:00')],
    }
    const { signIn, read, pathOf } = await openMap()
    await signIn()
    const rows = await read(pathOf(subject('driver', 118), RANGE))
    expect(rows?.map((row) => 'at' in row && new Date(Number(row.at)).toISOString().slice(11, 16))).toEqual([
      '14:05',
      '17:20',
      '20:00',
      '21:00',
    ])
    expect(requests.slice(1).toSorted()).toEqual([
      '730001?start_date=2026-11-20&end_date=2026-11-20&driver_id=118',
      '7?start_date=2026-11-20&end_date=2026-11-20&driver_id=118',
    ])
  })

  test('of a vehicle or a trailer contains the positions from the vendor', async () => {
    fixes = { 730: [fixAt('14:05')] }
    const { signIn, read, pathOf } = await openMap()
    await signIn()
    expect(await read(pathOf(subject('vehicle', 730), RANGE))).toMatchObject([{ speed: 62, place: 'Joliet, IL' }])
    expect(await read(pathOf(subject('asset', 730), RANGE))).toMatchObject([{ speed: null, place: 'Chicago, IL' }])
  })

  test('that was opened is available offline with its periods, and a path of other days is not', async () => {
    fixes = { 730001: [fixAt('14:05'), fixAt('17:20')] }
    const before = await openMap()
    await before.signIn()
    const seen = await before.read(before.pathOf(subject('driver', 118), RANGE))
    expect(seen).toHaveLength(2)
    await before.flush()
    isDown = true
    const { read, pathOf, drivingPeriodsOf } = await openMap()
    expect(await read(pathOf(subject('driver', 118), RANGE))).toEqual(seen)
    expect(await read(drivingPeriodsOf(subject('driver', 118), RANGE))).toEqual(periods)
    expect(await read(pathOf(subject('driver', 118), { ...RANGE, startDate: '2026-11-15' }))).toBeUndefined()
  })
})
