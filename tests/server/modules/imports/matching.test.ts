import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db, Sql } from '#server/db/db.ts'
import { matchExpenses } from '#server/modules/feeds/feed-service.ts'
import { judgeReport, type Report, takeReport } from '#server/modules/imports/import-service.ts'
import { previewReport } from '#server/modules/imports/preview-report.ts'
import { NOW } from '#tests/support/app.ts'
import { hireDriver, markTruck, parkUnit } from '#tests/support/company.ts'
import { emptyTables, openTestDb } from '#tests/support/database.ts'
import { fuel, fuelReport, tollReport, tolls } from '#tests/support/reports.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDb()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

const reportOf = (kind: Report['kind'], text: string): Report => ({
  kind,
  name: 'a.csv',
  async *bytes() {
    yield Buffer.from(text)
  },
})
const by = { client_id: null, origin: 'folder', user: null, now: NOW } as const

async function takeIn(report: Report): Promise<void> {
  const judged = await judgeReport(report, NOW, 1)
  await db.tx((sql) => takeReport(sql, report, judged, by))
}
const giveCard = (driver: number) =>
  db.query('test.card', 'update drivers set pilot_flying_j_driver = 7731 where id = $1', [driver])

const FUEL = fuelReport(
  '11/19/2026,13:05,007731,,a 9,Joliet,IL,ULSD,100.5,402.10,1',
  '11/19/2026,13:06,no card,,,Joliet,IL,ULSD,10,40.00,2',
  '11/19/2026,13:07,99999999999999999999,,,Joliet,IL,ULSD,10,41.00,3',
)

test('what a report names is kept, and found when the company gets to know it', async () => {
  await takeIn(reportOf('tolls', tollReport('11/19/2026,Skyway,ISTHA,ZZ 1,,,4.20,', '11/19/2026,Skyway,ISTHA,,,,1,')))
  await takeIn(reportOf('fuel', FUEL))
  expect(
    await db.query('test.named', 'select unit_number, network_driver from fuel_transactions order by id'),
  ).toMatchObject([
    { unit_number: 'a 9', network_driver: 7731 },
    { unit_number: '', network_driver: null },
    { network_driver: null },
  ])
  await matchExpenses(db)
  expect([await tolls(db), await fuel(db)].flat().map(({ unit_id }) => unit_id)).toEqual([null, null, null, null, null])
  await parkUnit(db, '1')
  await markTruck(db, '1', { plate: 'zz-1', number: 'A-9' })
  const holder = await hireDriver(db)
  await giveCard(holder)
  await matchExpenses(db)
  expect(await tolls(db)).toMatchObject([{ unit_id: '1' }, { unit_id: null }])
  expect(await fuel(db)).toMatchObject([{ unit_id: '1', driver_id: holder }, { unit_id: null, driver_id: null }, {}])
})

test('a dry run tells whom the company does not know, those of the most rows first', async () => {
  await giveCard(await hireDriver(db))
  expect(await previewReport(db, reportOf('fuel', FUEL), NOW)).toMatchObject({
    unmatched_count: 3,
    unmatched: [
      { name: 'Driver 99999999999999999999', rows: 1 },
      { name: 'Driver no card', rows: 1 },
      { name: 'Unit a 9', rows: 1 },
    ],
  })
})

test('a truck and a driver who go while a report is read leave their rows with nobody', async () => {
  await parkUnit(db, '1')
  await parkUnit(db, '2')
  const gone = await hireDriver(db, { first_name: 'Ana', last_name: 'Ruiz' })
  const rows = Array.from(
    { length: 2400 },
    (_, n) => `11/19/2026,13:05,,Ana Ruiz,${(n % 2) + 1},Joliet,IL,DEF,5,2.00,${n}`,
  )
  const report = reportOf('fuel', fuelReport(...rows))
  const judged = await judgeReport(report, NOW, 1)
  await db.tx(async (sql) => {
    const parts = halves(fuelReport(...rows), () => leave(sql, '1', gone))
    await takeReport(sql, { ...report, bytes: parts }, judged, by)
  })
  const taken = await db.query(
    'test.taken',
    `select unit_id, driver_id, count(*)::integer as n from fuel_transactions group by 1, 2 order by 1 nulls last`,
  )
  expect(taken).toEqual([
    { unit_id: '2', driver_id: null, n: 1200 },
    { unit_id: null, driver_id: null, n: 1200 },
  ])
})

async function leave(sql: Sql, unit: string, driver: number): Promise<void> {
  await sql.query('test.unit_goes', 'delete from units where id = $1', [unit])
  await sql.query('test.driver_goes', 'delete from drivers where id = $1', [driver])
}

/** A text in two parts, with something between them. */
const halves = (text: string, between: () => Promise<void>) =>
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text.slice(0, text.length / 2))
    await between()
    yield Buffer.from(text.slice(text.length / 2))
  }

test('two trucks whose numbers differ but in letters beyond A to Z are two', async () => {
  for (const [id, number] of [
    ['1', 'é9'],
    ['2', 'É9'],
  ] as const) {
    await parkUnit(db, id)
    await markTruck(db, id, { number })
  }
  await takeIn(reportOf('tolls', tollReport('11/19/2026,Skyway,ISTHA,,,É-9,4.20,', '11/19/2026,Skyway,ISTHA,,,é 9,1,')))
  expect(await tolls(db)).toMatchObject([{ unit_id: '2' }, { unit_id: '1' }])
})
