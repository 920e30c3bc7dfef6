import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { currentHolderExtra } from '#contract/wire/problem.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver, type NewUnit, parkUnit } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

const TODAY = '2026-11-21'
let site: TestApp
let maria: Caller
let mariasId: number
let terrence: number
let lena: number

beforeAll(async () => {
  site = await testApp()
})
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  const view = ['drivers', 'trucks', 'trailers', 'dispatchers'] as const
  mariasId = await hire(site.db, { view, edit: ['drivers'] })
  maria = await site.as(mariasId)
  terrence = await hireDriver(site.db, { first_name: 'Terrence', last_name: 'Boone' })
  lena = await hireDriver(site.db, { first_name: 'Lena', last_name: 'Ortiz' })
})
afterAll(() => site.close())

const patch = (driver: number, body: object, headers: Record<string, string> = {}) =>
  maria('PATCH', `/api/drivers/${driver}/`, { body, headers })
const getDriver = async (driver: number) => (await maria('GET', `/api/drivers/${driver}/`)).body
const history = async (area: string, id: number | string) =>
  (await maria('GET', `/api/history/${area}/${id}/`)).body.results.map(
    ({ version, field, from, to }: Record<string, unknown>) => [version, field, from, to],
  )

async function unitRow(id: string) {
  const [row] = await site.db.query(
    'test.unit_row',
    `select status, status_date_from, status_date_to, driver_id, dispatcher_id, version from units where id = $1`,
    [id],
  )
  return row
}
const park = (id: string, unit: NewUnit = {}) => parkUnit(site.db, id, unit)

describe('assigning units', () => {
  test('an assigned unit begins today with the driver’s dispatcher, and both histories show it', async () => {
    const ann = await hireDispatcher(site.db)
    await patch(terrence, { dispatcher: ann })
    await park('1042', { status_date_to: '2026-12-24' })
    const answer = await patch(terrence, { truck_id: '1042' })
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"3"' }, body: { truck: '1042', trailer: null } })
    expect(await unitRow('1042')).toEqual({
      status: 'assigned',
      status_date_from: TODAY,
      status_date_to: null,
      driver_id: terrence,
      dispatcher_id: ann,
      version: 2,
    })
    expect((await history('drivers', terrence))[0]).toEqual([3, 'truck_id', null, '1042'])
    expect(await history('trucks', '1042')).toEqual([
      [2, 'dispatcher', null, ann],
      [2, 'driver', null, terrence],
      [2, 'status_date_to', '2026-12-24', null],
      [2, 'status_date_from', null, TODAY],
      [2, 'status', 'unassigned', 'assigned'],
    ])
  })

  test('assigning another unit frees the former one, and so does assigning none', async () => {
    await assignUnit(site.db, terrence, 'truck', '1042')
    await assignUnit(site.db, terrence, 'trailer', 'TL-1')
    await park('1043')
    expect((await patch(terrence, { truck_id: '1043' })).body).toMatchObject({ truck: '1043', trailer: 'TL-1' })
    const free = { status: 'unassigned', status_date_from: TODAY, status_date_to: null, driver_id: null }
    expect(await unitRow('1042')).toMatchObject({ ...free, version: 2 })
    const none = await patch(terrence, { truck_id: null, trailer_id: null })
    expect(none.body).toMatchObject({ truck: null, trailer: null, version: 3 })
    expect(await unitRow('1043')).toMatchObject({ ...free, version: 3 })
    expect(await unitRow('TL-1')).toMatchObject({ ...free, version: 2 })
    expect(await history('trailers', 'TL-1')).toEqual([
      [2, 'driver', terrence, null],
      [2, 'status_date_from', null, TODAY],
      [2, 'status', 'assigned', 'unassigned'],
    ])
    expect(await history('drivers', terrence)).toEqual([
      [3, 'trailer_id', 'TL-1', null],
      [3, 'truck_id', '1043', null],
      [2, 'truck_id', '1042', '1043'],
    ])
  })

  test('an assignment made offline counts from its own day, but never from a future day', async () => {
    await park('1042')
    await patch(terrence, { truck_id: '1042', units_date_from: '2026-11-18' })
    expect(await unitRow('1042')).toMatchObject({ status_date_from: '2026-11-18' })
    site.clock.now = new Date('2026-11-22T04:00:00Z') // still the 21st in Chicago
    const late = await site.as(mariasId)
    await late('PATCH', `/api/drivers/${terrence}/`, { body: { truck_id: null, units_date_from: '2026-11-22' } })
    expect(await unitRow('1042')).toMatchObject({ status: 'unassigned', status_date_from: TODAY })
  })

  test('an assignment dated long ago counts from ninety days back', async () => {
    await park('1042')
    await park('TL-1', { kind: 'trailer' })
    await patch(terrence, { truck_id: '1042', units_date_from: '2026-08-23' })
    await patch(terrence, { trailer_id: 'TL-1', units_date_from: '0001-01-01' })
    expect(await unitRow('1042')).toMatchObject({ status_date_from: '2026-08-23' })
    expect(await unitRow('TL-1')).toMatchObject({ status_date_from: '2026-08-23' })
  })

  test('assigning the same unit again changes nothing, and a request sent twice is applied once', async () => {
    await park('1042')
    const headers = { 'idempotency-key': `"${randomUUID()}"` }
    const first = await patch(terrence, { truck_id: '1042' }, headers)
    await patch(terrence, { truck_id: null })
    const again = await patch(terrence, { truck_id: '1042' }, headers)
    expect(again).toMatchObject({ text: first.text, headers: { 'idempotency-replayed': 'true' } })
    expect(await unitRow('1042')).toMatchObject({ driver_id: null, version: 3 })
    expect((await patch(terrence, { truck_id: null })).body.version).toBe(3)
  })

  test('the truck merges like other fields, and two users’ different trucks are a conflict', async () => {
    await park('1042')
    await park('1043')
    const greg = await site.as(await hire(site.db, { edit: ['drivers'] }))
    await greg('PATCH', `/api/drivers/${terrence}/`, { body: { truck_id: '1042' } })
    const seen = { 'if-match': '"1"' }
    expect((await patch(terrence, { rate: '0.7' }, seen)).status).toBe(200)
    expect(await patch(terrence, { truck_id: '1043', trailer_id: null }, seen)).toMatchObject({
      status: 412,
      body: {
        current: { truck: '1042' },
        conflicts: { truck_id: { was: null, theirs: '1042', yours: '1043' } },
      },
    })
    expect(await unitRow('1043')).toMatchObject({ driver_id: null, version: 1 })
  })
})

