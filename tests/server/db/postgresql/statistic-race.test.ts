import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { storeStatistics } from '#server/modules/dashboard/dashboard-service.ts'
import { parkUnit } from '#tests/support/server/company.ts'
import { openOwnTestDb } from '#tests/support/server/database.ts'

let db: Db
beforeAll(async () => {
  db = await openOwnTestDb()
})
afterAll(() => db.close())

test('several processes that store one Sunday’s figures at the same time store each Sunday once, and none fails', async () => {
  await storeStatistics(db, new Date('2026-11-01T12:00:00Z'))
  // Each uses its own connection, as processes do. Trucks are added at the same time.
  const stores = Array.from({ length: 8 }, () => storeStatistics(db, new Date('2026-11-15T06:00:00Z')))
  const trucks = Array.from({ length: 8 }, (_, n) => parkUnit(db, `${1042 + n}`))
  await Promise.all([...stores, ...trucks])
  const weeks = await db.query<{ sunday: string }>('test.weeks', 'select sunday from statistic_weeks order by sunday')
  expect(weeks.map(({ sunday }) => sunday)).toEqual(['2026-11-01', '2026-11-08', '2026-11-15'])
})
