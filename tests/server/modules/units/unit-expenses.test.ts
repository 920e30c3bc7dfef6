import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storePositions } from '#server/modules/telematics/poll-service.ts'
import { anAsset } from '#tests/support/builders/a-telematics.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver, parkUnit, setClientId } from '#tests/support/server/company.ts'
import { fuelUnit, payToll } from '#tests/support/yard/figures.ts'

const CLIENT_ID = '0199a0e0-0000-7000-8000-000000000001'
let site: TestApp
let maria: Caller
let terrence: number
let ann: number

beforeAll(async () => {
  site = await testApp()
  const { db } = site
  maria = await site.as(await hire(db, { view: ['trucks', 'trailers'], edit: ['trucks', 'trailers'] }))
  ann = await hireDispatcher(db, { first_name: 'Ann', last_name: 'Example' })
  terrence = await hireDriver(db, { first_name: 'Terrence', last_name: 'Boone', dispatcher: ann })
  await assignUnit(db, terrence, 'truck', '1042')
  await parkUnit(db, '1043')
  await parkUnit(db, 'TL-1', { kind: 'trailer' })
  await db.query('test.led', 'update units set dispatcher_id = $1 where id = $2', [ann, '1042'])
  await setClientId(db, '1043', CLIENT_ID)
  // Today is the 21st. Without a range, the seven days from the 8th to the 14th count.
  const tolls = { '2026-11-07': 1000, '2026-11-08': 10.1, '2026-11-14': 5.25, '2026-11-15': 2000 }
  for (const [date, amount] of Object.entries(tolls)) await payToll(db, { unit: '1042', date, amount })
  const fuel = { '2026-11-07': 3000, '2026-11-08': 400.5, '2026-11-14': 100, '2026-11-21': 4000 }
  for (const [date, amount] of Object.entries(fuel)) await fuelUnit(db, '1042', date, amount)
  await payToll(db, { unit: 'TL-1', date: '2026-11-08', amount: 7 })
})
afterAll(() => site.close())

describe('the expenses of a unit', () => {
  const listed = async (query: string) => {
    const { body } = await maria('GET', `/api/trucks/?search=1042&${query}`)
    const { tolls_expenses, fuel_expenses } = body.results[0].extra_info
    return [tolls_expenses, fuel_expenses]
  }

  test('cover the seven days before the last seven, unless a range is requested', async () => {
    expect(await listed('')).toEqual([15.35, 500.5])
    expect(await listed('date_after=2026-11-07&date_before=2026-11-08')).toEqual([1010.1, 3400.5])
    expect(await listed('date_after=2026-11-15')).toEqual([2000, 4000])
    expect(await listed('date_before=2026-11-13')).toEqual([1010.1, 3400.5])
    expect(await listed('date_after=2026-11-21&date_before=2026-11-21')).toEqual([0, 4000])
  })

  test('are also in a single unit, read or changed, and are zero where nothing was paid', async () => {
    const extra_info = { tolls_expenses: 15.35, fuel_expenses: 500.5 }
    expect((await maria('GET', '/api/trucks/1042/')).body).toMatchObject({ extra_info })
    expect((await maria('PATCH', '/api/trucks/1042/', { body: { color: 'Red' } })).body).toMatchObject({ extra_info })
    const none = { tolls_expenses: 0, fuel_expenses: 0 }
    expect((await maria('GET', '/api/trucks/1043/')).body).toMatchObject({ extra_info: none })
    expect((await maria('GET', '/api/trailers/TL-1/')).body).toMatchObject({
      extra_info: { tolls_expenses: 7, fuel_expenses: 0 },
    })
  })

  test('follow the day in Chicago', async () => {
    const tolls = async () => {
      const late = await site.as(await hire(site.db, { view: ['trucks'] }))
      return (await late('GET', '/api/trucks/1042/')).body.extra_info.tolls_expenses
    }
    site.clock.now = new Date('2026-11-22T05:59:00Z') // still the 21st there
    expect(await tolls()).toBe(15.35)
    site.clock.now = new Date('2026-11-22T06:00:00Z')
    expect(await tolls()).toBe(2005.25)
    site.clock.now = NOW
  })

  test('are refused at the end date for an invalid range', async () => {
    for (const range of [
      'date_after=2026-11-02&date_before=2026-11-01',
      'date_after=2025-11-20&date_before=2026-11-21',
    ]) {
      const answer = await maria('GET', `/api/trucks/?${range}`)
      expect(answer, range).toMatchObject({ status: 400, body: { date_before: [expect.any(String)] } })
    }
    expect((await maria('GET', '/api/trucks/?date_after=soon')).body).toEqual({ date_after: [expect.any(String)] })
    for (const range of [
      'date_after=2025-11-21&date_before=2026-11-21',
      'date_after=2099-12-31',
      'date_before=1990-01-01',
    ]) {
      expect((await maria('GET', `/api/trailers/?${range}`)).status, range).toBe(200)
    }
  })
})