describe('a change that names the unit the driver had', () => {
  test('is refused with the driver’s current unit if that is another one by now', async () => {
    for (const id of ['1042', '1060']) await park(id)
    await patch(terrence, { truck_id: '1060' })
    expect(await patch(terrence, { truck_id: '1042', truck_was: null })).toMatchObject({
      status: 400,
      body: { truck_id: ['Terrence Boone now has truck 1060.'], has_now: { truck_id: '1060' } },
    })
    expect(await unitRow('1042')).toMatchObject({ driver_id: null, version: 1 })
    expect((await patch(terrence, { truck_id: null, truck_was: '1042' })).status).toBe(400)
    await patch(terrence, { truck_id: null })
    expect((await patch(terrence, { truck_id: '1042', truck_was: '1060' })).body).toEqual({
      truck_id: ['Terrence Boone has no truck any more.'],
      has_now: { truck_id: null },
    })
  })

  test('is accepted if the driver still has that unit, or already has the new one', async () => {
    for (const id of ['1042', '1060']) await park(id)
    expect((await patch(terrence, { truck_id: '1042', truck_was: null })).body.truck).toBe('1042')
    expect((await patch(terrence, { truck_id: '1060', truck_was: '1042' })).body.truck).toBe('1060')
    // The driver already has the requested unit: nothing is overwritten.
    expect((await patch(terrence, { truck_id: '1060', truck_was: null })).status).toBe(200)
    // `truck_was` is ignored in a change without `truck_id`.
    expect((await patch(terrence, { rate: '0.7', truck_was: null })).body.truck).toBe('1060')
  })
})

describe('taking a unit from another driver', () => {
  test('is refused with the driver’s name unless the request names that driver, whose history then shows it', async () => {
    await assignUnit(site.db, lena, 'truck', '1042')
    await assignUnit(site.db, terrence, 'truck', '7')
    const refused = await patch(terrence, { truck_id: '1042' })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        truck_id: ['Truck 1042 is assigned to Lena Ortiz now.'],
        held_by: { id: lena, first_name: 'Lena', last_name: 'Ortiz' },
      },
    })
    expect(currentHolderExtra.safeParse(refused.body).success).toBe(true)
    expect(await unitRow('7')).toMatchObject({ driver_id: terrence, version: 1 })

    const taken = await patch(terrence, { truck_id: '1042', taken_from: [lena] })
    expect(taken).toMatchObject({ status: 200, body: { truck: '1042' } })
    expect(await getDriver(lena)).toMatchObject({ truck: null, version: 2 })
    expect(await history('drivers', lena)).toEqual([[2, 'truck_id', '1042', null]])
    expect(await history('trucks', '1042')).toEqual([
      [2, 'driver', lena, terrence],
      [2, 'status_date_from', null, TODAY],
    ])
    expect(await unitRow('7')).toMatchObject({ status: 'unassigned', driver_id: null })
  })

  test('of both truck and trailer is one change of that driver’s record', async () => {
    await assignUnit(site.db, lena, 'truck', '1042')
    await assignUnit(site.db, lena, 'trailer', 'TL-1')
    const taken = await patch(terrence, { truck_id: '1042', trailer_id: 'TL-1', taken_from: [lena] })
    expect(taken.body).toMatchObject({ truck: '1042', trailer: 'TL-1', version: 2 })
    expect(await history('drivers', lena)).toEqual([
      [2, 'trailer_id', 'TL-1', null],
      [2, 'truck_id', '1042', null],
    ])
  })

  test('is a plain assignment if the unit has become free meanwhile, and that driver’s record does not change', async () => {
    await park('1042')
    expect((await patch(terrence, { truck_id: '1042', taken_from: [lena] })).status).toBe(200)
    expect((await getDriver(lena)).version).toBe(1)
  })
})

