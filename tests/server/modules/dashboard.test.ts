import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeStatistics } from '#server/modules/dashboard/dashboard-service.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver, parkUnit } from '#tests/support/server/company.ts'
import { buyFuel, earn, payToll } from '#tests/support/yard/figures.ts'

let site: TestApp
let ruth: Caller
let ann: number

/** The Sunday before this week's: NOW is Saturday 2026-11-21, so this week began on the 15th. */
const LAST_SUNDAY = new Date('2026-11-08T06:00:00Z')

beforeAll(async () => {
  site = await testApp()
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
  ann = await hireDispatcher(site.db)
  await hireDispatcher(site.db, { status: 'on_vacation' })
})
beforeEach(async () => {
  site.clock.now = NOW
  await site.db.query('test.no_weeks', 'delete from statistic_weeks')
})
afterAll(() => site.close())

const dashboard = async () => (await ruth('GET', '/api/dashboard/')).body
const week = (day: string) => ruth('GET', `/api/dashboard/statistic_weeks/${day}/`)

describe('the dashboard', () => {
  test('counts drivers and dispatchers by status, and all workers and units, at the time of the request', async () => {
    await hireDriver(site.db, { status: 'on_the_road' })
    await hireDriver(site.db, { status: 'on_the_road' })
    await hireDriver(site.db, { status: 'detention__layover' })
    await parkUnit(site.db, '1042')
    await parkUnit(site.db, 'TL-1001', { kind: 'trailer' })
    const { drivers_by_status, dispatchers_by_status, statistics } = await dashboard()
    expect(drivers_by_status).toEqual({
      total: 3,
      on_the_road: 2,
      safety_orientation: 0,
      firing_process: 0,
      on_vacation: 0,
      detention__layover: 1,
    })
    expect(dispatchers_by_status).toEqual({ total: 2, working: 1, dissmissed: 0, on_vacation: 1 })
    expect(statistics).toEqual({
      total_workers: { current: '6', difference: '0' },
      total_trucks: { current: '1', difference: '0' },
      total_trailers: { current: '1', difference: '0' },
      detention_drivers_count: 1,
    })
  })

  test('does not count former drivers', async () => {
    const gone = await hireDriver(site.db)
    const { total } = (await dashboard()).drivers_by_status
    await site.db.query('test.gone', 'update drivers set is_current = false where id = $1', [gone])
    expect((await dashboard()).drivers_by_status.total).toBe(total - 1)
  })

  test('compares the counts with those of the Sunday before this week’s, with a sign', async () => {
    await storeStatistics(site.db, LAST_SUNDAY)
    await parkUnit(site.db, '1043')
    await parkUnit(site.db, '1044')
    await site.db.query('test.sold', `delete from units where id = 'TL-1001'`)
    const { statistics, earliest_statistic_date } = await dashboard()
    expect(earliest_statistic_date).toBe('2026-11-08')
    expect(statistics.total_trucks).toEqual({ current: '3', difference: '+2' })
    expect(statistics.total_trailers).toEqual({ current: '0', difference: '-1' })
    expect(statistics.total_workers.difference).toBe('0')
  })

  test('contains drivers by status of the stored weeks, at most 26, earliest first', async () => {
    expect((await dashboard()).drivers_by_week).toEqual([])
    expect((await dashboard()).earliest_statistic_date).toBeNull()
    await storeStatistics(site.db, new Date('2026-03-08T12:00:00Z'))
    await storeStatistics(site.db, NOW)
    const { drivers_by_week, earliest_statistic_date } = await dashboard()
    expect(earliest_statistic_date).toBe('2026-03-08')
    expect(drivers_by_week).toHaveLength(26)
    expect(drivers_by_week[0].sunday).toBe('2026-05-24')
    expect(drivers_by_week[25]).toMatchObject({ sunday: '2026-11-15', total: expect.any(Number), on_the_road: 2 })
  })

  test('contains tolls, fuel and revenue of 26 weeks that begin on Sunday, without future days', async () => {
    const driver = await hireDriver(site.db)
    await payToll(site.db, { unit: '1042', date: '2026-11-14', amount: 10.25 })
    await payToll(site.db, { unit: '1042', date: '2026-11-15', amount: 20.5 })
    await buyFuel(site.db, driver, '2026-05-24', 30)
    await buyFuel(site.db, driver, '2026-05-23', 7)
    await earn(site.db, { driver, dispatcher: ann, date: '2026-11-21', amount: 400 })
    await earn(site.db, { driver, dispatcher: ann, date: '2026-11-22', amount: 9000 })
    const { money_by_week } = await dashboard()
    expect(money_by_week).toHaveLength(26)
    expect(money_by_week[0]).toEqual({ sunday: '2026-05-24', tolls: 0, fuel: 30, revenue: 0 })
    expect(money_by_week[24]).toEqual({ sunday: '2026-11-08', tolls: 10.25, fuel: 0, revenue: 0 })
    expect(money_by_week[25]).toEqual({ sunday: '2026-11-15', tolls: 20.5, fuel: 0, revenue: 400 })
  })

  test('uses the current day in Chicago, not in UTC', async () => {
    // Saturday evening in Chicago, Sunday in UTC.
    site.clock.now = new Date('2026-11-22T03:00:00Z')
    ruth = await site.as(await hire(site.db, { role: 'administrator' }))
    expect((await dashboard()).money_by_week[25].sunday).toBe('2026-11-15')
    site.clock.now = new Date('2026-11-22T06:00:00Z')
    ruth = await site.as(await hire(site.db, { role: 'administrator' }))
    expect((await dashboard()).money_by_week[25].sunday).toBe('2026-11-22')
  })
})

