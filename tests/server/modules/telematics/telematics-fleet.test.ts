import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { seedDemo } from '#server/demo/company/demo.ts'
import { findFleetTrailers, findFleetTrucks } from '#server/modules/telematics/fleet-repository.ts'
import { assignUnit, hireDriver, parkUnit } from '#tests/support/server/company.ts'
import { emptyTables, openTestDb } from '#tests/support/server/database.ts'
import { telematicsFleet } from '#tests/support/yard/simulated-fleet.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDb()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

const findFleet = async () => ({ trucks: await findFleetTrucks(db), trailers: await findFleetTrailers(db) })
const connect = (unit: string, gomotive: number) =>
  db.query('test.connect', 'update units set gomotive_id = $2 where id = $1', [unit, gomotive])

describe('the telematics fleet', () => {
  test('contains trucks with their drivers, and trailers with the truck that pulls them, by id', async () => {
    const driver = await hireDriver(db)
    await db.query('test.connect_driver', 'update drivers set gomotive_id = 55 where id = $1', [driver])
    await assignUnit(db, driver, 'truck', '20')
    await assignUnit(db, driver, 'trailer', 'TL-2')
    await parkUnit(db, '10')
    await parkUnit(db, 'TL-1', { kind: 'trailer', status: 'for_sale' })
    for (const [unit, id] of [
      ['20', 1],
      ['10', 2],
      ['TL-1', 3],
      ['TL-2', 4],
    ] as const)
      await connect(unit, id)
    const { trucks, trailers } = await findFleet()
    expect(trucks).toMatchObject([
      { id: '10', gomotive_id: 2, driver: null },
      { id: '20', gomotive_id: 1, driver: { id: driver, gomotive_id: 55, first_name: 'Terrence', last_name: 'Boone' } },
    ])
    expect(trailers).toMatchObject([
      { id: 'TL-1', gomotive_id: 3, status: 'for_sale', truck: null },
      { id: 'TL-2', gomotive_id: 4, status: 'assigned', truck: '20' },
    ])
  })

  test('does not contain units that the vendor does not know', async () => {
    await parkUnit(db, '10')
    await parkUnit(db, 'TL-1', { kind: 'trailer' })
    expect(await findFleet()).toEqual({ trucks: [], trailers: [] })
  })

  test('of the demo company equals the simulated fleet', async () => {
    await seedDemo(db, {
      drivers: 60,
      today: '2026-11-21',
      now: new Date('2026-11-21T15:00:00Z'),
      passwordHash: 'a hash',
    })
    const simulated = telematicsFleet()
    const { trucks, trailers } = await findFleet()
    expect([trucks.length, trailers.length]).toEqual([simulated.trucks.length, simulated.trailers.length])
    for (const [index, truck] of trucks.entries()) expect(simulated.trucks[index]).toMatchObject(truck)
    for (const [index, trailer] of trailers.entries()) expect(simulated.trailers[index]).toMatchObject(trailer)
  })
})
