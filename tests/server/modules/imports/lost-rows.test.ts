import { describe, expect, test } from 'vitest'
import { reportDesk } from '#tests/support/yard/report-desk.ts'
import { fuelReport, preview, tolls, uploadReport } from '#tests/support/yard/reports.ts'

const desk = reportDesk()

const HEADERS = 'Date,Time,Plaza,Amount,Plate,Note'
const report = (...rows: readonly string[]) => [...rows, ''].join('\n')

test.each([
  ['with an extra empty cell', '11/05/2026,14:30,Exit 1,$1,234.56,P48,'],
  ['with a missing cell', '11/05/2026,14:30,Exit 1,$1,234.56,P48'],
  ['with a credit', '11/05/2026,14:30,Exit 1,($1,234.56),P48'],
])('a thousands comma without quotes is a fault, never another amount: a row %s', async (_, row) => {
  const good = '11/05/2026,15:30,Exit 2,"$1,234.56",P48,'
  const { body } = await preview(desk.admin, report(HEADERS, row, good, '11/05/2026,16:30,Exit 2,$1,234,'))
  expect(body).toMatchObject({ good: 2, bad_count: 1, amount: 1235.56 })
  expect(body.bad[0]).toMatchObject({ line: 2, column: 'Amount' })
  expect(body.bad[0].message).toContain('must stand in quotes')
})

test('whole dollars before a price or a balance are not read as a split amount', async () => {
  const rows = report('Date,Plate,Amount,Balance', '11/05/2026,P1,5,234.56')
  expect((await preview(desk.admin, rows)).body).toMatchObject({ good: 1, bad_count: 0, amount: 5 })
  const fuel = report('Date,Unit,Amount,Quantity', '11/05/2026,1001,300,105.25')
  expect((await preview(desk.admin, fuel, { kind: 'fuel' })).body).toMatchObject({ good: 1, bad_count: 0, amount: 300 })
})

describe('a wrong quote', () => {
  const rows = [
    '11/05/2026,14:30,"Exit 1,4.25,P48,',
    '11/05/2026,15:30,Exit 2,4.25,P48,',
    '11/05/2026,16:30,Exit 3,4.25,P48,',
  ]
  test.each([
    ['is never closed', rows],
    ['is closed by another quote', [...rows, '11/05/2026,17:30,"Exit 4",4.25,P48,']],
  ])('that %s is reported with the lines that run together, and none of them can be left out', async (_, lines) => {
    const text = report(HEADERS, '11/05/2026,13:30,Exit 0,4.25,P48,', ...lines)
    const { body } = await preview(desk.admin, text)
    expect(body).toMatchObject({ good: 1, bad_count: 1, bad: [{ line: 3, is_torn: true }] })
    expect(body.bad[0].message).toMatch(/lines 3 to [5-7] run together/)
    const leaving = { choices: { leave_out: ['wrong', 'note', 'total'], leave_out_lines: [3] } }
    expect((await preview(desk.admin, text, leaving)).body).toMatchObject({ bad_count: 1, left_out: 0 })
    expect((await uploadReport(desk.admin, text, leaving)).status).toBe(400)
    expect(await tolls(desk.db)).toEqual([])
  })

  test('within one line can be left out like any other fault', async () => {
    const text = report(HEADERS, '11/05/2026,14:30,"Exit" 1,4.25,P48,', '11/05/2026,15:30,Exit 2,4.25,P48,')
    const leaving = { choices: { leave_out_lines: [2] } }
    expect((await uploadReport(desk.admin, text, leaving)).body).toMatchObject({ row_count: 1, left_out: 1 })
  })
})

test('a purchase with a wrong date at a station called Total is not a total of the report', async () => {
  const headers = 'Date,Time,Site,Quantity,Amount,Unit'
  const wrong = '2026-13-05,11:00,TOTAL Express,50,200,1001'
  const totals = [',,Total for the month,50,200,', 'Total,,,50,200,', '2026-13-05,,Grand Total,50,200,']
  const { body } = await preview(desk.admin, report(headers, wrong, ...totals), { kind: 'fuel' })
  expect(body.asides).toEqual({ wrong: 1, total: 3 })
  const plaza = report(HEADERS, '2026-13-05,11:00,Summary Road Plaza,4.25,P1,', 'Summary,,,4.25,,')
  expect((await preview(desk.admin, plaza)).body.asides).toEqual({ wrong: 1, total: 1 })
})