describe('the statistics of a week', () => {
  test('are those stored on that Sunday, compared with the Sunday before', async () => {
    await storeStatistics(site.db, new Date('2026-11-01T12:00:00Z'))
    await parkUnit(site.db, '1045')
    await storeStatistics(site.db, LAST_SUNDAY)
    await parkUnit(site.db, '1046')
    const { status, body } = await week('2026-11-08')
    expect(status).toBe(200)
    expect(body.total_trucks).toEqual({ current: '4', difference: '+1' })
    expect((await week('2026-11-01')).body.total_trucks).toEqual({ current: '3', difference: '0' })
  })

  test('return 404 with a user-visible text for a day without statistics', async () => {
    await storeStatistics(site.db, LAST_SUNDAY)
    for (const day of ['2026-11-15', '2026-11-09', '1999-01-03', '2030-01-06']) {
      const { status, body } = await week(day)
      expect([day, status, body]).toEqual([
        day,
        404,
        { detail: "There's no information about statistics on such a day" },
      ])
    }
  })

  test('return 400 with an error for “day” when the day is invalid', async () => {
    for (const day of ['2026-13-01', '2026-02-30', 'yesterday', '2026-11-8', '9'.repeat(90)]) {
      const { status, body } = await week(day)
      expect([day, status, Object.keys(body)]).toEqual([day, 400, ['day']])
    }
  })
})

describe('gross revenue by dates', () => {
  let driver: number
  beforeEach(async () => {
    await site.db.query('test.no_revenue', 'delete from gross_revenue')
    driver = await hireDriver(site.db)
    for (const [date, amount] of [
      ['2026-11-14', 7],
      ['2026-11-15', 100.5],
      ['2026-11-21', 400],
      ['2026-11-22', 9000],
    ] as const) {
      await earn(site.db, { driver, dispatcher: ann, date, amount })
    }
  })

  test('covers the seven days that end today by default, newest first, with the total of the whole range', async () => {
    const { body } = await ruth('GET', '/api/gross_revenue/revenue_by_dates/?limit=1')
    expect(body).toMatchObject({ count: 2, total: 500.5 })
    expect(body.results).toEqual([{ id: expect.any(Number), date: '2026-11-21', dispatcher: ann, driver, amount: 400 }])
    const next = await ruth('GET', body.next)
    expect(next.body.results).toMatchObject([{ date: '2026-11-15', amount: 100.5 }])
    expect(next.body.next).toBeNull()
  })

  test('covers the requested range; a reversed or too long range is refused', async () => {
    const fetchRange = (from: string, to: string) =>
      ruth('GET', `/api/gross_revenue/revenue_by_dates/?date_after=${from}&date_before=${to}&limit=100`)
    expect((await fetchRange('2026-11-22', '2026-11-22')).body).toMatchObject({ count: 1, total: 9000 })
    expect((await fetchRange('2026-11-22', '2026-11-21')).status).toBe(400)
    expect((await fetchRange('2026-11-22', '2026-11-21')).body).toHaveProperty('date_before')
    expect((await fetchRange('2024-01-01', '2026-11-21')).status).toBe(400)
  })
})
