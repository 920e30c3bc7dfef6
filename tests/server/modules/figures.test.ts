import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'
import { buyFuel, driveMiles, earn } from '#tests/support/yard/figures.ts'

let site: TestApp
let ruth: Caller
/** May view drivers, but is not an administrator. */
let viewer: Caller
let ann: number
let terrence: number
let idle: number

beforeAll(async () => {
  site = await testApp()
  const { db } = site
  ruth = await site.as(await hire(db, { role: 'administrator' }))
  viewer = await site.as(await hire(db, { view: ['drivers'] }))
  ann = await hireDispatcher(db)
  terrence = await hireDriver(db, { dispatcher: ann, first_name: 'Terrence', last_name: 'Boone' })
  idle = await hireDriver(db, { first_name: 'Nadia', last_name: 'Brandt' })
  await db.query('test.pfj', 'update drivers set pilot_flying_j_driver = 4402100 where id = $1', [terrence])
  // Today is 2026-11-21.
  for (const [date, amount] of [
    ['2026-11-21', 410.5],
    ['2026-11-15', 300.25],
    ['2026-11-14', 200],
    ['2026-11-22', 999],
    ['2026-09-27', 50],
    ['2026-09-26', 70],
  ] as const) {
    await buyFuel(db, terrence, date, amount)
    await driveMiles(db, terrence, date, amount)
    await earn(db, { driver: terrence, dispatcher: ann, date, amount: amount * 10 })
  }
  await buyFuel(db, idle, '2026-11-20', 80)
})
afterAll(() => site.close())

const weeksOf = async (query = '', as = viewer) =>
  (await as('GET', `/api/drivers/${terrence}/additional-info/${query}`)).body
const weekBounds = (rows: { startDate: string; endDate: string; week: number }[]) =>
  rows.map(({ startDate, endDate, week }) => [startDate, endDate, week])

describe('the weeks of a driver', () => {
  test('are the eight that end today, and the last of them is number -1', async () => {
    const weeks = await weeksOf()
    expect(weeks).toHaveLength(8)
    expect(weekBounds(weeks).slice(0, 1)).toEqual([['2026-09-27', '2026-10-03', -8]])
    expect(weeks.at(-1)).toEqual({
      id: terrence,
      startDate: '2026-11-15',
      endDate: '2026-11-21',
      week: -1,
      fuel_expenses: 710.75,
      miles_driven: 710.75,
    })
    expect(weeks[0]).toMatchObject({ fuel_expenses: 50, miles_driven: 50 })
    expect(weeks[3]).toMatchObject({ fuel_expenses: 0, miles_driven: 0 })
  })

  test('end on the current day in Chicago, not in UTC', async () => {
    site.clock.now = new Date('2026-11-22T04:00:00Z')
    const late = await site.as(await hire(site.db, { view: ['drivers'] }))
    const weeks = await weeksOf('', late)
    site.clock.now = NOW
    expect(weeks.at(-1)).toMatchObject({ endDate: '2026-11-21', week: -1 })
  })

  test('begin with the first requested day; the last week may be shorter', async () => {
    const weeks = await weeksOf('?additional_data_date_from=2026-11-14&additional_data_date_to=2026-11-22')
    expect(weekBounds(weeks)).toEqual([
      ['2026-11-14', '2026-11-20', -1],
      ['2026-11-21', '2026-11-22', 0],
    ])
    expect(weeks.map((week: { fuel_expenses: number }) => week.fuel_expenses)).toEqual([500.25, 1409.5])
    expect(
      weekBounds(await weeksOf('?additional_data_date_from=2026-11-23&additional_data_date_to=2026-11-23')),
    ).toEqual([['2026-11-23', '2026-11-23', 0]])
    expect(await weeksOf('?additional_data_date_from=2026-01-01&additional_data_date_to=2027-01-01')).toHaveLength(53)
  })

  test('are eight when only one end of the range is given', async () => {
    const from = await weeksOf('?additional_data_date_from=2026-09-01')
    expect(weekBounds(from)).toHaveLength(8)
    expect(from.at(-1).endDate).toBe('2026-10-26')
    const to = await weeksOf('?additional_data_date_to=2026-11-14')
    expect(to).toHaveLength(8)
    expect(to.at(-1)).toMatchObject({ startDate: '2026-11-08', week: -2, fuel_expenses: 200 })
  })

  test('contain the income for administrators only', async () => {
    expect((await weeksOf('', ruth)).at(-1)).toMatchObject({ income: 7107.5, fuel_expenses: 710.75 })
    for (const week of await weeksOf()) expect(week).not.toHaveProperty('income')
    const listed = (await viewer('GET', '/api/drivers/weeks/')).body.results
    for (const week of listed[0].weeks) expect(week).not.toHaveProperty('income')
  })

  test('of all drivers equal those of each driver, on pages ordered by id', async () => {
    const { body } = await ruth('GET', '/api/drivers/weeks/?limit=1')
    expect(body).toMatchObject({ count: 2, results: [{ id: terrence }] })
    expect(body.results[0].weeks).toEqual(await weeksOf('', ruth))
    const rest = await ruth('GET', body.next)
    expect(rest.body).toMatchObject({ next: null, results: [{ id: idle }] })
    expect(rest.body.results[0].weeks.at(-1)).toMatchObject({ fuel_expenses: 80, miles_driven: 0, income: 0 })
    const range = 'additional_data_date_from=2026-11-14&additional_data_date_to=2026-11-22'
    const ranged = await ruth('GET', `/api/drivers/weeks/?${range}`)
    expect(ranged.body.results[0].weeks).toEqual(await weeksOf(`?${range}`, ruth))
  })

  test('return 404 for an unknown or former driver, and 400 for an invalid range', async () => {
    const former = await hireDriver(site.db)
    await site.db.query('test.former', 'update drivers set is_current = false where id = $1', [former])
    for (const id of [former, '999999999999999', '019af3b0-0000-7000-8000-000000000001']) {
      expect((await ruth('GET', `/api/drivers/${id}/additional-info/`)).status).toBe(404)
    }
    expect((await ruth('GET', '/api/drivers/weeks/')).body.count).toBe(2)
    for (const range of [
      'additional_data_date_from=2026-11-02&additional_data_date_to=2026-11-01',
      'additional_data_date_from=2026-01-01&additional_data_date_to=2027-01-02',
    ]) {
      for (const path of [`/api/drivers/${terrence}/additional-info/`, '/api/drivers/weeks/']) {
        expect(await ruth('GET', `${path}?${range}`)).toMatchObject({
          status: 400,
          body: { additional_data_date_to: [expect.any(String)] },
        })
      }
    }
  })
})

