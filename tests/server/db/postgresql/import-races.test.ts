import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { judgeReport, type Report, takeReport } from '#server/modules/imports/import-service.ts'
import { NOW } from '#tests/support/app.ts'
import { openOwnTestDb } from '#tests/support/database.ts'
import { equip, tollReport, tolls } from '#tests/support/reports.ts'

let db: Db
beforeAll(async () => {
  db = await openOwnTestDb()
})
afterAll(() => db.close())

test('a truck that is deleted at the moment in which its toll comes in leaves the toll with nobody', async () => {
  await equip(db, '1', { plate: 'P1' })
  const report: Report = {
    kind: 'tolls',
    name: 'a.csv',
    async *bytes() {
      yield Buffer.from(tollReport('11/19/2026,Skyway,ISTHA,P1,,,4.20,'))
    },
  }
  const judged = await judgeReport(report, NOW, 1)
  const [isGoing, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const going = db.tx(async (sql) => {
    await sql.query('test.unit_goes', `delete from units where id = '1'`)
    isGoing.resolve()
    await mayGo.promise
  })
  await isGoing.promise
  const by = { client_id: null, origin: 'folder', user: null, now: NOW } as const
  const taking = db.tx((sql) => takeReport(sql, report, judged, by))
  // Asked outside of a transaction, which would see the same list of connections for as long as it lasts.
  const waiting = () =>
    db.query(
      'test.waiting',
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  await expect
    .poll(waiting)
    .toHaveLength(1)
    .finally(() => mayGo.resolve())
  await Promise.all([going, taking])
  expect(await tolls(db)).toEqual([{ unit_id: null, date: '2026-11-19', amount: 4.2 }])
})
