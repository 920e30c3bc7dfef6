import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { matchExpenses } from '#server/modules/feeds/expense-rows.ts'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver, parkUnit, setClientId } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { fuelUnit, payToll } from '#tests/support/yard/figures.ts'

const AREAS = ['trucks', 'trailers', 'drivers'] as const
const CLIENT_ID = '0199a0e0-0000-7000-8000-000000000001'
let site: TestApp
let ruth: Caller
let maria: Caller
let terrence: number

beforeAll(async () => {
  site = await testApp()
})
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  ruth = await site.as(await hire(site.db, { first_name: 'Ruth', last_name: 'Dean', role: 'administrator' }))
  maria = await site.as(await hire(site.db, { view: AREAS, edit: AREAS }))
  terrence = await hireDriver(site.db, { first_name: 'Terrence', last_name: 'Boone' })
})
afterAll(() => site.close())

const remove = (by: Caller, path: string, headers: Record<string, string> = {}) =>
  by('DELETE', `/api/${path}/`, { headers })
const change = (by: Caller, id: string, body: object, headers: Record<string, string> = {}) =>
  by('PATCH', `/api/trucks/${id}/`, { body, headers })
const rows = (text: string) => site.db.query(`test.${randomUUID()}`, text)

describe('deleting a unit', () => {
  test('needs an administrator for a truck, and permission to edit trailers for a trailer', async () => {
    await parkUnit(site.db, '1042')
    await parkUnit(site.db, 'TL-1', { kind: 'trailer' })
    const dana = await site.as(await hire(site.db, { view: ['trailers'], edit: ['trucks'] }))
    expect([await remove(maria, 'trucks/1042'), await remove(dana, 'trailers/TL-1')]).toMatchObject([
      { status: 403 },
      { status: 403 },
    ])
    expect((await maria('GET', '/api/trucks/1042/dependents/')).status).toBe(403)
    expect([await remove(ruth, 'trucks/1042'), await remove(maria, 'trailers/TL-1')]).toMatchObject([
      { status: 204, text: '' },
      { status: 204 },
    ])
    expect(await rows('select id from units')).toEqual([])
  })

  test('frees the driver, whose history shows it', async () => {
    const ann = await hireDispatcher(site.db)
    const lena = await hireDriver(site.db, { dispatcher: ann })
    await assignUnit(site.db, lena, 'truck', '1042')
    await remove(ruth, 'trucks/1042')
    expect((await maria('GET', `/api/drivers/${lena}/`)).body).toMatchObject({ truck: null, version: 2 })
    expect((await maria('GET', `/api/history/drivers/${lena}/`)).body.results).toMatchObject([
      { version: 2, field: 'truck_id', from: '1042', to: null, user: { first_name: 'Ruth' } },
    ])
  })

  test('shows the dependent records first; tolls and fuel stay without the unit, defects and miles are deleted', async () => {
    await parkUnit(site.db, '1042')
    await setClientId(site.db, '1042', CLIENT_ID)
    await payToll(site.db, { unit: '1042', date: '2026-11-08', amount: 10 })
    await payToll(site.db, { unit: '1042', date: '2026-11-09', amount: 10 })
    await fuelUnit(site.db, '1042', '2026-11-08', 100)
    await rows(
      `insert into defects (unit_id, defect_type, urgency, found_on) values ('1042', 'tires', 'major', '2026-11-20')`,
    )
    await rows(`insert into unit_miles values ('1042', '2026-11-20', 400)`)
    for (const ref of ['1042', CLIENT_ID]) {
      expect((await ruth('GET', `/api/trucks/${ref}/dependents/`)).body).toEqual({
        ...{ tolls: 2, fuel: 1, inspections: 0, defects: 1 },
      })
    }
    expect((await ruth('GET', '/api/trucks/4711/dependents/')).status).toBe(404)
    await remove(ruth, `trucks/${CLIENT_ID}`)
    expect(await rows('select unit_id, amount from toll_transactions')).toEqual([
      { unit_id: null, amount: 10 },
      { unit_id: null, amount: 10 },
    ])
    expect(await rows('select unit_id, amount from fuel_transactions')).toEqual([{ unit_id: null, amount: 100 }])
    expect(await rows('select 1 from defects union all select 1 from unit_miles')).toEqual([])
  })

  test('sent again gets the stored response; a deleted or unknown unit is a 404', async () => {
    await parkUnit(site.db, '1042')
    const headers = { 'idempotency-key': `"${randomUUID()}"` }
    expect((await remove(ruth, 'trucks/1042', headers)).status).toBe(204)
    expect(await remove(ruth, 'trucks/1042', headers)).toMatchObject({
      status: 204,
      headers: { 'idempotency-replayed': 'true' },
    })
    expect((await remove(ruth, 'trucks/1042')).status).toBe(404)
    expect((await remove(ruth, 'trailers/4711')).status).toBe(404)
  })
})

