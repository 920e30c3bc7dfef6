import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { matchExpenses } from '#server/modules/feeds/expense-rows.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

let site: TestApp
let ruth: Caller
let maria: number
let manager: number

beforeAll(async () => {
  site = await testApp()
})
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
  manager = await hire(site.db, { role: 'fleet_manager', view: ['maintenance'], edit: ['maintenance'] })
  maria = await hireDriver(site.db, { first_name: 'Maria', last_name: 'Lopez' })
})
afterAll(() => site.close())

let truckCount = 0
/** Each truck gets vendor ids of its own, even one with a number that another truck had. */
const truck = (number: string, over: Record<string, unknown> = {}) => {
  truckCount += 1
  return ruth('POST', '/api/trucks/', {
    body: aTruck(number, { gomotive_id: truckCount, pilot_flying_j_truck: truckCount, ...over }),
  })
}
const trailer = (over: Record<string, unknown> = {}) => ruth('POST', '/api/trailers/', { body: aTrailer(over) })
const renumber = (path: string, unit_number: string) => ruth('PATCH', path, { body: { unit_number } })
const aReport = (transport: string) => ({
  ...{ fleet_manager: manager, transport, career: 'Joliet Truck Care', total_cost: 412.5 },
  ...{ service_type: 'pm_a', report_type: 'no_defect' },
})
const get = async (path: string) => (await ruth('GET', path)).body
const listNumbers = async (path: string) =>
  (await get(path)).results.map(({ id, number, formerly }: Record<string, unknown>) => [id, number, formerly])