describe('a unit that cannot be assigned', () => {
  test('is refused at its field with the reason, and nothing is written', async () => {
    await park('1042', { status: 'on_service' })
    await park('1043', { status: 'for_sale' })
    await park('TL-1', { kind: 'trailer', status: 'on_service' })
    await park('TL-2', { kind: 'trailer' })
    const refused: [object, object][] = [
      [{ truck_id: '1042' }, { truck_id: ['Truck 1042 is on service.'] }],
      [{ truck_id: '1043' }, { truck_id: ['Truck 1043 is for sale.'] }],
      [{ truck_id: '4711' }, { truck_id: ['There is no such truck.'] }],
      [{ trailer_id: '4711' }, { trailer_id: ['There is no such trailer.'] }],
      [{ truck_id: 'TL-2' }, { truck_id: ['TL-2 is a trailer, not a truck.'] }],
      [
        { truck_id: '1043', trailer_id: 'TL-1', rate: '1' },
        { truck_id: ['Truck 1043 is for sale.'], trailer_id: ['Trailer TL-1 is on service.'] },
      ],
    ]
    for (const [body, problem] of refused) {
      expect(await patch(terrence, body), JSON.stringify(body)).toMatchObject({ status: 400, body: problem })
    }
    expect(await getDriver(terrence)).toMatchObject({ version: 1, extra_info: { rate: null } })
  })

  test('is refused together with the other unit of the same request', async () => {
    await park('1042')
    await park('TL-1', { kind: 'trailer', status: 'for_sale' })
    expect((await patch(terrence, { truck_id: '1042', trailer_id: 'TL-1' })).status).toBe(400)
    expect(await unitRow('1042')).toMatchObject({ driver_id: null, version: 1 })
  })
})

describe('a driver in Firing', () => {
  const FIRING = 'The units of a driver in Firing can’t be changed.'

  test('keeps the units and gets no other', async () => {
    const ron = await hireDriver(site.db, { first_name: 'Ron', last_name: 'Vance', status: 'firing_process' })
    await assignUnit(site.db, ron, 'truck', '1042')
    await park('TL-1', { kind: 'trailer' })
    const refused = await patch(ron, { truck_id: null, trailer_id: 'TL-1' })
    expect(refused).toMatchObject({ status: 400, body: { truck_id: [FIRING], trailer_id: [FIRING] } })
    // A unit that stays the same is not checked.
    expect((await patch(ron, { truck_id: '1042', rate: '1' })).status).toBe(200)
    expect(await patch(terrence, { truck_id: '1042', taken_from: [ron] })).toMatchObject({
      status: 400,
      body: {
        truck_id: ['Truck 1042 is assigned to Ron Vance now, and the units of a driver in Firing can’t be changed.'],
      },
    })
  })

  test('can leave Firing in the change that assigns a unit, and enter it in the change that takes one away', async () => {
    const ron = await hireDriver(site.db, { status: 'firing_process' })
    await park('1042')
    expect((await patch(ron, { status: 'on_the_road', truck_id: '1042' })).body.truck).toBe('1042')
    expect((await patch(ron, { status: 'firing_process', truck_id: null })).body.truck).toBeNull()
  })
})

