import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { motiveTelematics } from '#server/providers/telematics/motive/motive-telematics.ts'
import type { PeriodsRequest } from '#server/providers/telematics/telematics.ts'
import { type FakeMotive, fakeMotive } from '#tests/support/yard/fake-motive.ts'
import { HASTE, responding } from '#tests/support/yard/fake-vendor.ts'
import { aPeriod } from '#tests/support/yard/motive-records.ts'

const NOW = new Date('2026-11-21T18:00:00Z')

let motive: FakeMotive
beforeEach(async () => {
  motive = await fakeMotive()
})
afterEach(() => motive.close())

const periods = (first: string, last: string, rest: Partial<PeriodsRequest> = {}) => {
  const { signal } = new AbortController()
  const request = { drivers: [], vehicles: [], first, last, signal, ...rest }
  return motiveTelematics(motive.access, HASTE, () => NOW).drivingPeriods(request)
}
const idsOf = async (first: string, last: string, rest?: Partial<PeriodsRequest>) =>
  (await periods(first, last, rest)).rows.map(({ id }) => id)
const rangesAsked = () =>
  motive.requests.map((url) => /start_date=([\d-]+)&end_date=([\d-]+)/.exec(url)?.slice(1).join(' ')).toSorted()

describe('a driving period', () => {
  test('contains driver, vehicle, origin, destination, distance and duration', async () => {
    motive.data.periods = [aPeriod(4_611_090_833, '2026-11-20T15:00:00Z')]
    expect(await periods('2026-11-20', '2026-11-20')).toEqual({
      rows: [
        {
          id: 4_611_090_833,
          start_time: '2026-11-20T15:00:00.000Z',
          end_time: '2026-11-20T15:47:25.000Z',
          status: 'complete',
          duration: 2845,
          distance: 42.2,
          driver: { id: 9_000_001, first_name: 'Sam', last_name: 'Field' },
          vehicle: { id: 8_000_001, number: '000011' },
          origin: '103 Synthetic St, City, MO 10003',
          origin_lat: 40.0011,
          origin_lon: -100.0011,
          destination: '104 Synthetic St, City, MO 10003',
          destination_lat: 40.0012,
          destination_lon: -100.0012,
        },
      ],
      skipped: 0,
    })
  })

  test('under way has no end, distance or destination, and may have no driver and no vehicle', async () => {
    const open = {
      end_time: null,
      status: 'in_progress',
      duration: 1234.567,
      distance: null,
      driver: null,
      vehicle: {},
    }
    const nowhere = { destination: '', destination_lat: null, destination_lon: null, origin_lat: 0, origin_lon: 0 }
    motive.data.periods = [aPeriod(1, '2026-11-21T17:00:00Z', { ...open, ...nowhere })]
    const { rows } = await periods('2026-11-21', '2026-11-21')
    expect(rows).toMatchObject([
      {
        end_time: null,
        status: 'in_progress',
        duration: 1234.567,
        distance: null,
        driver: null,
        vehicle: null,
        destination: '',
        destination_lat: null,
        destination_lon: null,
        origin_lat: null,
        origin_lon: null,
      },
    ])
  })

  test.each([
    ['42.2 mi', 42.2],
    ['1,204.5 mi', 1204.5],
    ['0 mi', 0],
    ['68 km', 42.3],
    ['100.0 km', 62.1],
    ['42.2', null],
    ['42.2 nm', null],
    ['-3 mi', null],
    ['99999999 mi', null],
    ['', null],
  ])('with the distance %o is this many miles long: %o', async (distance, miles) => {
    motive.data.periods = [aPeriod(1, '2026-11-20T15:00:00Z', { distance })]
    expect((await periods('2026-11-20', '2026-11-20')).rows[0]?.distance).toBe(miles)
  })

  test('without a valid duration lasts from its start to its end, or 0 without an end', async () => {
    motive.data.periods = [
      aPeriod(2, '2026-11-20T16:00:00Z', { duration: null }),
      aPeriod(1, '2026-11-20T15:00:00Z', { duration: -5, end_time: null }),
    ]
    expect((await periods('2026-11-20', '2026-11-20')).rows.map(({ duration }) => duration)).toEqual([2845, 0])
  })

  test('without a valid id or a start is left out and counted', async () => {
    motive.trouble(
      '/v1/driving_periods',
      responding({
        driving_periods: [null, { driving_period: { id: 1 } }, { driving_period: aPeriod(0, '2026-11-20T15:00:00Z') }],
        pagination: { total: 3 },
      }),
    )
    expect(await periods('2026-11-20', '2026-11-20')).toEqual({ rows: [], skipped: 3 })
  })
})

