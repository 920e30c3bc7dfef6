import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables, openOwnTestDb } from '#tests/support/server/database.ts'

let site: TestApp
let ruth: Caller
beforeAll(async () => {
  site = await testApp({ database: await openOwnTestDb() })
})
beforeEach(async () => {
  await emptyTables(site.db)
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
})
afterAll(() => site.close())

const MAYA = { first_name: 'Maya', last_name: 'Okafor', email: 'maya@haulyard.example' }
const PHONE = '+1 312 555 0100'
const MOVED = '+1 312 555 0199'
const contact = () =>
  site.db.query<{ id: string; phone: string; manager: number | null }>(
    'test.contact',
    'select id, fleet_manager_phone as phone, fleet_manager_id as manager from units order by id',
  )

test('a unit that copies a fleet manager’s contact during a phone change ends up with the new phone', async () => {
  const maya = await hire(site.db, { role: 'fleet_manager', ...MAYA })
  await ruth('POST', '/api/trucks/', { body: aTruck('1') })
  const written = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const copying = site.db.tx(async (sql) => {
    await sql.query(
      'test.copy',
      `update units set fleet_manager_name = 'Maya Okafor', fleet_manager_phone = $1, fleet_manager_email = $2`,
      [PHONE, MAYA.email],
    )
    written.resolve()
    await mayEnd.promise
  })
  await written.promise
  let isMoved = false
  const moving = ruth('PATCH', `/api/users/users/${maya}/`, { body: { phone: MOVED } }).then((answer) => {
    isMoved = true
    return answer
  })
  // Either the change waits for the copy, or it is done without having seen it.
  await eventually(async () => {
    const waiting = await site.db.query(
      'test.waiting',
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(isMoved || waiting.length > 0).toBe(true)
  })
  mayEnd.resolve()
  await copying
  expect((await moving).status).toBe(200)
  expect(await contact()).toEqual([{ id: '1', phone: MOVED, manager: maya }])
})