describe('a late request', () => {
  test('for a deleted unit is refused with the name of the user who deleted it, by id or client id', async () => {
    await ruth('POST', '/api/trucks/', { body: aTruck('1042', { client_id: CLIENT_ID }) })
    await remove(ruth, 'trucks/1042')
    const gone = (ref: string) => ({ status: 404, body: { detail: `Truck ${ref} was deleted by Ruth Dean.` } })
    for (const ref of ['1042', CLIENT_ID, CLIENT_ID.toUpperCase()]) {
      expect(await change(maria, ref, { color: 'Red' })).toMatchObject(gone('1042'))
      expect(await maria('GET', `/api/trucks/${ref}/`)).toMatchObject(gone('1042'))
      expect(await maria('GET', `/api/trucks/${ref}/additional-info/`)).toMatchObject(gone('1042'))
      expect(await maria('GET', `/api/trucks/${ref}/miles-driven/`)).toMatchObject(gone('1042'))
    }
    expect((await maria('GET', '/api/trailers/1042/')).body).toEqual({ detail: expect.not.stringContaining('Ruth') })
    expect((await maria('GET', '/api/trucks/4711/')).body).toEqual({ detail: expect.not.stringContaining('deleted') })
  })

  test('to delete a unit that another user has changed since is a conflict', async () => {
    await parkUnit(site.db, '1042')
    await change(maria, '1042', { color: 'Red' })
    const refused = await remove(ruth, 'trucks/1042', { 'if-match': '"1"' })
    expect(refused).toMatchObject({
      status: 412,
      body: {
        detail: 'Another user has changed this truck in the meantime. Look again before you delete.',
        current: { id: '1042', color: 'Red', version: 2 },
        conflicts: { is_deleted: { theirs: false, yours: true, by: { first_name: 'Maria' } } },
      },
    })
    expect((await maria('GET', '/api/trucks/1042/')).status).toBe(200)
    expect((await remove(ruth, 'trucks/1042', { 'if-match': '"2"' })).status).toBe(204)
  })

  test('to delete a unit that the same user has changed on the same device is not a conflict', async () => {
    await parkUnit(site.db, '1042')
    const device = { 'device-id': randomUUID() }
    await change(ruth, '1042', { color: 'Red' }, device)
    expect((await remove(ruth, 'trucks/1042', { 'if-match': '"1"', ...device })).status).toBe(204)
  })
})

