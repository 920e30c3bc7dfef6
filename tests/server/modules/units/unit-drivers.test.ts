import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver, parkUnit, setClientId } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

const TODAY = '2026-11-21'
const CLIENT_ID = '0199a0e0-0000-7000-8000-000000000001'
const FIRING = 'The units of a driver in Firing can’t be changed.'
let site: TestApp
let maria: Caller
let terrence: number
let lena: number
let ann: number

beforeAll(async () => {
  site = await testApp()
})
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  const areas = ['trucks', 'trailers', 'drivers'] as const
  maria = await site.as(await hire(site.db, { view: areas, edit: areas }))
  ann = await hireDispatcher(site.db, { first_name: 'Ann', last_name: 'Example' })
  terrence = await hireDriver(site.db, { first_name: 'Terrence', last_name: 'Boone', dispatcher: ann })
  lena = await hireDriver(site.db, { first_name: 'Lena', last_name: 'Ortiz' })
})
afterAll(() => site.close())

const change = (id: string, body: object, headers: Record<string, string> = {}) =>
  maria('PATCH', `/api/trucks/${id}/`, { body, headers })
const truck = async (id: string) => (await maria('GET', `/api/trucks/${id}/`)).body
const driver = async (id: number) => (await maria('GET', `/api/drivers/${id}/`)).body
const history = async (area: string, id: number | string) =>
  (await maria('GET', `/api/history/${area}/${id}/`)).body.results.map(
    ({ version, field, from, to }: Record<string, unknown>) => [version, field, from, to],
  )
const FREE = { status: 'unassigned', status_date_from: TODAY, status_date_to: null, driver: null, dispatcher: null }

describe('choosing a driver', () => {
  test('assigns the unit from today with the driver’s dispatcher, and the driver’s record shows it', async () => {
    await parkUnit(site.db, '1042', { status: 'on_service', status_date_to: '2026-12-24' })
    const { status, headers, body } = await change('1042', { driver: terrence })
    expect([status, headers.etag]).toEqual([200, '"2"'])
    expect(body).toMatchObject({
      status: 'assigned',
      status_date_from: TODAY,
      status_date_to: null,
      driver: terrence,
      dispatcher: { id: ann },
      version: 2,
    })
    expect(await driver(terrence)).toMatchObject({ truck: '1042', version: 2 })
    expect(await history('drivers', terrence)).toEqual([[2, 'truck_id', null, '1042']])
    const entries = await history('trucks', '1042')
    expect(entries).toHaveLength(5)
    expect(entries).toEqual(
      expect.arrayContaining([
        [2, 'status', 'on_service', 'assigned'],
        [2, 'status_date_from', null, TODAY],
        [2, 'status_date_to', '2026-12-24', null],
        [2, 'driver', null, terrence],
        [2, 'dispatcher', null, ann],
      ]),
    )
  })

  test('frees the driver’s former unit of the same kind, and no other unit', async () => {
    await assignUnit(site.db, terrence, 'truck', '7')
    await assignUnit(site.db, terrence, 'trailer', 'TL-7')
    await parkUnit(site.db, '1042')
    expect((await change('1042', { driver: terrence })).status).toBe(200)
    expect(await truck('7')).toMatchObject({ ...FREE, version: 2 })
    expect(await history('trucks', '7')).toEqual(
      expect.arrayContaining([
        [2, 'status', 'assigned', 'unassigned'],
        [2, 'driver', terrence, null],
      ]),
    )
    expect(await driver(terrence)).toMatchObject({ truck: '1042', trailer: 'TL-7', version: 2 })
    expect(await history('drivers', terrence)).toEqual([[2, 'truck_id', '7', '1042']])
  })

  test('takes the unit from its former driver, whose record shows it', async () => {
    await assignUnit(site.db, lena, 'truck', '1042')
    const { body } = await change('1042', { driver: terrence })
    expect(body).toMatchObject({ status: 'assigned', status_date_from: TODAY, driver: terrence })
    expect(await driver(lena)).toMatchObject({ truck: null, version: 2 })
    expect(await history('drivers', lena)).toEqual([[2, 'truck_id', '1042', null]])
  })

  test('who already has the unit changes nothing', async () => {
    await assignUnit(site.db, terrence, 'truck', '1042')
    expect((await change('1042', { driver: terrence, status: 'assigned' })).body.version).toBe(1)
    expect(await driver(terrence)).toMatchObject({ version: 1 })
    expect(await history('trucks', '1042')).toEqual([])
  })

  test('for a trailer sets the driver’s trailer', async () => {
    await parkUnit(site.db, 'TL-1', { kind: 'trailer' })
    await assignUnit(site.db, terrence, 'truck', '7')
    await maria('PATCH', '/api/trailers/TL-1/', { body: { driver: terrence } })
    expect(await driver(terrence)).toMatchObject({ truck: '7', trailer: 'TL-1' })
    expect(await history('drivers', terrence)).toEqual([[2, 'trailer_id', null, 'TL-1']])
  })

  test('who does not exist or no longer drives is refused', async () => {
    await parkUnit(site.db, '1042')
    await site.db.query('test.gone', 'update drivers set is_current = false where id = $1', [lena])
    for (const one of [4711, Number.MAX_SAFE_INTEGER, lena]) {
      expect(await change('1042', { driver: one, color: 'Red' })).toMatchObject({
        status: 400,
        body: { driver: ['There is no such driver.'] },
      })
    }
    expect(await truck('1042')).toMatchObject({ driver: null, color: '', version: 1 })
  })
})

