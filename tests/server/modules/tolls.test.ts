import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, parkUnit, setIdentifiers } from '#tests/support/server/company.ts'
import { fuelUnit, payToll } from '#tests/support/yard/figures.ts'

let site: TestApp
let ruth: Caller

beforeAll(async () => {
  site = await testApp()
  const { db } = site
  ruth = await site.as(await hire(db, { role: 'administrator' }))
  for (const id of ['1001', '1002', '1003', '1004']) await parkUnit(db, id)
  await parkUnit(db, 'TL-1001', { kind: 'trailer' })
  await setIdentifiers(db, '1001', { plate: 'P 482-100', transponder: '00700 2410300', number: '1001' })
  await setIdentifiers(db, '1002', { number: 'A-7' })
  await setIdentifiers(db, '1003', { plate: 'P482106' })
})
beforeEach(() => site.db.query('test.no_tolls', 'delete from toll_transactions'))
afterAll(() => site.close())

const payAll = async () => {
  const { db } = site
  await payToll(db, { unit: '1001', date: '2026-11-15', amount: 24.12 })
  await payToll(db, { unit: '1001', date: '2026-11-21', amount: 57.5 })
  await payToll(db, { unit: '1001', date: '2026-11-22', amount: 1000 })
  await payToll(db, { unit: '1002', date: '2026-11-18', amount: 10 })
  await payToll(db, { unit: '1003', date: '2026-11-18', amount: -3.12 })
  await payToll(db, { unit: null, date: '2026-11-19', amount: 5, plate: 'NOBODY' })
}
const spentBy = async (vehicles?: unknown, range = { FromDate: '2026-11-15', ToDate: '2026-11-21' }) =>
  (await ruth('POST', '/api/bestpass/toll_expenses/', { body: { ...range, vehicles } })).body

describe('vehicles', () => {
  test('are the trucks with a plate, a transponder or a number, by id', async () => {
    const trucker = await site.as(await hire(site.db, { edit: ['trucks'] }))
    const { body } = await trucker('GET', '/api/bestpass/vehicles/?limit=2')
    expect(body).toMatchObject({
      count: 3,
      results: [
        { Plate: 'P 482-100', TransponderId: '00700 2410300', UnitNumber: '1001' },
        { Plate: '', TransponderId: '', UnitNumber: 'A-7' },
      ],
    })
    const rest = await trucker('GET', body.next)
    expect(rest.body).toMatchObject({ next: null, results: [{ Plate: 'P482106', TransponderId: '', UnitNumber: '' }] })
  })
})

test('vehicles are all in one response when no limit is requested', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => `7${100 + at}`)
  for (const id of ids) {
    await parkUnit(site.db, id)
    await setIdentifiers(site.db, id, { number: id })
  }
  const { body } = await ruth('GET', '/api/bestpass/vehicles/')
  expect(body).toMatchObject({ next: null, count: 63 })
  expect(body.results).toHaveLength(63)
})

