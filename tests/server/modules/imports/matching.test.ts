import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db, Sql } from '#server/db/db.ts'
import { matchExpenses, storeMatchedFuel, storeMatchedTolls } from '#server/modules/feeds/expense-rows.ts'
import { checkReport, importReport, type Report } from '#server/modules/imports/import-service.ts'
import { previewReport } from '#server/modules/imports/preview-report.ts'
import { NOW } from '#tests/support/server/app.ts'
import { hireDriver, parkUnit, setIdentifiers } from '#tests/support/server/company.ts'
import { emptyTables, openTestDb } from '#tests/support/server/database.ts'
import { fuel, fuelReport, tollReport, tolls } from '#tests/support/yard/reports.ts'

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
const importedBy = { client_id: null, origin: 'folder', user: null, now: NOW } as const

async function takeIn(report: Report): Promise<void> {
  const judged = await checkReport(report, NOW, 1)
  await db.tx((sql) => importReport(sql, report, judged, importedBy))
}
const giveCard = (driver: number) =>
  db.query('test.card', 'update drivers set pilot_flying_j_driver = 7731 where id = $1', [driver])

const FUEL = fuelReport(
  '11/19/2026,13:05,007731,,a 9,Joliet,IL,ULSD,100.5,402.10,1',
  '11/19/2026,13:06,no card,,,Joliet,IL,ULSD,10,40.00,2',
  '11/19/2026,13:07,99999999999999999999,,,Joliet,IL,ULSD,10,41.00,3',
)

test('unknown vehicles and drivers of a report are stored, and matched once the company adds them', async () => {
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
  await setIdentifiers(db, '1', { plate: 'zz-1', number: 'A-9' })
  const holder = await hireDriver(db)
  await giveCard(holder)
  await matchExpenses(db)
  expect(await tolls(db)).toMatchObject([{ unit_id: '1' }, { unit_id: null }])
  expect(await fuel(db)).toMatchObject([{ unit_id: '1', driver_id: holder }, { unit_id: null, driver_id: null }, {}])
})

test('the preview lists the units and drivers that the company does not know, those with the most rows first', async () => {
  await giveCard(await hireDriver(db))
  const report = fuelReport(
    '11/19/2026,13:05,007731,,a 9,Joliet,IL,ULSD,100.5,402.10,1',
    '11/19/2026,13:06,no card,,,Joliet,IL,ULSD,10,40.00,2',
    '11/19/2026,13:07,99999999999999999999,,,Joliet,IL,ULSD,10,41.00,3',
    '11/19/2026,13:08,no card,,,Joliet,IL,ULSD,10,42.00,4',
    '11/19/2026,13:09,007731,,b 7,Joliet,IL,ULSD,10,43.00,5',
    '11/19/2026,13:10,007731,,b 7,Joliet,IL,ULSD,10,44.00,6',
    '11/19/2026,13:11,007731,,b 7,Joliet,IL,ULSD,10,45.00,7',
  )
  expect(await previewReport(db, reportOf('fuel', report), NOW)).toMatchObject({
    unmatched_count: 7,
    unmatched: [
      { name: 'Unit b 7', rows: 3 },
      { name: 'Driver no card', rows: 2 },
      { name: 'Driver 99999999999999999999', rows: 1 },
      { name: 'Unit a 9', rows: 1 },
    ],
  })
})