describe('a truck renumbered from 205 to 305', () => {
  beforeEach(async () => {
    await truck('205', { driver: maria })
    expect((await renumber('/api/trucks/205/', '305')).body).toMatchObject({
      ...{ id: '205', number: '305', formerly: ['205'], extra_info: { unit_number: '305' } },
    })
  })

  test('is called 305 with its driver, in the schedule and in pickers, and keeps its id', async () => {
    expect(await get('/api/trucks/205/')).toMatchObject({ id: '205', number: '305', formerly: ['205'] })
    const expected = { truck: '205', truck_number: '305' }
    expect(await get(`/api/drivers/${maria}/`)).toMatchObject(expected)
    expect((await get('/api/drivers/mini-list/')).results).toMatchObject([expected])
    expect((await get('/api/schedule/')).results.at(-1).drivers).toMatchObject([expected])
    expect((await get('/api/trucks/mini-list/')).results).toMatchObject([{ number: '305', formerly: ['205'] }])
    expect((await get('/api/transport/mini-list/')).results).toMatchObject([
      { id: '205', title: '305 · Freightliner Cascadia' },
    ])
    expect((await get('/api/trucks/identifiers/')).unitNumbers).toEqual(['305'])
    expect((await get('/api/bestpass/vehicles/')).results).toMatchObject([{ UnitNumber: '305' }])
  })

  test('is called 305 on the map, whatever the vendor calls it', async () => {
    await site.db.query(
      'test.vehicle',
      `insert into telematics_vehicles (id, number, make, model, vin, license_plate_state, license_plate_number)
       select gomotive_id, '205', '', '', '', '', '' from units`,
    )
    expect(await get('/api/gomotive/vehicles/')).toMatchObject({
      vehicles: [{ vehicle: { number: '205', unit: { id: '205', number: '305', formerly: ['205'] } } }],
    })
    expect(await get('/api/gomotive/drivers/')).toMatchObject({ drivers: [{ driver: { truck_number: '305' } }] })
  })

  test('is called 305 in refusals and histories', async () => {
    const other = await hireDriver(site.db, { first_name: 'Ron', last_name: 'Hill' })
    const refused = await ruth('PATCH', `/api/drivers/${other}/`, { body: { truck_id: '205' } })
    expect(refused.body.truck_id).toEqual(['Truck 305 is assigned to Maria Lopez now.'])
    const { results } = await get(`/api/history/drivers/${maria}/`)
    expect(results).toMatchObject([{ field: 'truck_id', from: null, to: '305' }])
    expect((await get('/api/history/trucks/205/')).results).toContainEqual(
      expect.objectContaining({ field: 'unit_number', from: '205', to: '305' }),
    )
    await ruth('DELETE', '/api/trucks/205/')
    expect((await ruth('PATCH', '/api/trucks/205/', { body: { color: 'Red' } })).body.detail).toMatch(/^Truck 305 was/)
  })

  test('is found by 205 and by 305, and its driver by 305', async () => {
    const one = [['205', '305', ['205']]]
    expect(await listNumbers('/api/trucks/?search=205')).toEqual(one)
    expect(await listNumbers('/api/trucks/?search=305')).toEqual(one)
    expect((await get('/api/drivers/?search=305')).count).toBe(1)
  })

  test('leaves its number to a new truck 205, and both remain separate', async () => {
    const created = await truck('205', { licence_plate: 'NEW 1', transponder_id: 'N 1' })
    expect([created.status, created.body.number]).toEqual([201, '205'])
    expect(created.body.id).not.toBe('205')
    expect((await listNumbers('/api/trucks/')).map(([, number]: string[]) => number)).toEqual(['205', '305'])
    expect((await listNumbers('/api/trucks/?search=205')).length).toBe(2)
    expect((await get(`/api/trucks/${created.body.id}/`)).number).toBe('205')
    expect(await truck('20-5')).toMatchObject({ status: 400, body: { unit_number: ['Another unit has this number.'] } })
    expect(await renumber('/api/trucks/205/', '205')).toMatchObject({
      status: 400,
      body: { unit_number: [expect.stringMatching(/number/)] },
    })
    // The second truck can be renumbered too: a third one then takes the number.
    await renumber(`/api/trucks/${created.body.id}/`, '206')
    const third = await truck('205', { licence_plate: 'NEW 2', transponder_id: 'N 2' })
    expect([third.status, new Set(['205', created.body.id, third.body.id]).size]).toEqual([201, 3])
  })

  test('is called 305 in its reports, even after it was deleted', async () => {
    const created = await ruth('POST', '/api/maintenance/inspections/', { body: aReport('205') })
    expect(created.body.transport).toMatchObject({ id: '205', number: '305', title: '305 · Freightliner Cascadia' })
    await ruth('DELETE', '/api/trucks/205/')
    const { transport } = await get(`/api/maintenance/inspections/${created.body.id}/`)
    expect(transport).toMatchObject({ number: '305', title: '305 · Freightliner Cascadia', is_deleted: true })
  })

  test('that gets its old number back was formerly 305 only', async () => {
    expect((await renumber('/api/trucks/205/', '205')).body).toMatchObject({ number: '205', formerly: ['305'] })
  })
})

describe('a trailer’s number', () => {
  test('can be changed to another one that no truck has', async () => {
    await truck('205')
    const { id } = (await trailer()).body
    expect((await renumber(`/api/trailers/${id}/`, 'R 9')).body).toMatchObject({ id, number: 'R 9', formerly: [id] })
    expect(await listNumbers('/api/trailers/?search=r')).toEqual([[id, 'R 9', [id]]])
    for (const [path, number] of [
      [`/api/trailers/${id}/`, '2-05'],
      ['/api/trucks/205/', 'r9'],
    ] as const)
      expect(await renumber(path, number)).toMatchObject({
        ...{ status: 400, body: { unit_number: ['Another unit has this number.'] } },
      })
  })

  test('is its id unless set, and can be set separately', async () => {
    expect((await trailer({ id: 'Big One' })).body).toMatchObject({ id: 'Big One', number: 'Big One' })
    expect((await trailer({ unit_number: 'R 1' })).body).toMatchObject({ id: 'R 1', number: 'R 1' })
    expect((await trailer({ id: 'X', unit_number: 'R 2' })).body).toMatchObject({ id: 'X', number: 'R 2' })
    expect(await trailer({ id: 'R2' })).toMatchObject({ status: 400, body: { id: ['Another unit has this number.'] } })
  })

  test('that is assigned automatically is never one to which a trailer was renumbered', async () => {
    const { id } = (await trailer()).body
    const next = `TL-${Number(String(id).slice(3)) + 1}`
    await renumber(`/api/trailers/${id}/`, next)
    const created = await trailer()
    expect([created.status, created.body.number]).not.toEqual([201, next])
    expect(created.status).toBe(201)
  })
})

