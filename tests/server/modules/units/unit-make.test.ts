import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identifierKey } from '#contract/units/unit-changes.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver, parkUnit } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

const CLIENT_ID = '0199a0e0-0000-7000-8000-000000000001'
let site: TestApp
let maria: Caller
let terrence: number

beforeAll(async () => {
  site = await testApp()
})
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  const areas = ['trucks', 'trailers', 'drivers'] as const
  maria = await site.as(await hire(site.db, { view: areas, edit: areas }))
  terrence = await hireDriver(site.db, { first_name: 'Terrence', last_name: 'Boone' })
})
afterAll(() => site.close())

type Headers = Record<string, string>
const makeTruck = (number: string, over: Record<string, unknown> = {}, headers: Headers = {}) =>
  maria('POST', '/api/trucks/', { body: aTruck(number, over), headers })
const makeTrailer = (over: Record<string, unknown> = {}, headers: Headers = {}) =>
  maria('POST', '/api/trailers/', { body: aTrailer(over), headers })
const history = async (area: string, id: number | string) =>
  (await maria('GET', `/api/history/${area}/${id}/?limit=100`)).body.results.map(
    ({ version, field, from, to }: Record<string, unknown>) => [version, field, from, to],
  )
const countUnits = async () => {
  const [row] = await site.db.query<{ units: number; entries: number }>(
    'test.counted',
    `select (select count(*) from units)::integer as units,
      (select count(*) from history where area in ('trucks', 'trailers'))::integer as entries`,
  )
  return row
}

describe('a new truck', () => {
  test('has its number as id and no driver, and its history lists the initial values', async () => {
    const { status, headers, body } = await makeTruck('1042', { vin: '1fuj gldr8pl101234', miles_driven: '12.5' })
    expect([status, headers.etag]).toEqual([201, '"1"'])
    expect(body).toMatchObject({
      id: '1042',
      client_id: null,
      kind: 'truck',
      status: 'unassigned',
      status_date_from: '2026-11-21',
      status_date_to: null,
      driver: null,
      dispatcher: null,
      transport_model: 'Freightliner Cascadia',
      year: 2023,
      vin: '1FUJGLDR8PL101234',
      type: null,
      miles_driven: 12.5,
      extra_info: { unit_number: '1042', licence_plate: 'P-1042', transponder_id: '007 1042' },
      version: 1,
    })
    expect((await maria('GET', '/api/trucks/1042/')).body).toEqual(body)
    const entries = await history('trucks', '1042')
    expect(entries).toContainEqual([1, 'unit_number', null, '1042'])
    expect(entries).toContainEqual([1, 'status', null, 'unassigned'])
    // Empty fields are not in the history.
    expect(entries.map(([, field]: string[]) => field)).not.toContain('driver')
  })

  test('can have an id of its own', async () => {
    expect((await makeTruck('1042', { id: 'Big One' })).body).toMatchObject({
      id: 'Big One',
      extra_info: { unit_number: '1042' },
    })
    expect((await maria('GET', '/api/trucks/Big%20One/')).status).toBe(200)
    expect(await makeTrailer({ id: 'Big One' })).toMatchObject({
      status: 400,
      body: { id: ['Another unit has this id.'] },
    })
  })

  test('cannot have a year after the next one', async () => {
    expect((await makeTruck('1', { year: 2027 })).status).toBe(201)
    const words = { year: ['Enter a year from 1920 to the next one.'] }
    expect(await makeTruck('2', { year: 2028 })).toMatchObject({ status: 400, body: words })
    expect(await maria('PATCH', '/api/trucks/1/', { body: { year: 2028 } })).toMatchObject({ status: 400, body: words })
    site.clock.now = new Date('2027-01-01T06:00:00Z') // the next year, in Chicago too
    maria = await site.as(await hire(site.db, { edit: ['trucks'] }))
    expect((await makeTruck('2', { year: 2028, inspection_passed_date: '2027-01-01' })).status).toBe(201)
  })
})

