import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

let site: TestApp
let ruth: Caller
let greg: number

beforeAll(async () => {
  site = await testApp()
})
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
  greg = await hire(site.db, {
    ...{ first_name: 'Greg', last_name: 'Novak', role: 'fleet_manager', email: 'greg@haulyard.example' },
  })
})
afterAll(() => site.close())

const GREG = {
  fleet_manager_name: 'Greg Novak',
  fleet_manager_phone: '+1 312 555 0100',
  fleet_manager_email: 'greg@haulyard.example',
}
const BY_HAND = { ...GREG, fleet_manager_phone: '+1 815 555 0199' }
const contactOf = async (path: string) => {
  const { fleet_manager_name, fleet_manager_phone, fleet_manager_email } = (await ruth('GET', path)).body.extra_info
  return { fleet_manager_name, fleet_manager_phone, fleet_manager_email }
}
const change = (body: object) => ruth('PATCH', `/api/users/users/${greg}/`, { body })

test('a fleet manager’s contact that was copied from a user follows that user; one typed by hand stays', async () => {
  const { body } = await ruth('POST', '/api/trucks/', { body: aTruck('1', GREG) })
  expect(body.extra_info.fleet_manager).toEqual({ id: greg, first_name: 'Greg', last_name: 'Novak' })
  await ruth('POST', '/api/trucks/', { body: aTruck('2', BY_HAND) })
  await ruth('POST', '/api/trailers/', { body: aTrailer({ id: 'A', ...BY_HAND }) })
  await ruth('PATCH', '/api/trailers/A/', { body: { fleet_manager_phone: GREG.fleet_manager_phone } })
  const now = { first_name: 'Gregory', phone: '(815) 555-0111', email: 'gregory@haulyard.example' }
  expect((await change(now)).status).toBe(200)
  const copy = {
    fleet_manager_name: 'Gregory Novak',
    fleet_manager_phone: '(815) 555-0111',
    fleet_manager_email: 'gregory@haulyard.example',
  }
  expect(await contactOf('/api/trucks/1/')).toEqual(copy)
  expect(await contactOf('/api/trailers/A/')).toEqual(copy)
  expect(await contactOf('/api/trucks/2/')).toEqual(BY_HAND)
  const { results } = (await ruth('GET', '/api/history/trucks/1/')).body
  expect(results[0].version).toBe(2)
  expect(results).toContainEqual(
    expect.objectContaining({
      version: 2,
      field: 'fleet_manager_phone',
      from: '+1 312 555 0100',
      to: '(815) 555-0111',
    }),
  )
  // A contact that was edited by hand is no longer a copy. With the user's data again, it is a copy again.
  await ruth('PATCH', '/api/trucks/1/', { body: { fleet_manager_phone: '+1 312 555 0000' } })
  await change({ phone: '+1 815 555 0001' })
  expect((await contactOf('/api/trucks/1/')).fleet_manager_phone).toBe('+1 312 555 0000')
  await ruth('PATCH', '/api/trucks/1/', { body: { fleet_manager_phone: '+1 815 555 0001' } })
  await change({ phone: '+1 815 555 0002' })
  expect((await contactOf('/api/trucks/1/')).fleet_manager_phone).toBe('+1 815 555 0002')
})

test('a change of a user’s other fields changes no unit', async () => {
  await ruth('POST', '/api/trucks/', { body: aTruck('1', GREG) })
  await change({ user_permissions: [1] })
  expect((await ruth('GET', '/api/trucks/1/')).body.version).toBe(1)
})
