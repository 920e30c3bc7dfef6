import { describe, expect, test } from 'vitest'
import { reportDesk } from '#tests/support/yard/report-desk.ts'
import { addTruck, fuelReport, preview, tolls, uploadReport } from '#tests/support/yard/reports.ts'

const desk = reportDesk()

const report = (...rows: readonly string[]) =>
  ['Transaction Date,Transaction Time,Plaza,Amount,Transponder ID,Plate,Unit Number', ...rows, ''].join('\n')
const THREE_SPELLINGS = report(
  '10/08/2024,14:30:22,Exit 7,21.00,007002410300,P482100,1001',
  '10/9/2024,14:30:22,Exit 7,21.00,007002410300,P482100,1001',
  '10/8/24,2:30:22 PM,EXIT 7,$21,7002410300,P482100,1001',
  '2024-10-08,14:30,Exit-7,21,007002410300,P48-2100,#1001',
)
const TAKING_REPEATS = { decided: { takes_repeats: true, other_lines: [], owners: [] } }

test('one toll in three spellings in one report is imported once and reported, unless the user imports the others too', async () => {
  const told = await preview(desk.admin, THREE_SPELLINGS)
  expect(told.body).toMatchObject({ good: 4, known: 0, repeated: 2, repeated_left: 2, amount: 42 })
  expect(told.body.repeated_rows).toMatchObject([
    { line: 4, first: 2, row: { clock: '14:30:22', place: 'EXIT 7', amount: 21 } },
    { line: 5, first: 2, row: { clock: '14:30:00' } },
  ])
  expect((await preview(desk.admin, THREE_SPELLINGS, TAKING_REPEATS)).body).toMatchObject({
    repeated_left: 0,
    amount: 84,
  })
  const one = { decided: { other_repeats: [5] } }
  expect((await preview(desk.admin, THREE_SPELLINGS, one)).body).toMatchObject({ repeated_left: 1, amount: 63 })
  const left = await uploadReport(desk.admin, THREE_SPELLINGS)
  expect(left.body).toMatchObject({ row_count: 2, known: 0, doubled: 2, alike: 0, amount: 42 })
  expect(await tolls(desk.db)).toHaveLength(2)
  // Repeats that were skipped once are skipped again in a longer report.
  const longer = `${THREE_SPELLINGS}11/10/2024,14:30:22,Exit 7,21.00,007002410300,P482100,1001\n`
  expect((await uploadReport(desk.admin, longer)).body).toMatchObject({ row_count: 1, amount: 21 })
  await desk.admin('DELETE', `/api/imports/${left.body.id}/`)
  expect((await uploadReport(desk.admin, THREE_SPELLINGS, TAKING_REPEATS)).body).toMatchObject({
    row_count: 4,
    doubled: 0,
    amount: 84,
  })
})

test('a decision about repeats does not apply to a row that looks like a stored expense at the import', async () => {
  const lines = [
    '10/08/2024,14:30:22,Exit 7,21.00,T1,,',
    '10/08/2024,16:30:22,Exit 7,21.00,T1,,',
    '10/08/2024,16:30:22,EXIT 7,21.00,T1,,',
  ]
  const decided = { takes_repeats: false, other_repeats: [4], other_lines: [] }
  expect((await preview(desk.admin, report(...lines), { decided })).body).toMatchObject({
    repeated_left: 0,
    amount: 63,
  })
  await uploadReport(desk.admin, report(...lines.map((line) => line.replace(':22', ''))), {
    decided: { takes_repeats: true },
  })
  const { body } = await uploadReport(desk.admin, report(...lines), { decided })
  expect(body).toMatchObject({ row_count: 0, alike: 3 })
})

test('two different seconds of one minute are two tolls; a time without seconds repeats either', async () => {
  const at = (time: string) => `10/08/2024,${time},Exit 7,0.35,T1,,`
  const rows = (...times: readonly string[]) => report(...times.map(at))
  expect((await preview(desk.admin, rows('14:30:05', '14:30:41', '14:31:02'))).body).toMatchObject({ repeated: 0 })
  expect((await preview(desk.admin, rows('14:30', '14:30:41'))).body).toMatchObject({ repeated: 1 })
  expect((await preview(desk.admin, rows('14:30:05', '14:30:41', '14:30'))).body).toMatchObject({
    repeated: 1,
    repeated_rows: [{ line: 4, first: 2 }],
  })
})