describe('a unit’s number, plate, transponder and VIN', () => {
  test('are unique, ignoring case, spaces and dashes', async () => {
    await makeTruck('10-42', { licence_plate: 'AB 12-3', transponder_id: '007-00', vin: '1FUJGLDR8PL101234' })
    const taken: [Record<string, unknown>, Record<string, string[]>][] = [
      [{ unit_number: '1042' }, { unit_number: ['Another unit has this number.'] }],
      [{ unit_number: '10 4-2' }, { unit_number: ['Another unit has this number.'] }],
      [{ licence_plate: 'ab-123' }, { licence_plate: ['Another unit has this license plate.'] }],
      [{ transponder_id: '0 07 00' }, { transponder_id: ['Another truck has this transponder.'] }],
      [{ vin: '1fuj-gldr-8pl1-01234' }, { vin: ['Another unit has this VIN.'] }],
      [
        { unit_number: '1042', licence_plate: 'AB123' },
        {
          unit_number: ['Another unit has this number.'],
          licence_plate: ['Another unit has this license plate.'],
        },
      ],
    ]
    const before = await countUnits()
    for (const [over, body] of taken)
      expect(await makeTruck('77', over), JSON.stringify(over)).toMatchObject({ status: 400, body })
    expect(await makeTrailer({ vin: '1FUJGLDR8PL101234' })).toMatchObject({
      status: 400,
      body: { vin: ['Another unit has this VIN.'] },
    })
    expect(await countUnits()).toEqual(before)
  })

  test('are checked in a change too, and a unit may keep its own', async () => {
    await makeTruck('1042', { licence_plate: 'AB 123' })
    await makeTruck('1043')
    const change = (body: object) => maria('PATCH', '/api/trucks/1043/', { body })
    expect(await change({ licence_plate: 'ab123' })).toMatchObject({
      status: 400,
      body: { licence_plate: ['Another unit has this license plate.'] },
    })
    expect((await change({ licence_plate: 'P1043', unit_number: '1043', color: 'Red' })).status).toBe(200)
    expect((await change({ vin: '1FUJGLDR8PL101234' })).body.vin).toBe('1FUJGLDR8PL101234')
    expect((await change({ vin: '' })).body.vin).toBeNull()
    expect((await change({ registration_expire: '2027-03-31' })).body.registration_expire).toBe('2027-03-31')
    expect(await change({ registration_expire: '2027-02-30' })).toMatchObject({
      status: 400,
      body: { registration_expire: [expect.any(String)] },
    })
    expect((await change({ registration_expire: '' })).body.registration_expire).toBeNull()
    expect((await maria('GET', '/api/trucks/identifiers/')).body).toEqual({
      plates: ['AB 123', 'P1043'],
      unitNumbers: ['1042', '1043'],
      transponderIds: ['007 1042', '007 1043'],
    })
  })

  test('are compared on the device as in the database index', async () => {
    for (const text of ['ab-12 3', 'AB.1', ' x ', 'ß-é ñ', 'İı', 'ΣΊΣ', 'Ａ１', 'a–b', 'a\u00a0b', '#/.-']) {
      const [row] = await site.db.query<{ key: string }>(
        'test.key',
        `select upper(translate($1::text, ' -', '') collate "C") as key`,
        [text],
      )
      expect(row?.key, text).toBe(identifierKey(text))
    }
    const indexes = await site.db.query<{ text: string }>(
      'test.indexes',
      `select indexdef as text from pg_indexes where indexname in ('units_unit_number', 'units_licence_plate', 'units_transponder')`,
    )
    expect(indexes).toHaveLength(3)
    for (const { text } of indexes) expect(text).toMatch(/upper\(\(?translate\(.* ' -'::text, ''::text\).*"C"/)
  })

  test('are checked against ids too: a new truck whose number is another unit’s id is refused at the number', async () => {
    await parkUnit(site.db, '1042', { kind: 'trailer' })
    expect(await makeTruck('1042')).toMatchObject({
      status: 400,
      body: { unit_number: ['Another unit has this number.'] },
    })
  })
})

describe('the plate of a trailer', () => {
  const change = (body: object) => maria('PATCH', '/api/trailers/TL-1001/', { body })
  const plateOf = async () => (await maria('GET', '/api/trailers/TL-1001/')).body.extra_info.licence_plate

  test('is optional, can be changed and cleared, and is in the history', async () => {
    expect((await makeTrailer()).body.extra_info.licence_plate).toBeNull()
    expect((await makeTrailer({ licence_plate: 'T 1-2' })).body.extra_info.licence_plate).toBe('T 1-2')
    expect((await makeTrailer({ licence_plate: '' })).body.extra_info.licence_plate).toBeNull()
    expect((await change({ licence_plate: 'T 99' })).body.extra_info.licence_plate).toBe('T 99')
    expect((await change({ color: 'Red' })).body.extra_info.licence_plate).toBe('T 99')
    expect((await change({ licence_plate: '' })).body.extra_info.licence_plate).toBeNull()
    expect(await change({ licence_plate: '#!' })).toMatchObject({
      status: 400,
      body: { licence_plate: [expect.any(String)] },
    })
    expect((await history('trailers', 'TL-1001')).filter(([, field]: string[]) => field === 'licence_plate')).toEqual([
      [4, 'licence_plate', 'T 99', null],
      [2, 'licence_plate', null, 'T 99'],
    ])
    // A truck must keep its plate.
    await makeTruck('1042')
    expect((await maria('PATCH', '/api/trucks/1042/', { body: { licence_plate: '' } })).status).toBe(400)
  })

  test('is unique among trucks and trailers', async () => {
    await makeTruck('1042', { licence_plate: 'AB 12' })
    await makeTrailer({ licence_plate: 'T 1' })
    const refusal = { status: 400, body: { licence_plate: ['Another unit has this license plate.'] } }
    expect(await makeTrailer({ licence_plate: 'ab-12' })).toMatchObject(refusal)
    expect(await makeTruck('1043', { licence_plate: 't1' })).toMatchObject(refusal)
    expect(await change({ licence_plate: 'AB12' })).toMatchObject(refusal)
    expect(await plateOf()).toBe('T 1')
  })

  test('is an identifier for users who may see trailers; those of trucks only for users who may see trucks', async () => {
    await makeTruck('1042', { licence_plate: 'AB 12' })
    await makeTrailer({ licence_plate: 'T 1' })
    const platesFor = async (view: readonly ('trucks' | 'trailers')[]) => {
      const caller = await site.as(await hire(site.db, { view }))
      return (await caller('GET', '/api/transport/identifiers/')).body.licence_plate
    }
    expect(await platesFor(['trailers'])).toEqual(['T 1'])
    expect(await platesFor(['trucks', 'trailers'])).toEqual(['AB 12', 'T 1'])
  })
})

describe('a new trailer', () => {
  test('gets the next number', async () => {
    expect((await makeTrailer()).body).toMatchObject({ id: 'TL-1001', kind: 'trailer', type: 'reefer' })
    expect((await makeTrailer()).body.id).toBe('TL-1002')
    expect((await makeTrailer({ id: 'Flatbed 7' })).body.id).toBe('Flatbed 7')
    expect((await makeTrailer()).body.id).toBe('TL-1003')
  })

  test('skips numbers that other units have, trucks too', async () => {
    await parkUnit(site.db, 'TL-1001', { kind: 'trailer' })
    await parkUnit(site.db, 'TL-1005', { kind: 'trailer' })
    await parkUnit(site.db, 'TL-1010')
    await parkUnit(site.db, 'TL-2000 b', { kind: 'trailer' })
    expect((await makeTrailer()).body.id).toBe('TL-1011')
    expect((await makeTrailer()).body.id).toBe('TL-1012')
  })

  test('never gets the number of a deleted trailer', async () => {
    await makeTrailer()
    await maria('DELETE', '/api/trailers/TL-1001/')
    expect((await makeTrailer()).body.id).toBe('TL-1002')
  })

  test('gets a number of its own when many are created at the same time', async () => {
    await parkUnit(site.db, 'TL-1003', { kind: 'trailer' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => makeTrailer()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(8)
  })
})

describe('a unit that is sent twice', () => {
  test('is created once, under its client id', async () => {
    const first = await makeTruck('1042', { client_id: CLIENT_ID })
    expect(first).toMatchObject({ status: 201, body: { id: '1042', client_id: CLIENT_ID } })
    const again = await makeTruck('1042', { client_id: CLIENT_ID, color: 'Red' })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await countUnits())?.units).toBe(1)
    // A trailer cannot have a truck’s client id.
    expect(await makeTrailer({ client_id: CLIENT_ID })).toMatchObject({
      status: 400,
      body: { client_id: [expect.any(String)] },
    })
  })

  test('with the same idempotency key gets the stored response', async () => {
    const headers = { 'idempotency-key': `"${randomUUID()}"` }
    const one = { gomotive_id: 7 }
    const first = await makeTrailer(one, headers)
    const again = await makeTrailer(one, headers)
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotency-replayed': 'true' } })
    expect((await makeTrailer({ color: 'Red' }, headers)).status).toBe(422)
    expect(await countUnits()).toMatchObject({ units: 1 })
  })

  test('and refused at first gets the stored refusal again, even if its unit number has become free', async () => {
    await parkUnit(site.db, '1042')
    const headers = { 'idempotency-key': `"${randomUUID()}"` }
    expect((await makeTruck('1042', {}, headers)).status).toBe(400)
    await site.db.query('test.gone', `delete from units where id = '1042'`)
    expect((await makeTruck('1042', {}, headers)).status).toBe(400)
    expect((await makeTruck('1042')).status).toBe(201)
  })
})

describe('a new unit’s driver', () => {
  test('has it from the start, gives it their dispatcher, and loses the former unit of that kind', async () => {
    const ann = await hireDispatcher(site.db, { first_name: 'Ann', last_name: 'Example' })
    const lena = await hireDriver(site.db, { first_name: 'Lena', last_name: 'Ortiz', dispatcher: ann })
    await assignUnit(site.db, lena, 'truck', '7')
    await assignUnit(site.db, lena, 'trailer', 'TL-7')
    const { status, body } = await makeTruck('1042', { driver: lena, driver_had: '7' })
    expect([status, body]).toMatchObject([
      201,
      { status: 'assigned', driver: lena, driver_full_name: 'Lena Ortiz', dispatcher: { id: ann } },
    ])
    expect((await maria('GET', '/api/trucks/7/')).body).toMatchObject({
      status: 'unassigned',
      driver: null,
      version: 2,
    })
    expect((await maria('GET', `/api/drivers/${lena}/`)).body).toMatchObject({
      truck: '1042',
      trailer: 'TL-7',
      version: 2,
    })
    expect(await history('drivers', lena)).toEqual([[2, 'truck_id', '7', '1042']])
  })

  test('must agree with its status', async () => {
    const refusals: [Record<string, unknown>, object][] = [
      [{ status: 'assigned' }, { driver: ['Choose who drives it: then it is assigned.'] }],
      [{ status: 'assigned', driver: null }, { driver: ['Choose who drives it: then it is assigned.'] }],
      [{ status: 'on_service', driver: terrence }, { status: ['A unit with a driver is assigned.'] }],
      [{ status: 'unassigned', driver: terrence }, { status: ['A unit with a driver is assigned.'] }],
      [{ driver: 4711 }, { driver: ['There is no such driver.'] }],
    ]
    for (const [over, body] of refusals)
      expect(await makeTruck('1042', over), JSON.stringify(over)).toMatchObject({ status: 400, body })
    expect(await countUnits()).toMatchObject({ units: 0 })
    expect((await makeTruck('1042', { status: 'assigned', driver: terrence })).status).toBe(201)
  })

  test('cannot be in Firing, or have a unit other than the one that the request names', async () => {
    const ron = await hireDriver(site.db, { first_name: 'Ron', last_name: 'Vance', status: 'firing_process' })
    expect(await makeTruck('1042', { driver: ron })).toMatchObject({
      status: 400,
      body: { driver: ['The units of a driver in Firing can’t be changed.'] },
    })
    await assignUnit(site.db, terrence, 'truck', '7')
    expect(await makeTruck('1042', { driver: terrence, driver_had: null })).toMatchObject({
      status: 400,
      body: { driver: ['Terrence Boone now has truck 7.'], has_now: { driver: '7' } },
    })
  })
})

describe('a new unit’s dates and dispatcher', () => {
  test('are required for a unit on service, and never reversed', async () => {
    const range = { status_date_to: ['The status needs its dates: from which day, and to which.'] }
    expect(await makeTruck('1', { status: 'on_service' })).toMatchObject({ status: 400, body: range })
    const reversed = { status_date_from: '2026-11-21', status_date_to: '2026-11-20' }
    expect(await makeTruck('1', { ...reversed })).toMatchObject({
      status: 400,
      body: { status_date_to: ['The end must not be before the beginning.'] },
    })
    const { body } = await makeTruck('1', { status: 'on_service', status_date_to: '2026-11-21' })
    expect(body).toMatchObject({ status: 'on_service', status_date_to: '2026-11-21' })
    expect((await makeTruck('2', { status: 'for_sale' })).body.status).toBe('for_sale')
  })

  test('the dispatcher can be chosen for a unit without a driver; otherwise it must be the driver’s', async () => {
    const ann = await hireDispatcher(site.db)
    const bob = await hireDispatcher(site.db)
    const lena = await hireDriver(site.db, { dispatcher: ann })
    expect((await makeTruck('1', { dispatcher: bob })).body.dispatcher).toMatchObject({ id: bob })
    expect((await makeTruck('2', { dispatcher: ann, driver: lena })).body.dispatcher).toMatchObject({ id: ann })
    expect(await makeTruck('3', { dispatcher: bob, driver: lena })).toMatchObject({
      status: 400,
      body: { dispatcher: ['A unit with a driver has its driver’s dispatcher.'] },
    })
    expect(await makeTruck('3', { dispatcher: 4711 })).toMatchObject({
      status: 400,
      body: { dispatcher: ['There is no such dispatcher.'] },
    })
  })
})