describe('a new truck with the number of a deleted one', () => {
  test('has none of the tolls and fuel of the deleted one', async () => {
    const body = aTruck('1042', { transponder_id: '24', licence_plate: 'P1', unit_number: '1042' })
    await ruth('POST', '/api/trucks/', { body })
    await payToll(site.db, { unit: null, date: '2026-11-08', amount: 10, transponder: '24', plate: 'P1' })
    await rows(
      `insert into fuel_transactions (date, gallons, amount, unit_number, source, source_key)
       values ('2026-11-08', 100, 350, '1042', 'test', '1')`,
    )
    const costs = async () => (await ruth('GET', '/api/trucks/1042/dependents/')).body
    await matchExpenses(site.db)
    expect(await costs()).toEqual({ tolls: 1, fuel: 1, inspections: 0, defects: 0 })
    await remove(ruth, 'trucks/1042')
    expect((await ruth('POST', '/api/trucks/', { body })).status).toBe(201)
    await matchExpenses(site.db)
    expect(await costs()).toEqual({ tolls: 0, fuel: 0, inspections: 0, defects: 0 })
  })

  test('continues the versions of the deleted one, so that changes of the old one never merge into it', async () => {
    await ruth('POST', '/api/trucks/', { body: aTruck('1042') })
    await change(maria, '1042', { color: 'Red' })
    await remove(ruth, 'trucks/1042')
    const { body } = await maria('POST', '/api/trucks/', { body: aTruck('1042', { color: 'Blue' }) })
    expect(body.version).toBe(4)
    // A user who has seen the new truck has no conflict with the old one.
    expect((await change(ruth, '1042', { color: 'Green' }, { 'if-match': '"4"' })).status).toBe(200)
    // A user who has only seen the old truck has.
    expect(await change(maria, '1042', { year: 2020 }, { 'if-match': '"2"' })).toMatchObject({
      status: 412,
      body: { conflicts: { year: { theirs: 2023, yours: 2020 } } },
    })
    expect((await maria('GET', '/api/history/trucks/1042/?limit=100')).body.results).toContainEqual(
      expect.objectContaining({ version: 3, field: 'is_deleted', from: false, to: true }),
    )
  })
})

describe('two users who change one unit', () => {
  test('merge where they change different fields, and conflict where they change the same one', async () => {
    await parkUnit(site.db, '1042')
    await change(ruth, '1042', { color: 'Red', driver: terrence })
    const seen = { 'if-match': '"1"' }
    expect((await change(maria, '1042', { year: 2020, color: 'Red' }, seen)).body).toMatchObject({
      year: 2020,
      version: 3,
    })
    expect(await change(maria, '1042', { color: 'Blue', transport_model: 'Mack Anthem' }, seen)).toMatchObject({
      status: 412,
      body: {
        current: { color: 'Red', driver: terrence },
        conflicts: { color: { was: '', theirs: 'Red', yours: 'Blue', by: { first_name: 'Ruth' } } },
      },
    })
    expect(await change(maria, '1042', { driver: null }, seen)).toMatchObject({
      status: 412,
      body: { conflicts: { driver: { was: null, theirs: terrence, yours: null } } },
    })
    expect((await change(maria, '1042', { status: 'on_service' }, seen)).body.conflicts).toMatchObject({
      status: { was: 'unassigned', theirs: 'assigned', yours: 'on_service' },
    })
    // Without a version the last write wins.
    expect((await change(maria, '1042', { color: 'Blue' })).body).toMatchObject({ color: 'Blue', version: 4 })
  })

  test('conflict when one frees the driver by a status and the other has assigned another driver', async () => {
    const lena = await hireDriver(site.db)
    await assignUnit(site.db, lena, 'truck', '1042')
    await change(ruth, '1042', { driver: terrence })
    const freed = { status: 'on_service', driver: null, status_date_to: '2026-12-01' }
    expect(await change(maria, '1042', freed, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { conflicts: { driver: { was: lena, theirs: terrence, yours: null } } },
    })
    expect((await change(maria, '1042', freed, { 'if-match': '"2"' })).body).toMatchObject({ ...freed, version: 3 })
  })

  test('conflict when one assigns it from the driver’s side and the other from the unit’s side', async () => {
    await parkUnit(site.db, '1042')
    const lena = await hireDriver(site.db)
    await maria('PATCH', `/api/drivers/${lena}/`, { body: { truck_id: '1042' } })
    expect(await change(ruth, '1042', { driver: terrence }, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { conflicts: { driver: { was: null, theirs: lena, yours: terrence } } },
    })
    // The same in the opposite direction.
    await change(ruth, '1042', { driver: terrence })
    expect(
      await maria('PATCH', `/api/drivers/${lena}/`, { body: { truck_id: '1043' }, headers: { 'if-match': '"2"' } }),
    ).toMatchObject({ status: 412, body: { conflicts: { truck_id: { was: '1042', theirs: null, yours: '1043' } } } })
  })
})