test('the id of a unit cannot be changed, and the refusal names the field of the number', async () => {
  await truck('205')
  const refused = await ruth('PATCH', '/api/trucks/205/', { body: { id: '305' } })
  expect(refused).toMatchObject({ status: 400, body: { id: [expect.stringMatching(/unit_number/)] } })
  expect((await ruth('PATCH', '/api/trucks/205/', { body: { id: '205', color: 'Red' } })).status).toBe(200)
})

describe('tolls and fuel by unit number', () => {
  const tolls = async (rows: readonly (readonly [number: string, date: string])[]) => {
    for (const [table, more, values] of [
      ['toll_transactions', '', ''],
      ['fuel_transactions', ', gallons', ', 10'],
    ])
      for (const [at, [number, date]] of rows.entries())
        await site.db.query(
          `test.expense.${table}`,
          `insert into ${table} (date, amount, unit_number, source, source_key${more})
           values ($2::date, 1, $1, 'test', $3${values})`,
          [number, date, `${at}`],
        )
    await matchExpenses(site.db)
    const unitsOf = async (table: string) =>
      (
        await site.db.query<{ unit_id: string | null }>(
          `test.matched.${table}`,
          `select unit_id from ${table} order by source_key::integer`,
        )
      ).map(({ unit_id }) => unit_id)
    const [toll, fuel] = [await unitsOf('toll_transactions'), await unitsOf('fuel_transactions')]
    expect(fuel).toEqual(toll)
    return toll
  }

  test('belong to the unit that had the number on that day', async () => {
    site.clock.now = new Date('2026-03-10T18:00:00Z')
    ruth = await site.as(await hire(site.db, { role: 'administrator' }))
    await truck('205')
    await renumber('/api/trucks/205/', '305')
    site.clock.now = new Date('2026-06-01T18:00:00Z')
    ruth = await site.as(await hire(site.db, { role: 'administrator' }))
    const { id } = (await truck('205', { licence_plate: 'NEW 1', transponder_id: 'N 1' })).body
    await truck('400', { licence_plate: 'NEW 2', transponder_id: 'N 2' })
    expect(
      await tolls([
        ['205', '2026-03-09'], // before it was renumbered
        ['2 05', '2025-01-01'],
        ['205', '2026-03-10'], // from that day on the number belongs to the next truck
        ['205', '2026-06-02'],
        ['305', '2026-03-11'],
        ['305', '2026-03-01'], // no other unit had the number then
        ['400', '2025-01-01'],
        ['401', '2026-06-02'],
      ]),
    ).toEqual(['205', '205', id, id, '205', '205', '400', null])
  })

  test('belong to a unit that had the number for a while on those days only', async () => {
    const renumberedOn = async (day: string, number: string) => {
      site.clock.now = new Date(`${day}T18:00:00Z`)
      ruth = await site.as(await hire(site.db, { role: 'administrator' }))
      await renumber('/api/trucks/100/', number)
    }
    await truck('100')
    await renumberedOn('2027-01-10', '205')
    await renumberedOn('2027-02-10', '305')
    expect(
      await tolls([
        ['100', '2027-01-09'],
        ['205', '2027-01-09'],
        ['205', '2027-01-10'],
        ['205', '2027-02-09'],
        ['205', '2027-02-10'],
        ['205', '2027-02-11'],
        ['100', '2027-01-11'],
      ]),
    ).toEqual(['100', null, '100', '100', '100', null, null])
  })
})
