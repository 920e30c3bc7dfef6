import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSharedIds } from '#server/modules/units/unit-service.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

let site: TestApp
let ruth: Caller

beforeAll(async () => {
  site = await testApp()
})
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
})
afterAll(() => site.close())

const truck = (number: string, over: Record<string, unknown> = {}) =>
  ruth('POST', '/api/trucks/', { body: aTruck(number, over) })
const trailer = (over: Record<string, unknown> = {}) => ruth('POST', '/api/trailers/', { body: aTrailer(over) })
const MOTIVE = { gomotive_id: ['Another unit has this GoMotive ID.'] }
const FUEL = { pilot_flying_j_truck: ['Another truck has this fuel network ID.'] }

describe('a unit’s id at a vendor', () => {
  test('is unique within its kind; a truck and a trailer can have the same one', async () => {
    await truck('1', { gomotive_id: 11, pilot_flying_j_truck: 21 })
    expect(await truck('2', { gomotive_id: '11' })).toMatchObject({ status: 400, body: MOTIVE })
    expect(await truck('2', { pilot_flying_j_truck: 21 })).toMatchObject({ status: 400, body: FUEL })
    expect(await truck('2', { gomotive_id: 11, pilot_flying_j_truck: 21 })).toMatchObject({
      body: { ...MOTIVE, ...FUEL },
    })
    expect((await trailer({ id: 'A', gomotive_id: 11 })).status).toBe(201)
    expect(await trailer({ gomotive_id: 11 })).toMatchObject({ status: 400, body: MOTIVE })
    expect((await truck('2', { gomotive_id: 12, pilot_flying_j_truck: 22 })).status).toBe(201)
    const change = (body: object) => ruth('PATCH', '/api/trucks/2/', { body })
    expect(await change({ gomotive_id: 11 })).toMatchObject({ status: 400, body: MOTIVE })
    expect(await change({ pilot_flying_j_truck: '21' })).toMatchObject({ status: 400, body: FUEL })
    expect((await change({ gomotive_id: 12, color: 'Red' })).status).toBe(200)
    const identifiers = (await ruth('GET', '/api/transport/identifiers/')).body
    expect(identifiers).toMatchObject({
      gomotive_id: { truck: [11, 12], trailer: [11] },
      pilot_flying_j_truck: [21, 22],
    })
  })

  test('that is given to two units at the same time goes to one', async () => {
    const both = await Promise.all([truck('1', { gomotive_id: 11 }), truck('2', { gomotive_id: 11 })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  test('that two units share from before is reported for both until one of them changes', async () => {
    await truck('1', { gomotive_id: 11 })
    await truck('2', { gomotive_id: 12 })
    const { db } = site
    // The state that a migration leaves when two units had the same id.
    await db.query('test.shared', `update units set gomotive_is_shared = true`)
    await db.query(
      'test.two',
      `with there as (select id from units where id = '2' for update)
       insert into units (id, kind, status, gomotive_id, gomotive_is_shared) select '3', 'truck', 'unassigned', 11, true from there`,
    )
    const shared = async (id: string) => (await ruth('GET', `/api/trucks/${id}/`)).body.shared_ids
    expect([await shared('1'), await shared('2'), await shared('3')]).toEqual([['gomotive_id'], [], ['gomotive_id']])
    const duplicate = { of: "truck's GoMotive ID", id: 11, records: '1, 3' }
    expect(await listSharedIds(db)).toEqual([duplicate])
    // A shared id that does not change is not refused. A third unit cannot get it.
    const change = (id: string, body: object) => ruth('PATCH', `/api/trucks/${id}/`, { body })
    expect((await change('3', { color: 'Red', gomotive_id: 11 })).status).toBe(200)
    expect(await change('2', { gomotive_id: 11 })).toMatchObject({ status: 400, body: MOTIVE })
    expect((await change('3', { gomotive_id: 13 })).status).toBe(200)
    expect([await shared('1'), await shared('3')]).toEqual([[], []])
  })
})

const aDriver = (email: string, gomotive_id: number, pilot_flying_j_driver_id: number) => ({
  ...{ role: 'driver', first_name: 'Ann', last_name: 'Lee', phone: '+1 312 555 0100', email },
  driver: { status: 'on_the_road', position: 'lease', gomotive_id, pilot_flying_j_driver_id },
})
const driver = (...given: Parameters<typeof aDriver>) => ruth('POST', '/api/users/users/', { body: aDriver(...given) })

describe('a driver’s id at a vendor', () => {
  const TAKEN = {
    driver: {
      gomotive_id: ['Another driver has this telematics ID.'],
      pilot_flying_j_driver_id: ['Another driver has this fuel network ID.'],
    },
  }

  test('is unique among drivers, and refused by field', async () => {
    const ann = (await driver('a@haulyard.example', 1, 2)).body
    expect(await driver('b@haulyard.example', 1, 2)).toMatchObject({ status: 400, body: TAKEN })
    const bob = (await driver('b@haulyard.example', 3, 4)).body
    const change = (id: number, driver: object) => ruth('PATCH', `/api/users/users/${id}/`, { body: { driver } })
    expect(await change(bob.id, { gomotive_id: 1, pilot_flying_j_driver_id: 2 })).toMatchObject({
      status: 400,
      body: TAKEN,
    })
    expect((await change(bob.id, { gomotive_id: 3, position: 'owner_operator' })).status).toBe(200)
    // The ids of a user who no longer drives are free for another driver.
    await ruth('PATCH', `/api/users/users/${ann.id}/`, { body: { role: 'fleet_manager' } })
    expect((await change(bob.id, { gomotive_id: 1, pilot_flying_j_driver_id: 2 })).status).toBe(200)
  })

  test('returns with a driver who drives again, unless another driver has it now', async () => {
    const ann = (await driver('a@haulyard.example', 1, 2)).body
    const change = (id: number, body: object) => ruth('PATCH', `/api/users/users/${id}/`, { body })
    await change(ann.id, { role: 'fleet_manager' })
    const bob = (await driver('b@haulyard.example', 1, 3)).body
    const back = (more: object) =>
      change(ann.id, { role: 'driver', driver: { status: 'on_the_road', position: 'lease', ...more } })
    expect(await back({ gomotive_id: 1 })).toMatchObject({
      status: 400,
      body: { driver: { gomotive_id: ['Another driver has this telematics ID.'] } },
    })
    expect(await back({})).toMatchObject({
      status: 200,
      body: { driver: { gomotive_id: null, pilot_flying_j_driver_id: 2 } },
    })
    expect((await ruth('GET', `/api/users/users/${bob.id}/`)).body.driver).toMatchObject({ gomotive_id: 1 })
    const history = await site.db.query(
      'test.lost',
      `select from_value as was, to_value as is from history where area = 'drivers' and field = 'gomotive_id'`,
    )
    expect(history).toEqual([{ was: 1, is: null }])
    // The former owner can get the id again once it is free.
    await change(bob.id, { driver: { gomotive_id: 5 } })
    expect((await change(ann.id, { driver: { gomotive_id: 1 } })).status).toBe(200)
  })
})