describe('a range of days', () => {
  test('is requested in ranges of at most thirty days and returned as one list, latest first', async () => {
    motive.data.periods = ['2026-07-01', '2026-08-15', '2026-09-30', '2026-10-31', '2026-11-20'].map((day, n) =>
      aPeriod(n + 1, `${day}T15:00:00Z`),
    )
    expect(await idsOf('2026-07-01', '2026-11-20')).toEqual([5, 4, 3, 2, 1])
    expect(rangesAsked()).toEqual([
      '2026-07-01 2026-07-30',
      '2026-07-31 2026-08-29',
      '2026-08-30 2026-09-28',
      '2026-09-29 2026-10-28',
      '2026-10-29 2026-11-21',
    ])
  })

  test('that is reversed is empty and sends no request', async () => {
    expect(await periods('2026-11-20', '2026-11-19')).toEqual({ rows: [], skipped: 0 })
    expect(motive.requests).toEqual([])
  })

  test('means company days: an evening’s drive belongs to that evening, though UTC already has the next day', async () => {
    motive.data.periods = [
      aPeriod(1, '2026-11-19T03:00:00Z'),
      aPeriod(2, '2026-11-20T02:00:00Z'),
      aPeriod(3, '2026-11-20T05:59:59Z'),
      aPeriod(4, '2026-11-20T06:00:00Z'),
    ]
    expect(await idsOf('2026-11-19', '2026-11-19')).toEqual([3, 2])
  })

  test('never requests future days', async () => {
    await periods('2026-11-20', '2026-11-21')
    expect(rangesAsked()).toEqual(['2026-11-20 2026-11-21'])
  })

  test('yields a repeated period once', async () => {
    const row = { driving_period: aPeriod(1, '2026-10-10T15:00:00Z') }
    motive.trouble('/v1/driving_periods', responding({ driving_periods: [row, row], pagination: { total: 2 } }))
    expect(await idsOf('2026-09-01', '2026-11-10')).toEqual([1])
    expect(motive.requests).toHaveLength(3)
  })

  test('yields the periods of all its pages', async () => {
    motive.data.periods = Array.from({ length: 230 }, (_, n) =>
      aPeriod(n + 1, new Date(Date.parse('2026-11-02T12:00:00Z') + n * 3_600_000).toISOString()),
    )
    const ids = await idsOf('2026-11-01', '2026-11-19')
    expect(ids).toHaveLength(230)
    expect(ids[0]).toBe(230)
  })

  test('is requested with at most ten requests at the same time', async () => {
    const gate = motive.hold()
    const patience = { ...HASTE, answerMs: 20_000 }
    const source = motiveTelematics(motive.access, patience, () => NOW)
    const { signal } = new AbortController()
    const periods = source.drivingPeriods({
      drivers: [],
      vehicles: [],
      first: '2025-01-01',
      last: '2026-11-20',
      signal,
    })
    await expect.poll(gate.waiting, { timeout: 10_000 }).toBe(10)
    gate.release()
    expect((await periods).rows).toEqual([])
    expect(motive.requests).toHaveLength(23)
    expect(motive.mostAtOnce()).toBe(10)
  })
})

describe('the filter by drivers and vehicles', () => {
  const by = (driver: number, vehicle: number) => ({ driver: { id: driver }, vehicle: { id: vehicle } })

  test('can be empty, or list drivers or vehicles', async () => {
    motive.data.periods = [
      aPeriod(1, '2026-11-20T10:00:00Z', by(51, 61)),
      aPeriod(2, '2026-11-20T11:00:00Z', by(52, 61)),
      aPeriod(3, '2026-11-20T12:00:00Z', by(53, 62)),
    ]
    expect(await idsOf('2026-11-20', '2026-11-20')).toEqual([3, 2, 1])
    expect(await idsOf('2026-11-20', '2026-11-20', { drivers: [51, 53] })).toEqual([3, 1])
    expect(await idsOf('2026-11-20', '2026-11-20', { vehicles: [61] })).toEqual([2, 1])
    expect(motive.requests).toEqual([
      '/v1/driving_periods?start_date=2026-11-20&end_date=2026-11-21&per_page=100&page_no=1',
      '/v1/driving_periods?start_date=2026-11-20&end_date=2026-11-21&driver_ids[]=51&driver_ids[]=53&per_page=100&page_no=1',
      '/v1/driving_periods?start_date=2026-11-20&end_date=2026-11-21&vehicle_ids[]=61&per_page=100&page_no=1',
    ])
  })

  test('can list the maximum number of drivers and vehicles without an address that is too long', async () => {
    const [drivers, vehicles] = [4_000_000, 5_000_000].map((first) => Array.from({ length: 100 }, (_, n) => first + n))
    expect(await idsOf('2026-11-20', '2026-11-20', { drivers: drivers ?? [], vehicles: vehicles ?? [] })).toEqual([])
    // Servers and proxies accept addresses of up to 8 KiB.
    for (const url of motive.requests) expect(encodeURI(url).length).toBeLessThan(8000)
  })
})