test('a toll with a tag in one row and a plate in the next is a repeat once one truck has both', async () => {
  const rows = report('10/08/2024,06:10,Skyway,4.20,T9,,', '10/08/2024,06:10:00,SKYWAY,4.2,,IL P-77,')
  expect((await preview(desk.admin, rows)).body).toMatchObject({ good: 2, repeated: 0 })
  await addTruck(desk.db, '9', { transponder: 'T9', plate: 'P77' })
  expect((await preview(desk.admin, rows)).body).toMatchObject({ good: 2, repeated: 1 })
})

test('a fill that is printed twice is a repeat; one with another quantity, product or invoice is not', async () => {
  const fill = (quantity: string, product: string, invoice: string) =>
    `11/19/2026,13:05,,TERRENCE BOONE,1031,Joliet,IL,${product},${quantity},167.22,${invoice}`
  const rows = fuelReport(
    fill('45.850', 'ULSD', 'INV-1'),
    fill('45.85', 'ULSD', 'inv 1'),
    fill('45.850', 'DEF', 'INV-1'),
    fill('45.850', 'ULSD', 'INV-2'),
    fill('46.000', 'ULSD', 'INV-1'),
  )
  const { body } = await preview(desk.admin, rows, { kind: 'fuel' })
  expect(body).toMatchObject({ good: 5, repeated: 1, repeated_rows: [{ line: 3, first: 2 }] })
})

test('rows without a time, a place or a vehicle, or with two vendor ids, are not repeats', async () => {
  const open = [
    '10/08/2024,,Exit 7,21.00,T1,,',
    '10/08/2024,14:30,,21.00,T1,,',
    '10/08/2024,14:30,Exit 7,21.00,,,',
    '10/08/2024,14:31,Exit 7,21.00,T1,,',
    '10/08/2024,14:30,Exit 8,21.00,T1,,',
    '10/08/2024,14:30,Exit 7,21.00,T2,,',
  ]
  expect((await preview(desk.admin, report(...open, ...open.slice(0, 3)))).body).toMatchObject({ good: 9, repeated: 0 })
  const named = [
    'Transaction ID,Date,Time,Plate,Amount,Plaza',
    'A1,10/08/2024,14:30,P1,4,Skyway',
    'A2,10/08/2024,14:30,P1,4,Skyway',
  ]
  expect((await preview(desk.admin, named.join('\n'))).body).toMatchObject({ good: 2, repeated: 0, doubled: 0 })
})

test('a further repeat of stored rows is reported, and left out', async () => {
  await uploadReport(desk.admin, THREE_SPELLINGS, TAKING_REPEATS)
  expect((await preview(desk.admin, THREE_SPELLINGS)).body).toMatchObject({ good: 4, known: 4, repeated: 0 })
  const more = `${THREE_SPELLINGS}10/08/2024,14:30:22,Exit 7,21.00,007002410300,P482100,1001\n`
  expect((await preview(desk.admin, more)).body).toMatchObject({
    good: 5,
    known: 4,
    repeated: 1,
    repeated_left: 1,
    amount: 0,
  })
})

test('a repeat is found across the parts in which a report is read', async () => {
  const rows = Array.from({ length: 1500 }, (_, n) => `10/08/2024,14:30:22,Exit ${n},1.00,T1,,`)
  const again = ['10/08/2024,14:30:22,EXIT 3,1,T1,,', '10/08/2024,14:30:22,Exit 1499,1,T1,,']
  const { body } = await preview(desk.admin, report(...rows, ...again))
  expect(body).toMatchObject({ good: 1502, repeated: 2, repeated_rows: [{ first: 5 }, { first: 1501 }] })
})

