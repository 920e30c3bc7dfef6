import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { driverStore as storeOf } from '#server/modules/drivers/driver-repository.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { openOwnTestDb } from '#tests/support/server/database.ts'

const PHOTO = '/api/files/x/photo.png'
const driverStore = storeOf({ first: '2026-11-15', last: '2026-11-21' })
let db: Db
beforeAll(async () => {
  db = await openOwnTestDb()
})
afterAll(() => db.close())

const waitingStatements = () =>
  db.query(
    'test.waiting',
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )

test('a change that waits for another change of the driver sees the photo set by that change', async () => {
  const [user, driver] = [await hire(db), await hireDriver(db)]
  const author = { user, device: null, now: new Date('2026-11-21T15:00:00Z') }
  const isLocked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const first = db.tx(async (sql) => {
    const locked = await driverStore.lock(sql, driver)
    if (!locked) throw new Error('there is no driver')
    isLocked.resolve()
    await goOn.promise
    const changes = [{ field: 'photo', from: null, to: PHOTO }]
    const log = { area: driverStore.area, version: 2, author, changes }
    await driverStore.write(sql, driver, { ...locked.fields, photo: PHOTO }, log)
  })
  await isLocked.promise
  const second = db.tx((sql) => driverStore.lock(sql, driver))
  await expect.poll(waitingStatements).toHaveLength(1)
  goOn.resolve()
  await first
  expect(await second).toMatchObject({ version: 2, fields: { photo: PHOTO } })
})