describe('a driver’s dispatcher', () => {
  test('becomes the dispatcher of the units too, and both dispatchers’ histories list the drivers', async () => {
    const ann = await hireDispatcher(site.db)
    const bob = await hireDispatcher(site.db)
    await assignUnit(site.db, terrence, 'truck', '1042')
    await patch(lena, { dispatcher: ann })
    await patch(terrence, { dispatcher: ann })
    expect(await unitRow('1042')).toMatchObject({ dispatcher_id: ann, version: 2 })
    await patch(terrence, { dispatcher: bob })
    expect(await unitRow('1042')).toMatchObject({ dispatcher_id: bob, version: 3 })
    expect(await history('trucks', '1042')).toEqual([
      [3, 'dispatcher', ann, bob],
      [2, 'dispatcher', null, ann],
    ])
    expect(await history('dispatchers', ann)).toEqual([
      [4, 'driver_ids', [terrence, lena], [lena]],
      [3, 'driver_ids', [lena], [terrence, lena]],
      [2, 'driver_ids', [], [lena]],
    ])
    expect(await history('dispatchers', bob)).toEqual([[2, 'driver_ids', [], [terrence]]])
    await patch(terrence, { dispatcher: null })
    expect(await unitRow('1042')).toMatchObject({ dispatcher_id: null, driver_id: terrence })
    expect((await history('dispatchers', bob))[0]).toEqual([3, 'driver_ids', [terrence], []])
  })

  test('must be working; a dispatcher who stays the same is not checked', async () => {
    const away = await hireDispatcher(site.db, { first_name: 'Ann', last_name: 'Example', status: 'on_vacation' })
    const gone = await hireDispatcher(site.db, { first_name: 'Bob', last_name: 'Example', status: 'dissmissed' })
    expect(await patch(terrence, { dispatcher: away })).toMatchObject({
      status: 400,
      body: { dispatcher: ['Ann Example is on vacation and leads no drivers.'] },
    })
    expect(await patch(terrence, { dispatcher: gone })).toMatchObject({
      status: 400,
      body: { dispatcher: ['Bob Example is dissmissed and leads no drivers.'] },
    })
    const led = await hireDriver(site.db, { dispatcher: away })
    expect((await patch(led, { dispatcher: away, rate: '1' })).status).toBe(200)
  })
})

describe('a user who no longer drives', () => {
  test('leaves the units free from today and without a dispatcher, and the histories show it', async () => {
    const admin = await site.as(await hire(site.db, { role: 'administrator' }))
    const ann = await hireDispatcher(site.db)
    await assignUnit(site.db, terrence, 'truck', '1042')
    await patch(terrence, { dispatcher: ann })
    const { user } = await getDriver(terrence)
    await admin('PATCH', `/api/users/users/${user.id}/`, { body: { role: 'fleet_manager' } })
    expect(await unitRow('1042')).toMatchObject({
      status: 'unassigned',
      status_date_from: TODAY,
      driver_id: null,
      dispatcher_id: null,
    })
    expect((await history('trucks', '1042'))[0]).toEqual([3, 'dispatcher', ann, null])
    expect(await history('drivers', terrence)).toEqual(
      expect.arrayContaining([
        [3, 'is_current', true, false],
        [3, 'dispatcher', ann, null],
        [3, 'truck_id', '1042', null],
      ]),
    )
    expect((await history('dispatchers', ann))[0]).toEqual([3, 'driver_ids', [terrence], []])
  })

  test('can be deleted while units are assigned, which become free', async () => {
    const password = 'gravel-and-diesel'
    const password_hash = await hashPassword(password)
    const admin = await site.as(await hire(site.db, { role: 'administrator', password_hash }))
    await assignUnit(site.db, terrence, 'truck', '1042')
    await assignUnit(site.db, terrence, 'trailer', 'TL-1')
    const { user } = await getDriver(terrence)
    const gone = await admin('DELETE', `/api/users/users/${user.id}/`, { body: { current_password: password } })
    expect(gone.status).toBe(204)
    expect(await unitRow('1042')).toMatchObject({ status: 'unassigned', driver_id: null, version: 2 })
    expect(await unitRow('TL-1')).toMatchObject({ status: 'unassigned', driver_id: null, version: 2 })
  })
})

describe('the database', () => {
  const sql = (text: string) => site.db.query(`test.${randomUUID()}`, text)

  test('refuses two trucks for one driver, an assigned unit without a driver, and a driver of a unit that is not assigned', async () => {
    await assignUnit(site.db, terrence, 'truck', '1042')
    await park('1043')
    const second = `update units set driver_id = ${terrence}, status = 'assigned' where id = '1043'`
    await expect(sql(second)).rejects.toMatchObject({ constraint: 'units_one_of_a_kind_per_driver' })
    const assigned = { constraint: 'units_assigned_to_a_driver' }
    await expect(sql(`update units set status = 'assigned' where id = '1043'`)).rejects.toMatchObject(assigned)
    await expect(sql(`update units set status = 'for_sale' where id = '1042'`)).rejects.toMatchObject(assigned)
    await expect(sql(`update units set driver_id = null where id = '1042'`)).rejects.toMatchObject(assigned)
    await expect(sql(`delete from drivers where id = ${terrence}`)).rejects.toMatchObject(assigned)
  })
})