test('rows of a truck and a driver that are deleted while the report is read have no owner', async () => {
  await parkUnit(db, '1')
  await parkUnit(db, '2')
  const gone = await hireDriver(db, { first_name: 'Ana', last_name: 'Ruiz' })
  // A stored row would prevent the deletion of its owners until the import ends: the rows of Ana and unit 1 come last.
  const ownersOf = (n: number) => (n < 1200 ? 'Ben Cole,2' : 'Ana Ruiz,1')
  const rows = Array.from({ length: 2400 }, (_, n) => `11/19/2026,13:05,,${ownersOf(n)},Joliet,IL,DEF,5,2.00,${n}`)
  const report = reportOf('fuel', fuelReport(...rows))
  const judged = await checkReport(report, NOW, 1)
  await db.tx(async (sql) => {
    const parts = halves(fuelReport(...rows), () => deleteOwners(sql, '1', gone))
    await importReport(sql, { ...report, bytes: parts }, judged, importedBy)
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

async function deleteOwners(sql: Sql, unit: string, driver: number): Promise<void> {
  await sql.query('test.unit_goes', 'delete from units where id = $1', [unit])
  await sql.query('test.driver_goes', 'delete from drivers where id = $1', [driver])
}

/** Yields a text in two parts, and runs `between` after the first. */
const halves = (text: string, between: () => Promise<void>) =>
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text.slice(0, text.length / 2))
    await between()
    yield Buffer.from(text.slice(text.length / 2))
  }

test('two truck numbers that differ only in the case of non-ASCII letters belong to two trucks', async () => {
  for (const [id, number] of [
    ['1', 'é9'],
    ['2', 'É9'],
  ] as const) {
    await parkUnit(db, id)
    await setIdentifiers(db, id, { number })
  }
  await takeIn(reportOf('tolls', tollReport('11/19/2026,Skyway,ISTHA,,,É-9,4.20,', '11/19/2026,Skyway,ISTHA,,,é 9,1,')))
  expect(await tolls(db)).toMatchObject([{ unit_id: '2' }, { unit_id: '1' }])
})

test('a number belongs to the unit that had it on that day, in reports and in vendor feeds', async () => {
  for (const [id, number] of [
    ['205', '305'],
    ['b', '205'],
    ['c', '400'],
    ['d', '900'],
  ] as const) {
    await parkUnit(db, id)
    await setIdentifiers(db, id, { number })
  }
  await db.script(
    null,
    `insert into former_unit_numbers (unit_id, number, since, until) values
       ('205', '205', null, '2026-03-10'), ('d', '700', null, '2026-02-01'), ('d', '701', '2026-02-01', '2026-04-01')`,
  )
  const named = [
    ['205', '2026-03-09', '205'],
    ['2 05', '2025-01-01', '205'],
    ['205', '2026-03-10', 'b'],
    ['205', '2026-06-02', 'b'],
    ['305', '2026-03-11', '205'],
    ['305', '2026-03-01', '205'],
    ['400', '2025-01-01', 'c'],
    ['701', '2026-01-31', null],
    ['701', '2026-02-01', 'd'],
    ['701', '2026-04-01', 'd'],
    ['701', '2026-04-02', null],
    ['d', '2026-06-02', null],
  ] as const
  await takeIn(
    reportOf('tolls', tollReport(...named.map(([number, day], n) => `${day},Skyway,ISTHA,,,${number},${n + 1},`))),
  )
  const rows = named.map(([number, day], n) => `${day},13:05,,,${number},Joliet,IL,ULSD,10,${n + 1}.00,${n}`)
  await takeIn(reportOf('fuel', fuelReport(...rows)))
  const found = async () => [await tolls(db), await fuel(db)].map((all) => all.map(({ unit_id }) => unit_id))
  const meant = named.map(([, , id]) => id)
  expect(await found()).toEqual([meant, meant])
  const vendors = named.map(([unit_number, date], n) => ({
    key: `v${String(n).padStart(2, '0')}`,
    date,
    amount: n + 1,
    unit_number,
  }))
  await storeMatchedTolls(
    db,
    'prepass',
    vendors.map((row) => ({ ...row, posted_on: null, agency: '', plaza: '', plate: '', transponder_id: '' })),
  )
  await storeMatchedFuel(
    db,
    'pilot',
    vendors.map((row) => ({ ...row, gallons: 10, site: 'Joliet, IL', product: 'diesel', network_driver: null })),
  )
  expect(await found()).toEqual([
    [...meant, ...meant],
    [...meant, ...meant],
  ])
})

test.each([
  ['a plate with its state', { plate: 'TX P482100' }],
  ['a plate followed by its state', { plate: 'P48-2100 (TX)' }],
  ['a tag without its zeros', { transponder_id: '7002410300' }],
  ['a number as spreadsheets write it', { unit_number: '1031.0' }],
  ['a number after a number sign', { unit_number: '#1031' }],
])('%s matches the truck, whether the vendor sends it before or after the truck is added', async (_, codes) => {
  const row = { key: 'v1', date: '2026-11-19', posted_on: null, amount: 4.2, agency: 'ISTHA', plaza: 'Skyway' }
  const passage = { ...row, plate: '', transponder_id: '', unit_number: '', ...codes }
  await storeMatchedTolls(db, 'prepass', [passage])
  expect(await tolls(db)).toMatchObject([{ unit_id: null }])
  await parkUnit(db, '1')
  await setIdentifiers(db, '1', { plate: 'P482100', transponder: '007002410300', number: '1031' })
  await matchExpenses(db)
  await storeMatchedTolls(db, 'prepass', [{ ...passage, key: 'v2' }])
  expect(await tolls(db)).toMatchObject([{ unit_id: '1' }, { unit_id: '1' }])
})