describe('a vendor id', () => {
  const named = (...rows: readonly string[]) => ['ID,Date,Time,Plaza,Plate,Amount', ...rows, ''].join('\n')

  test('that only numbers the rows of each report does not link two reports', async () => {
    await uploadReport(desk.admin, named('1,11/05/2026,14:30,Exit 1,P1,4.25', '2,11/05/2026,15:30,Exit 2,P2,4.25'))
    const week = named('1,11/12/2026,14:30,Exit 9,P3,4.25', '2,11/12/2026,15:30,Exit 2,P4,4.25')
    expect((await preview(desk.admin, week)).body).toMatchObject({ good: 2, known: 0, alike: 0, amount: 8.5 })
    expect((await uploadReport(desk.admin, week)).body).toMatchObject({ row_count: 2, known: 0, amount: 8.5 })
    expect((await preview(desk.admin, `${week} `)).body).toMatchObject({ good: 2, known: 2, amount: 0 })
    expect(await tolls(desk.db)).toHaveLength(4)
  })

  test('that is the account number on every row does not merge rows', async () => {
    const rows = named(
      'A-77,11/05/2026,14:30,Exit 1,P1,4.25',
      'A-77,11/06/2026,14:30,Exit 1,P1,4.25',
      'A-77,11/06/2026,16:10,Exit 1,P1,4.25',
    )
    expect((await preview(desk.admin, rows)).body).toMatchObject({ good: 3, doubled: 0, repeated: 0, amount: 12.75 })
    expect((await uploadReport(desk.admin, rows)).body).toMatchObject({ row_count: 3, doubled: 0 })
    expect((await preview(desk.admin, `${rows} `)).body).toMatchObject({ good: 3, known: 3, alike: 0 })
  })

  test('of two agencies is a question when day and amount are equal, but time or vehicle differ', async () => {
    await uploadReport(desk.admin, named('100,11/05/2026,14:30,Exit 1,P1,4.25'))
    const other = named('100,11/05/2026,16:10,Skyway,P2,4.25')
    expect((await preview(desk.admin, other)).body).toMatchObject({ known: 0, alike: 1, alike_left: 1 })
    const taking = { decided: { takes_alike: true, other_lines: [], owners: [] } }
    expect((await uploadReport(desk.admin, other, taking)).body).toMatchObject({ row_count: 1, amount: 4.25 })
    expect(await tolls(desk.db)).toHaveLength(2)
  })

  test('that two tolls on a regular route share does not merge them when the times differ', async () => {
    await uploadReport(desk.admin, named('1,11/05/2026,14:30,Exit 1,P1,4.25'))
    const week = named('1,11/12/2026,09:12,Exit 1,P1,4.25')
    expect((await uploadReport(desk.admin, week)).body).toMatchObject({ row_count: 1, known: 0, alike: 0 })
  })

  test('of two agencies is a question when there are no times', async () => {
    await uploadReport(desk.admin, named('1,11/05/2026,,Exit 1,P1,4.25'))
    expect((await preview(desk.admin, named('1,11/05/2026,,Skyway,P1,4.25'))).body).toMatchObject({
      known: 0,
      alike: 1,
    })
  })

  test('whose row now has the posting date is a question, and is not counted twice', async () => {
    await uploadReport(desk.admin, named('T1,11/05/2026,,Exit 1,P1,4.25'))
    expect((await uploadReport(desk.admin, named('T1,11/07/2026,,EXIT 1,P1,4.25'))).body).toMatchObject({
      row_count: 0,
      alike: 1,
    })
  })

  test('that is twice in a report counts once, whatever its place is called; with another vehicle it counts twice', async () => {
    const rows = named(
      'T1,11/05/2026,14:30,Exit 1,P1,4.25',
      'T1,11/05/2026,14:30:00,EXIT 1 North,p-1,$4.25',
      'T1,11/05/2026,14:30,Exit 1,P2,4.25',
    )
    expect((await preview(desk.admin, rows)).body).toMatchObject({ good: 3, doubled: 1, repeated: 0, amount: 8.5 })
    expect((await uploadReport(desk.admin, rows)).body).toMatchObject({ row_count: 2, doubled: 1, amount: 8.5 })
  })

  test('that a spreadsheet shortened is ignored', async () => {
    const rows = named('1.23E+18,11/05/2026,14:30,Exit 1,P1,4.25', '1.23E+18,11/05/2026,15:30,Exit 2,P2,4.25')
    expect((await uploadReport(desk.admin, rows)).body).toMatchObject({ row_count: 2 })
    expect((await preview(desk.admin, `${rows} `)).body).toMatchObject({ known: 2 })
  })
})
