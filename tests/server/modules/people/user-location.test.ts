import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePositions } from '#server/modules/telematics/poll-service.ts'
import { aFix, aVehicle } from '#tests/support/builders/a-telematics.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDriver } from '#tests/support/server/company.ts'

let site: TestApp
let ruth: Caller
let driver: number
beforeAll(async () => {
  site = await testApp()
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
  driver = await hireDriver(site.db)
  await hireDriver(site.db)
  await assignUnit(site.db, driver, 'truck', '1042')
  await site.db.query('test.signed', 'update drivers set gomotive_id = 1180000 where id = $1', [driver])
  await site.db.query('test.vendor', `update units set gomotive_id = 730001 where id = '1042'`)
})
afterAll(() => site.close())

const userOf = async (id: number) => {
  const [row] = await site.db.query<{ user_id: number }>('test.user', 'select user_id from drivers where id = $1', [id])
  return row?.user_id
}
const locationFor = async (caller: Caller) =>
  (await caller('GET', `/api/users/users/${await userOf(driver)}/`)).body.current_location

test('a driver’s user record has the location from the map, for users who may view drivers', async () => {
  expect(await locationFor(ruth)).toBeNull()
  await storePositions(site.db, {
    vehicles: [aVehicle({ current_location: aFix({ description: 'Gary, IN' }) })],
    assets: [],
  })
  expect(await locationFor(ruth)).toEqual({ description: 'Gary, IN' })
  const { body } = await ruth('GET', '/api/users/users/?role=driver')
  const places = body.results.map((row: { current_location: unknown }) => row.current_location)
  expect(places.toSorted()).toEqual([{ description: 'Gary, IN' }, null])
  const viewer = await site.as(await hire(site.db, { view: ['drivers'] }))
  expect(await locationFor(viewer)).toEqual({ description: 'Gary, IN' })
  const other = await site.as(await hire(site.db, { view: ['schedule', 'trucks'] }))
  expect(await locationFor(other)).toBeUndefined()
})

test('the vehicle that a driver is signed on to takes precedence over the assigned truck', async () => {
  const borrowed = aVehicle({
    id: 9,
    current_driver: { id: 1_180_000, first_name: 'Terry', last_name: 'Boone' },
    current_location: aFix({ description: 'Joliet, IL' }),
  })
  const own = aVehicle({ current_location: aFix({ description: 'Gary, IN' }) })
  await storePositions(site.db, { vehicles: [own, borrowed], assets: [] })
  expect(await locationFor(ruth)).toEqual({ description: 'Joliet, IL' })
})