describe('toll expenses', () => {
  test('of all vehicles are the payments from the first to the last day, minus credits, with or without an owner', async () => {
    await payAll()
    for (const all of [undefined, null]) expect(await spentBy(all)).toEqual({ amount: 93.5 })
    expect(await spentBy(undefined, { FromDate: '2026-11-22', ToDate: '2026-11-22' })).toEqual({ amount: 1000 })
    expect(await spentBy(undefined, { FromDate: '2026-11-23', ToDate: '2026-11-30' })).toEqual({ amount: 0 })
  })

  test('of an empty choice of vehicles are zero', async () => {
    await payAll()
    expect(await spentBy([])).toEqual({ amount: 0 })
  })

  test('of a vehicle are found by its transponder, plate or number, in any spelling', async () => {
    await payAll()
    const none = { Plate: '', TransponderId: '', UnitNumber: '' }
    for (const [vehicle, amount] of [
      [{ ...none, TransponderId: '007002410300' }, 81.62],
      [{ ...none, Plate: 'p482100' }, 81.62],
      [{ UnitNumber: '1001' }, 81.62],
      [{ Plate: null, TransponderId: null, UnitNumber: 'a 7' }, 10],
      [{ ...none, Plate: 'P482106' }, -3.12],
      [{ ...none, UnitNumber: '1003' }, 0],
      [none, 0],
    ] as const) {
      expect(await spentBy([vehicle]), JSON.stringify(vehicle)).toEqual({ amount })
    }
  })

  test('of several vehicles count each truck once', async () => {
    await payAll()
    const first = { Plate: 'P482100', TransponderId: '', UnitNumber: '' }
    const again = { Plate: '', TransponderId: '', UnitNumber: '1001' }
    expect(await spentBy([first, again, { UnitNumber: 'A-7' }, { UnitNumber: 'nobody’s' }])).toEqual({ amount: 91.62 })
  })

  test('of a vehicle whose codes belong to different trucks are those of the transponder’s truck', async () => {
    await payAll()
    expect(await spentBy([{ TransponderId: '007002410300', Plate: 'P482106', UnitNumber: 'A-7' }])).toEqual({
      amount: 81.62,
    })
  })

  test('follow every row that is changed, moved to another day, matched or deleted', async () => {
    await payAll()
    const change = (name: string, text: string) => site.db.query(`test.${name}`, text)
    await change('raise', `update toll_transactions set amount = amount + 1 where unit_id = '1001'`)
    expect(await spentBy()).toEqual({ amount: 95.5 })
    await change('move', `update toll_transactions set date = '2026-11-20' where date = '2026-11-22'`)
    expect(await spentBy()).toEqual({ amount: 1096.5 })
    await change('match', `update toll_transactions set unit_id = '1003' where unit_id is null`)
    expect(await spentBy()).toEqual({ amount: 1096.5 })
    await change('go', `delete from toll_transactions where unit_id = '1001'`)
    expect(await spentBy()).toEqual({ amount: 11.88 })
    await change('go_all', 'delete from toll_transactions')
    expect(await spentBy()).toEqual({ amount: 0 })
  })

  test('change nothing and need no key: another request with the same key is answered', async () => {
    const headers = { 'idempotency-key': '"019af3b0-0000-7000-8000-00000000cc01"' }
    const ask = (ToDate: string) =>
      ruth('POST', '/api/bestpass/toll_expenses/', { body: { FromDate: '2026-11-15', ToDate }, headers })
    expect([(await ask('2026-11-21')).status, (await ask('2026-11-22')).status]).toEqual([200, 200])
    expect(await site.db.query('test.keys', 'select 1 from idempotency')).toEqual([])
  })

  test('of an invalid range or of invalid vehicles are refused with an error at the field', async () => {
    for (const [body, field] of [
      [{ FromDate: '2026-11-21', ToDate: '2026-11-20' }, 'ToDate'],
      [{ FromDate: '2025-11-20', ToDate: '2026-11-21' }, 'ToDate'],
      [{ FromDate: '2026-11-21' }, 'ToDate'],
      [{ FromDate: '2026-02-30', ToDate: '2026-11-21' }, 'FromDate'],
      [{ FromDate: '2026-11-20', ToDate: '2026-11-21', vehicles: [7] }, 'vehicles'],
      [{ FromDate: '2026-11-20', ToDate: '2026-11-21', vehicles: [{ Plate: 'x'.repeat(65) }] }, 'vehicles'],
    ] as const) {
      const answer = await ruth('POST', '/api/bestpass/toll_expenses/', { body })
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { [field]: expect.anything() } })
    }
  })
})

test('the fuel expenses of all units follow added and deleted rows', async () => {
  const range = 'date_after=2026-11-15&date_before=2026-11-21'
  const total = async () =>
    (await ruth('GET', `/api/pilot_flying_j/fuel_transactions/fuel-expenses/?${range}`)).body.total
  await fuelUnit(site.db, 'TL-1001', '2026-11-16', 88.2)
  await fuelUnit(site.db, '1001', '2026-11-17', 400)
  expect(await total()).toBe(488.2)
  await site.db.query('test.no_fuel', `delete from fuel_transactions where unit_id = '1001'`)
  expect(await total()).toBe(88.2)
})

test('a user who may view only trailers sees how old the figures are', async () => {
  const viewer = await site.as(await hire(site.db, { view: ['trailers'] }))
  expect((await viewer('GET', '/api/expense-feeds/')).body).toEqual([])
  await site.db.query(
    'test.feeds',
    `insert into expense_feeds (kind, vendor, synced_to, tried_at, succeeded_at, failure) values
       ('fuel', 'pilot', null, '2026-11-21T10:00:00Z', null, 'The vendor does not accept the key.'),
       ('tolls', 'bestpass', '2026-11-20', '2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z', null)`,
  )
  expect((await viewer('GET', '/api/expense-feeds/')).body).toEqual([
    {
      kind: 'tolls',
      vendor: 'bestpass',
      synced_to: '2026-11-20',
      tried_at: '2026-11-21T09:00:00.000000Z',
      succeeded_at: '2026-11-21T09:00:00.000000Z',
      failure: null,
    },
    {
      kind: 'fuel',
      vendor: 'pilot',
      synced_to: null,
      tried_at: '2026-11-21T10:00:00.000000Z',
      succeeded_at: null,
      failure: 'The vendor does not accept the key.',
    },
  ])
})