describe('a single unit', () => {
  test('comes with its driver and dispatcher, and carries an ETag', async () => {
    const { headers, body } = await maria('GET', '/api/trucks/1042/')
    expect(headers.etag).toBe(`"${body.version}"`)
    expect(body).toMatchObject({
      id: '1042',
      kind: 'truck',
      client_id: null,
      status: 'assigned',
      driver: terrence,
      driver_full_name: 'Terrence Boone',
      holder: { id: terrence, first_name: 'Terrence', last_name: 'Boone', is_firing: false, papers_until: null },
      dispatcher: { id: ann, user: { first_name: 'Ann', last_name: 'Example' } },
      last_location: null,
    })
  })

  test('that is a trailer has no fields that only trucks have', async () => {
    const { body } = await maria('GET', '/api/trailers/TL-1/')
    expect(Object.keys(body.extra_info).sort()).toEqual([
      'fleet_manager',
      'fleet_manager_email',
      'fleet_manager_name',
      'fleet_manager_phone',
      'fuel_expenses',
      'licence_plate',
      'tolls_expenses',
    ])
  })

  test('is found by its client id in upper or lower case, and so is its history by client id', async () => {
    for (const name of [CLIENT_ID, CLIENT_ID.toUpperCase()]) {
      expect((await maria('GET', `/api/trucks/${name}/`)).body).toMatchObject({ id: '1043', client_id: CLIENT_ID })
    }
    await maria('PATCH', `/api/trucks/${CLIENT_ID}/`, { body: { color: 'Red' } })
    expect((await maria('GET', `/api/history/trucks/${CLIENT_ID}/`)).body.results).toMatchObject([
      { field: 'color', from: '', to: 'Red' },
    ])
  })

  test('that does not exist or is of the other kind is a 404', async () => {
    for (const path of ['trucks/4711', 'trucks/TL-1', 'trailers/1042', `trailers/${CLIENT_ID}`, 'trailers/tl-1']) {
      expect((await maria('GET', `/api/${path}/`)).status, path).toBe(404)
      expect((await maria('PATCH', `/api/${path}/`, { body: { color: 'Red' } })).status, path).toBe(404)
    }
    expect((await maria('GET', '/api/trucks/%20x/')).status).toBe(400)
  })

  test('has its last location and its number of open major defects', async () => {
    await site.db.query('test.gateway', `update units set gomotive_id = 910001 where id = 'TL-1'`)
    await storePositions(site.db, { vehicles: [], assets: [anAsset()] })
    for (const [urgency, state] of [
      ['major', 'open'],
      ['major', 'open'],
      ['major', 'repaired'],
      ['minor', 'open'],
    ]) {
      await site.db.query(
        'test.defect',
        `insert into defects (unit_id, defect_type, urgency, state, found_on) values ('TL-1', 'tires', $1, $2, '2026-11-20')`,
        [urgency, state],
      )
    }
    const expected = {
      open_major_defects: 2,
      last_location: {
        lat: 41.87811,
        lon: -87.6298,
        moving: true,
        battery_capacity: 88,
        formatted_address: 'Chicago, IL',
        located_at: '2026-11-21T14:30:00.000Z',
      },
    }
    expect((await maria('GET', '/api/trailers/TL-1/')).body).toMatchObject(expected)
    expect((await maria('GET', '/api/trailers/')).body.results).toMatchObject([expected])
    expect((await maria('GET', '/api/trailers/mini-list/')).body.results).toMatchObject([{ open_major_defects: 2 }])
  })
})