describe('a unit without a driver', () => {
  test('is unassigned from today, and its former driver has none', async () => {
    await assignUnit(site.db, terrence, 'truck', '1042')
    expect((await change('1042', { driver: null })).body).toMatchObject({ ...FREE, holder: null, version: 2 })
    expect(await driver(terrence)).toMatchObject({ truck: null, version: 2 })
    expect(await history('drivers', terrence)).toEqual([[2, 'truck_id', '1042', null]])
  })

  test.each(['on_service', 'unassigned', 'for_sale'])('is the result of setting the status %s', async (status) => {
    await assignUnit(site.db, terrence, 'truck', '1042')
    const dates = { status_date_from: '2026-11-20', status_date_to: '2026-11-25' }
    expect((await change('1042', { status, ...dates })).body).toMatchObject({
      ...FREE,
      ...dates,
      status,
    })
    expect(await driver(terrence)).toMatchObject({ truck: null, version: 2 })
  })

  test('keeps its own status, and can get another', async () => {
    await parkUnit(site.db, '1042', { status: 'on_service', status_date_to: '2026-12-01' })
    expect((await change('1042', { driver: null })).body).toMatchObject({ status: 'on_service', version: 1 })
    expect((await change('1042', { status: 'for_sale' })).body).toMatchObject({
      status: 'for_sale',
      status_date_from: TODAY,
      status_date_to: null,
    })
  })

  test('cannot be assigned, and a unit with a driver cannot have another status', async () => {
    await parkUnit(site.db, '1042')
    const nobody = { driver: ['Choose who drives it: then it is assigned.'] }
    expect(await change('1042', { status: 'assigned' })).toMatchObject({ status: 400, body: nobody })
    await assignUnit(site.db, terrence, 'truck', '7')
    expect(await change('7', { status: 'assigned', driver: null })).toMatchObject({ status: 400, body: nobody })
    expect(await change('7', { status: 'for_sale', driver: terrence })).toMatchObject({
      status: 400,
      body: { status: ['A unit with a driver is assigned.'] },
    })
    expect((await change('7', { status: 'assigned' })).body.version).toBe(1)
  })
})

describe('dates of a unit’s status', () => {
  test('never end before they begin, even when a new status begins today', async () => {
    await parkUnit(site.db, '1042', { status_date_to: '2026-11-01' })
    const refused = { status: 400, body: { status_date_to: ['The end must not be before the beginning.'] } }
    expect(await change('1042', { status: 'on_service', status_date_to: '2026-11-20' })).toMatchObject(refused)
    // The stored end date is not a change, but it is before today, when the new status begins.
    expect(await change('1042', { status: 'on_service', status_date_to: '2026-11-01' })).toMatchObject(refused)
    const dates = { status_date_from: '2026-11-02', status_date_to: '2026-11-01' }
    expect(await change('1042', dates)).toMatchObject(refused)
    expect((await change('1042', { status: 'on_service', status_date_to: TODAY })).body).toMatchObject({
      status: 'on_service',
      status_date_from: TODAY,
      status_date_to: TODAY,
    })
  })

  test('can be changed alone', async () => {
    await parkUnit(site.db, '1042', { status: 'on_service', status_date_to: '2026-12-01' })
    expect((await change('1042', { status_date_to: '2026-12-05' })).body).toMatchObject({
      status: 'on_service',
      status_date_from: null,
      status_date_to: '2026-12-05',
      version: 2,
    })
  })
})

