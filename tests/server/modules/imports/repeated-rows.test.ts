import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '#tests/support/app.ts'
import { hire } from '#tests/support/company.ts'
import { emptyTables } from '#tests/support/database.ts'
import { equip, fuelReport, preview, takeIn, tolls } from '#tests/support/reports.ts'

let site: TestApp
let admin: Caller
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.db)
  admin = await site.as(await hire(site.db, { role: 'administrator' }))
})

const report = (...rows: readonly string[]) =>
  ['Transaction Date,Transaction Time,Plaza,Amount,Transponder ID,Plate,Unit Number', ...rows, ''].join('\n')
const THREE_SPELLINGS = report(
  '10/08/2024,14:30:22,Exit 7,21.00,007002410300,P482100,1001',
  '10/9/2024,14:30:22,Exit 7,21.00,007002410300,P482100,1001',
  '10/8/24,2:30:22 PM,EXIT 7,$21,7002410300,P482100,1001',
  '2024-10-08,14:30,Exit-7,21,007002410300,P48-2100,#1001',
)
const LEAVING = { decided: { leaves_repeats: true, other_lines: [], owners: [] } }

test('one toll in three spellings of one report is told, taken three times, or once when a person skips the others', async () => {
  const told = await preview(admin, THREE_SPELLINGS)
  expect(told.body).toMatchObject({ good: 4, known: 0, repeated: 2, repeated_left: 0, amount: 84 })
  expect(told.body.repeated_rows).toMatchObject([
    { line: 4, first: 2, row: { clock: '14:30:22', place: 'EXIT 7', amount: 21 } },
    { line: 5, first: 2, row: { clock: '14:30:00' } },
  ])
  expect((await preview(admin, THREE_SPELLINGS, LEAVING)).body).toMatchObject({
    repeated: 2,
    repeated_left: 2,
    amount: 42,
  })
  const one = { decided: { other_lines: [5] } }
  expect((await preview(admin, THREE_SPELLINGS, one)).body).toMatchObject({ repeated_left: 1, amount: 63 })
  const left = await takeIn(admin, THREE_SPELLINGS, LEAVING)
  expect(left.body).toMatchObject({ row_count: 2, known: 0, doubled: 2, alike: 0, amount: 42 })
  expect(await tolls(site.db)).toHaveLength(2)
  await admin('DELETE', `/api/imports/${left.body.id}/`)
  expect((await takeIn(admin, THREE_SPELLINGS)).body).toMatchObject({ row_count: 4, doubled: 0, amount: 84 })
})

test('a passage that a tag names in one row and a plate in the next is told as well, where the company knows both', async () => {
  const rows = report('10/08/2024,06:10,Skyway,4.20,T9,,', '10/08/2024,06:10:00,SKYWAY,4.2,,IL P-77,')
  expect((await preview(admin, rows)).body).toMatchObject({ good: 2, repeated: 0 })
  await equip(site.db, '9', { transponder: 'T9', plate: 'P77' })
  expect((await preview(admin, rows)).body).toMatchObject({ good: 2, repeated: 1 })
})

test('a fill that is printed twice is told, and one of another pump, product or invoice is not', async () => {
  const fill = (quantity: string, product: string, invoice: string) =>
    `11/19/2026,13:05,,TERRENCE BOONE,1031,Joliet,IL,${product},${quantity},167.22,${invoice}`
  const rows = fuelReport(
    fill('45.850', 'ULSD', 'INV-1'),
    fill('45.85', 'ULSD', 'inv 1'),
    fill('45.850', 'DEF', 'INV-1'),
    fill('45.850', 'ULSD', 'INV-2'),
    fill('46.000', 'ULSD', 'INV-1'),
  )
  const { body } = await preview(admin, rows, { kind: 'fuel' })
  expect(body).toMatchObject({ good: 5, repeated: 1, repeated_rows: [{ line: 3, first: 2 }] })
})

test('rows that tell no time, no place or no vehicle, or an id of the vendor, are no repeats', async () => {
  const open = [
    '10/08/2024,,Exit 7,21.00,T1,,',
    '10/08/2024,14:30,,21.00,T1,,',
    '10/08/2024,14:30,Exit 7,21.00,,,',
    '10/08/2024,14:31,Exit 7,21.00,T1,,',
    '10/08/2024,14:30,Exit 8,21.00,T1,,',
    '10/08/2024,14:30,Exit 7,21.00,T2,,',
  ]
  expect((await preview(admin, report(...open, ...open.slice(0, 3)))).body).toMatchObject({ good: 9, repeated: 0 })
  const named = [
    'Transaction ID,Date,Time,Plate,Amount,Plaza',
    'A1,10/08/2024,14:30,P1,4,Skyway',
    'A2,10/08/2024,14:30,P1,4,Skyway',
  ]
  expect((await preview(admin, named.join('\n'))).body).toMatchObject({ good: 2, repeated: 0, doubled: 0 })
})

test('a repeat of a row that is here already is told, and stays here when the report comes again', async () => {
  await takeIn(admin, THREE_SPELLINGS)
  expect((await preview(admin, THREE_SPELLINGS)).body).toMatchObject({ good: 4, known: 4, repeated: 0 })
  const more = `${THREE_SPELLINGS}10/08/2024,14:30:22,Exit 7,21.00,007002410300,P482100,1001\n`
  expect((await preview(admin, more)).body).toMatchObject({ good: 5, known: 4, repeated: 1, amount: 21 })
})

test('a repeat is found across the parts in which a report is read', async () => {
  const rows = Array.from({ length: 1500 }, (_, n) => `10/08/2024,14:30:22,Exit ${n},1.00,T1,,`)
  const again = ['10/08/2024,14:30:22,EXIT 3,1,T1,,', '10/08/2024,14:30:22,Exit 1499,1,T1,,']
  const { body } = await preview(admin, report(...rows, ...again))
  expect(body).toMatchObject({ good: 1502, repeated: 2, repeated_rows: [{ first: 5 }, { first: 1501 }] })
})
