import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, parkUnit } from '#tests/support/server/company.ts'
import { fuelUnit, payToll, rollUnit } from '#tests/support/yard/figures.ts'

const CLIENT_ID = '019af3b0-0000-7000-8000-00000000aa01'

let site: TestApp
/** May only view trucks. */
let trucker: Caller
/** May only view trailers. */
let yard: Caller

beforeAll(async () => {
  site = await testApp()
  const { db } = site
  trucker = await site.as(await hire(db, { view: ['trucks'] }))
  yard = await site.as(await hire(db, { view: ['trailers'] }))
  await parkUnit(db, '1002')
  await parkUnit(db, '1001')
  await parkUnit(db, 'TL-1001', { kind: 'trailer' })
  await db.query('test.device_name', 'update units set client_id = $2::uuid, miles_driven = 412345.678 where id = $1', [
    '1001',
    CLIENT_ID,
  ])
  // Today is 2026-11-21.
  for (const [date, amount] of [
    ['2026-11-21', 410.5],
    ['2026-11-15', 300.25],
    ['2026-11-14', 200],
    ['2026-11-22', 999],
    ['2026-09-27', 50],
    ['2026-09-26', 70],
  ] as const) {
    await fuelUnit(db, '1001', date, amount)
    await payToll(db, { unit: '1001', date, amount: amount / 10 })
    await rollUnit(db, '1001', date, amount * 2)
  }
  await rollUnit(db, 'TL-1001', '2026-11-20', 640.5)
  await fuelUnit(db, 'TL-1001', '2026-11-20', 88.2)
})
afterAll(() => site.close())

const weeksOf = async (query = '', unit = '1001') =>
  (await trucker('GET', `/api/trucks/${unit}/additional-info/${query}`)).body
const periods = (rows: { startDate: string; endDate: string; week: number }[]) =>
  rows.map(({ startDate, endDate, week }) => [startDate, endDate, week])

describe('the weeks of a truck', () => {
  test('are eight, each with tolls, fuel and miles; the last is today alone, and the third last begins 14 days back', async () => {
    const weeks = await weeksOf()
    expect(weeks).toHaveLength(8)
    expect(weeks.at(-1)).toEqual({
      id: '1001',
      startDate: '2026-11-21',
      endDate: '2026-11-21',
      week: 0,
      fuel_expenses: 410.5,
      tolls_expenses: 41.05,
      miles_driven: 821,
    })
    expect(weeks.at(-2)).toMatchObject({ startDate: '2026-11-14', endDate: '2026-11-20', fuel_expenses: 500.25 })
    expect(weeks.at(-3)).toMatchObject({ startDate: '2026-11-07', endDate: '2026-11-13', week: -2 })
    expect(weeks[0]).toMatchObject({ startDate: '2026-10-03', fuel_expenses: 0 })
    expect(weeks[3]).toMatchObject({ fuel_expenses: 0, tolls_expenses: 0, miles_driven: 0 })
  })

  test('end today in Chicago, not in UTC', async () => {
    site.clock.now = new Date('2026-11-22T04:00:00Z')
    const late = await site.as(await hire(site.db, { view: ['trucks'] }))
    const { body } = await late('GET', '/api/trucks/1001/additional-info/')
    site.clock.now = NOW
    expect(body.at(-1)).toMatchObject({ endDate: '2026-11-21', week: 0 })
  })

  test('begin with the first requested day and include both ends; the last may be shorter', async () => {
    const weeks = await weeksOf('?date_after=2026-11-14&date_before=2026-11-22')
    expect(periods(weeks)).toEqual([
      ['2026-11-14', '2026-11-20', -1],
      ['2026-11-21', '2026-11-22', 0],
    ])
    expect(weeks.map((week: { tolls_expenses: number }) => week.tolls_expenses)).toEqual([50.03, 140.95])
    expect((await weeksOf('?date_before=2026-11-14')).at(-1)).toMatchObject({ startDate: '2026-11-08', week: -2 })
    expect((await weeksOf('?date_after=2026-09-01')).at(-1).endDate).toBe('2026-10-26')
  })

  test('are found by the client id of the truck, in upper or lower case', async () => {
    for (const name of [CLIENT_ID, CLIENT_ID.toUpperCase()]) {
      expect(await weeksOf('', name), name).toEqual(await weeksOf())
    }
  })

  test('of all trucks are the same as those of each truck, on pages by id, without trailers', async () => {
    const { body } = await trucker('GET', '/api/trucks/weeks/?limit=1')
    expect(body).toMatchObject({ count: 2, results: [{ id: '1001' }] })
    expect(body.results[0].weeks).toEqual(await weeksOf())
    const rest = await trucker('GET', body.next)
    expect(rest.body).toMatchObject({ next: null, results: [{ id: '1002' }] })
    expect(rest.body.results[0].weeks).toHaveLength(8)
    const range = 'date_after=2026-11-14&date_before=2026-11-22'
    expect((await trucker('GET', `/api/trucks/weeks/?${range}`)).body.results[0].weeks).toEqual(
      await weeksOf(`?${range}`),
    )
  })
})

test('a trailer has weeks of its own, with the fuel of its cooling unit', async () => {
  const { body } = await yard('GET', '/api/trailers/TL-1001/additional-info/')
  expect(body.at(-2)).toMatchObject({ id: 'TL-1001', fuel_expenses: 88.2, tolls_expenses: 0, miles_driven: 640.5 })
  const listed = await yard('GET', '/api/trailers/weeks/')
  expect(listed.body).toMatchObject({ count: 1, results: [{ id: 'TL-1001' }] })
  expect(listed.body.results[0].weeks).toEqual(body)
})

test('an odometer has three decimals, and is shown to users who view units or edit maintenance', async () => {
  const mechanic = await site.as(await hire(site.db, { edit: ['maintenance'] }))
  for (const caller of [trucker, mechanic]) {
    expect((await caller('GET', '/api/trucks/1001/miles-driven/')).body).toEqual({ miles_driven: 412345.678 })
  }
  expect((await mechanic('GET', '/api/trailers/TL-1001/miles-driven/')).body).toEqual({ miles_driven: 0 })
})

test('the figures of a unit that does not exist, or is of the other kind, are a 404', async () => {
  const ruth = await site.as(await hire(site.db, { role: 'administrator' }))
  for (const path of [
    '/api/trucks/TL-1001',
    '/api/trucks/1003',
    '/api/trucks/019af3b0-0000-7000-8000-00000000aa02',
    '/api/trailers/1001',
    `/api/trailers/${CLIENT_ID}`,
  ]) {
    for (const call of ['additional-info', 'miles-driven']) {
      expect((await ruth('GET', `${path}/${call}/`)).status, `${path}/${call}`).toBe(404)
    }
  }
})

test('a reversed or too long range of weeks is refused', async () => {
  for (const range of [
    'date_after=2026-11-02&date_before=2026-11-01',
    'date_after=2026-01-01&date_before=2027-01-02',
  ]) {
    for (const path of ['/api/trucks/1001/additional-info/', '/api/trucks/weeks/']) {
      expect(await trucker('GET', `${path}?${range}`)).toMatchObject({
        status: 400,
        body: { date_before: [expect.any(String)] },
      })
    }
  }
})