describe('the driver’s former unit', () => {
  test('must be the one that the change names; otherwise the change is refused with the current one', async () => {
    await assignUnit(site.db, terrence, 'truck', '7')
    await parkUnit(site.db, '1042')
    expect(await change('1042', { driver: terrence, driver_had: null })).toMatchObject({
      status: 400,
      body: { driver: ['Terrence Boone now has truck 7.'], has_now: { driver: '7' } },
    })
    expect(await change('1042', { driver: lena, driver_had: '7' })).toMatchObject({
      status: 400,
      body: { driver: ['Lena Ortiz has no truck any more.'], has_now: { driver: null } },
    })
    expect(await truck('1042')).toMatchObject({ driver: null, version: 1 })
    expect((await change('1042', { driver: terrence, driver_had: '7' })).status).toBe(200)
  })

  test('is free from the day on which the new one is assigned, but never from a future day', async () => {
    await assignUnit(site.db, terrence, 'truck', '7')
    await assignUnit(site.db, lena, 'truck', '8')
    await parkUnit(site.db, '1042')
    await parkUnit(site.db, '1043')
    await change('1042', { driver: terrence, status_date_from: '2026-11-18' })
    expect(await truck('7')).toMatchObject({ status: 'unassigned', status_date_from: '2026-11-18' })
    await change('1043', { driver: lena, status_date_from: '2026-12-01' })
    expect(await truck('8')).toMatchObject({ status: 'unassigned', status_date_from: TODAY })
  })

  test('can be named by its client id, and can be this unit itself', async () => {
    await assignUnit(site.db, terrence, 'truck', '7')
    await setClientId(site.db, '7', CLIENT_ID)
    await parkUnit(site.db, '1042')
    expect((await change('1042', { driver: terrence, driver_had: CLIENT_ID.toUpperCase() })).status).toBe(200)
    await change('1042', { driver: null })
    expect((await change('1042', { driver: terrence, driver_had: '1042' })).status).toBe(200)
  })
})

describe('a driver in Firing', () => {
  test('keeps the unit, whatever the change, and gets no other', async () => {
    const ron = await hireDriver(site.db, { first_name: 'Ron', last_name: 'Vance', status: 'firing_process' })
    await assignUnit(site.db, ron, 'truck', '1042')
    await parkUnit(site.db, '1043')
    expect(await change('1042', { driver: terrence })).toMatchObject({ status: 400, body: { driver: [FIRING] } })
    expect(await change('1042', { driver: null })).toMatchObject({ status: 400, body: { driver: [FIRING] } })
    expect(await change('1042', { status: 'on_service' })).toMatchObject({ status: 400, body: { status: [FIRING] } })
    expect(await change('1043', { driver: ron })).toMatchObject({ status: 400, body: { driver: [FIRING] } })
    expect(await maria('DELETE', '/api/trucks/1042/')).toMatchObject({ status: 403 })
    const admin = await site.as(await hire(site.db, { role: 'administrator' }))
    expect(await admin('DELETE', '/api/trucks/1042/')).toMatchObject({ status: 400, body: { driver: [FIRING] } })
    expect((await change('1042', { color: 'Red', driver: ron })).body).toMatchObject({ color: 'Red', driver: ron })
    expect(await driver(ron)).toMatchObject({ truck: '1042', version: 1 })
  })
})

describe('a change of a driver', () => {
  test('can name a unit by its client id', async () => {
    await assignUnit(site.db, terrence, 'truck', '7')
    await parkUnit(site.db, '1042')
    await setClientId(site.db, '1042', CLIENT_ID)
    const patch = (body: object) => maria('PATCH', `/api/drivers/${terrence}/`, { body })
    expect((await patch({ truck_id: CLIENT_ID.toUpperCase(), truck_was: '7' })).body).toMatchObject({ truck: '1042' })
    expect(await history('drivers', terrence)).toEqual([[2, 'truck_id', '7', '1042']])
    expect((await patch({ truck_id: '7', truck_was: CLIENT_ID })).body).toMatchObject({ truck: '7' })
    expect((await patch({ truck_id: '0199a0e0-0000-7000-8000-0000000000ff' })).body).toEqual({
      truck_id: ['There is no such truck.'],
    })
    expect((await patch({ trailer_id: CLIENT_ID })).body).toEqual({ trailer_id: ['1042 is a truck, not a trailer.'] })
  })
})