test('a total with an unquoted comma is still a total, and can be left out as a total', async () => {
  const text = report(HEADERS, '11/05/2026,14:30,Exit 1,4.25,P48,', 'Total,,,$1,234.56')
  const leaving = { choices: { leave_out: ['total'] } }
  expect((await preview(desk.admin, text, leaving)).body).toMatchObject({ good: 1, bad_count: 0, asides: { total: 1 } })
})

test('an expense above headers whose line is remembered is reported; titles there are not', async () => {
  const title = 'Fleet report,November,all trucks,of the yard,,'
  const row = (day: string) => `11/${day}/2026,14:30,Exit 1,4.25,P48,`
  const choices = { header_line: 2 }
  await uploadReport(desk.admin, report(title, HEADERS, row('05')), { choices })
  expect((await preview(desk.admin, report(title, HEADERS, row('06')))).body).toMatchObject({
    ...{ is_remembered: true, good: 1, bad_count: 0 },
  })
  expect((await preview(desk.admin, report(row('07'), HEADERS, row('08')))).body).toMatchObject({
    ...{ is_remembered: true, good: 1, bad_count: 1, bad: [{ line: 1 }] },
  })
})

test.each([
  ['Default', 'default'],
  ['UNDEFINED', 'undefined'],
  ['DEF', 'def'],
  ['BULKDEF', 'def'],
  ['Diesel Exhaust Fluid', 'def'],
])('the product %s is stored as %s', async (code, product) => {
  await uploadReport(desk.admin, fuelReport(`11/05/2026,13:05,,A B,1001,Joliet,IL,${code},10,40,`), { kind: 'fuel' })
  expect(await desk.db.query('test.product', 'select product from fuel_transactions')).toEqual([{ product }])
})

describe('a fuel refund', () => {
  const fill = (amount: string, quantity: string) => `11/05/2026,13:05,,A B,1001,Joliet,IL,ULSD,${quantity},${amount},`
  const questionsFor = async (...rows: readonly string[]) =>
    (await preview(desk.admin, fuelReport(...rows), { kind: 'fuel' })).body.questions

  test('is a credit without a question when gallons and dollars are both below zero', async () => {
    expect(await questionsFor(fill('-40', '-10'))).toEqual([])
    expect(await questionsFor(fill('-40', '10'))).toEqual(['negatives'])
  })

  test('is a question when every row of a report is below zero, and the answer applies to all rows', async () => {
    const rows = [fill('-200', '-50'), fill('-240', '-60'), fill('-280', '-70')]
    expect(await questionsFor(...rows)).toEqual(['negatives'])
    const choicesWith = (negatives: string) => ({ kind: 'fuel' as const, choices: { negatives } })
    expect((await preview(desk.admin, fuelReport(...rows), choicesWith('charges'))).body).toMatchObject({ amount: 720 })
    expect((await preview(desk.admin, fuelReport(...rows), choicesWith('credits'))).body).toMatchObject({
      amount: -720,
    })
    await uploadReport(desk.admin, fuelReport(...rows), choicesWith('charges'))
    expect(await desk.db.query('test.gallons', 'select gallons from fuel_transactions order by id')).toEqual([
      { gallons: 50 },
      { gallons: 60 },
      { gallons: 70 },
    ])
  })

  test('stays a credit where amounts below zero are charges', async () => {
    const rows = fuelReport(fill('-200', '50'), fill('-300', '75'), fill('-40', '-10'))
    const charges = { kind: 'fuel' as const, choices: { negatives: 'charges' } }
    expect((await uploadReport(desk.admin, rows, charges)).body).toMatchObject({ row_count: 3, amount: 460 })
  })
})

describe('amounts below zero', () => {
  const row = (amount: string, n: number) => `11/05/2026,1${n}:30,Exit ${n},${amount},P48,`
  const reportOf = (...amounts: readonly string[]) => report(HEADERS, ...amounts.map(row))

  test('are a question when all other amounts are zero', async () => {
    expect((await preview(desk.admin, reportOf('-4.25', '-3.25', '0.00'))).body.questions).toEqual(['negatives'])
    expect((await preview(desk.admin, reportOf('0.00', '0.00'))).body.questions).toEqual([])
  })

  test('that were credits in one report are a question in the next if nearly all its amounts are below zero', async () => {
    await uploadReport(desk.admin, reportOf('-4.25'), { choices: { negatives: 'credits' } })
    const next = reportOf('-1.25', '-2.25', '-3.25', '-4.25', '-5.25')
    expect((await preview(desk.admin, next)).body).toMatchObject({ is_remembered: true, questions: ['negatives'] })
    expect((await preview(desk.admin, reportOf('-1.25', '2.25', '3.25'))).body).toMatchObject({
      is_remembered: true,
      questions: [],
    })
  })
})
