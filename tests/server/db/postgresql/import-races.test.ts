import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { decideDuplicates } from '#server/modules/imports/duplicates/duplicate-service.ts'
import { checkReport, importReport, type Report, undoBatch } from '#server/modules/imports/import-service.ts'
import { NOW } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { openOwnTestDb } from '#tests/support/server/database.ts'
import { addTruck, tollReport, tolls } from '#tests/support/yard/reports.ts'

let db: Db
beforeAll(async () => {
  db = await openOwnTestDb()
})
afterAll(() => db.close())

/** Queried outside a transaction: inside one, the list of connections would never change. */
const untilOneStatementWaits = () =>
  expect
    .poll(() =>
      db.query(
        'test.waiting',
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    )
    .toHaveLength(1)

test('a toll whose truck is deleted during its import has no owner', async () => {
  await addTruck(db, '1', { plate: 'P1' })
  const report: Report = {
    kind: 'tolls',
    name: 'a.csv',
    async *bytes() {
      yield Buffer.from(tollReport('11/19/2026,Skyway,ISTHA,P1,,,4.20,'))
    },
  }
  const judged = await checkReport(report, NOW, 1)
  const [isDeleted, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deleting = db.tx(async (sql) => {
    await sql.query('test.unit_goes', `delete from units where id = '1'`)
    isDeleted.resolve()
    await mayCommit.promise
  })
  await isDeleted.promise
  const by = { client_id: null, origin: 'folder', user: null, now: NOW } as const
  const importing = db.tx((sql) => importReport(sql, report, judged, by))
  await untilOneStatementWaits().finally(() => mayCommit.resolve())
  await Promise.all([deleting, importing])
  expect(await tolls(db)).toEqual([{ unit_id: null, date: '2026-11-19', amount: 4.2 }])
})

test('a duplicate that is removed while the import of the row that stays is undone is back in the books afterward', async () => {
  await db.query('test.clear', 'delete from toll_transactions')
  const user = await hire(db, { role: 'administrator' })
  await db.query(
    'test.twice',
    `with b as (insert into import_batches (kind, origin, file_name, file_hash, row_count, created_at)
         values ('tolls', 'upload', 'week.csv', sha256('w'), 1, now()), ('tolls', 'upload', 'month.csv', sha256('m'), 1, now())
         returning id, file_name),
       t as (insert into toll_transactions (date, amount, plaza, source, source_key, batch_id)
         select date '2026-11-03', 21, 'Exit 7', 'report', file_name, id from b returning id, batch_id, source_key)
     insert into duplicate_expenses (kind, stays_id, again_id, is_sure, stays, again, batch_id)
     select 'tolls', s.id, a.id, false, '{"date": "2026-11-03"}', '{"date": "2026-11-03"}', a.batch_id
     from t s, t a where s.source_key = 'week.csv' and a.source_key = 'month.csv'`,
  )
  const [one] = await db.query<{ id: number; week: number }>(
    'test.which',
    `select d.id, (select id from import_batches where file_name = 'week.csv') as week from duplicate_expenses d`,
  )
  const { id = 0, week = 0 } = one ?? {}
  const [isRemoved, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deciding = db.tx(async (sql) => {
    await decideDuplicates(sql, { ids: [id], from: 'open', to: 'removed' }, user, NOW)
    isRemoved.resolve()
    await mayCommit.promise
  })
  await isRemoved.promise
  const undoing = db.tx((sql) => undoBatch(sql, week, user, NOW))
  await untilOneStatementWaits().finally(() => mayCommit.resolve())
  await Promise.all([deciding, undoing])
  expect(await tolls(db)).toMatchObject([{ amount: 21 }])
})