describe('the gross revenue of a dispatcher', () => {
  const path = () => `/api/dispatchers/${ann}/gross_revenue/`

  test('is listed newest first, with the total of the whole range on each page', async () => {
    const first = await ruth('GET', `${path()}?limit=2`)
    expect(first.body).toMatchObject({ count: 4, total: 9607.5 })
    expect(first.body.results).toEqual([
      { id: expect.any(Number), date: '2026-11-21', dispatcher: ann, driver: terrence, amount: 4105 },
      { id: expect.any(Number), date: '2026-11-15', dispatcher: ann, driver: terrence, amount: 3002.5 },
    ])
    const second = await ruth('GET', first.body.next)
    expect(second.body).toMatchObject({ count: 4, total: 9607.5, next: null })
    expect(second.body.results.map((one: { date: string }) => one.date)).toEqual(['2026-11-14', '2026-09-27'])
    const range = 'gross_revenue_date_after=2026-11-22&gross_revenue_date_before=2026-11-22'
    expect((await ruth('GET', `${path()}?${range}`)).body).toMatchObject({ count: 1, total: 9990 })
    expect((await ruth('GET', `${path()}?gross_revenue_date_before=2026-01-01`)).body).toMatchObject({
      count: 0,
      total: 0,
      results: [],
    })
  })

  test('is available by weeks too', async () => {
    const { body } = await ruth('GET', '/api/dispatchers/weeks/')
    expect(body.count).toBe(1)
    expect(body.results[0].id).toBe(ann)
    expect(body.results[0].weeks).toHaveLength(8)
    expect(body.results[0].weeks.at(-1)).toEqual({
      startDate: '2026-11-15',
      endDate: '2026-11-21',
      week: -1,
      income: 7107.5,
    })
  })

  test('returns 404 for an unknown or former dispatcher, and 400 for a reversed range', async () => {
    const former = await hireDispatcher(site.db)
    await earn(site.db, { driver: terrence, dispatcher: former, date: '2026-11-21', amount: 1 })
    await site.db.query('test.former_dispatcher', 'update dispatchers set is_current = false where id = $1', [former])
    for (const id of [former, 999_999]) {
      expect((await ruth('GET', `/api/dispatchers/${id}/gross_revenue/`)).status).toBe(404)
    }
    const reversed = 'gross_revenue_date_after=2026-11-02&gross_revenue_date_before=2026-11-01'
    for (const one of [path(), '/api/dispatchers/weeks/']) {
      expect(await ruth('GET', `${one}?${reversed}`)).toMatchObject({
        status: 400,
        body: { gross_revenue_date_before: [expect.any(String)] },
      })
    }
  })
})

describe('the fuel network', () => {
  const spent = (query: string) => viewer('GET', `/api/pilot_flying_j/fuel_transactions/fuel-expenses/?${query}`)

  test('lists its drivers by name, each id once', async () => {
    const [twin, other] = [
      await hireDriver(site.db),
      await hireDriver(site.db, { first_name: 'Ada', last_name: 'Zink' }),
    ]
    const give = (id: number, network: number) =>
      site.db.query('test.network', 'update drivers set pilot_flying_j_driver = $2 where id = $1', [id, network])
    // Two drivers may still share an id that was set before ids had to be unique.
    await site.db.query('test.shared', 'update drivers set fuel_id_is_shared = true where id = $1', [terrence])
    await give(twin, 4402100)
    await give(other, 4402113)
    const { body } = await viewer('GET', '/api/pilot_flying_j/drivers/?limit=1')
    expect(body).toMatchObject({ count: 2, results: [{ pfj_id: 4402113, name: 'Ada Zink' }] })
    const rest = await viewer('GET', body.next)
    expect(rest.body).toMatchObject({ next: null, results: [{ pfj_id: 4402100, name: 'Terrence Boone' }] })
  })

  test('sums the expenses in a range, of some drivers or all', async () => {
    const range = 'date_after=2026-11-15&date_before=2026-11-21'
    expect((await spent(range)).body).toEqual({ total: 790.75 })
    expect((await spent(`${range}&driver_ids=4402100,7`)).body).toEqual({ total: 710.75 })
    expect((await spent(`${range}&driver_ids=7`)).body).toEqual({ total: 0 })
  })

  test('refuses invalid ranges and invalid ids', async () => {
    const refused: [string, string][] = [
      ['date_after=2026-11-15', 'date_before'],
      ['date_after=2026-11-15&date_before=2026-11-14', 'date_before'],
      ['date_after=2025-11-15&date_before=2026-11-16', 'date_before'],
      ['date_after=2026-11-15&date_before=2026-11-15&driver_ids=1,,2', 'driver_ids'],
    ]
    for (const [query, field] of refused) {
      expect(await spent(query), query).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
    }
  })
})
