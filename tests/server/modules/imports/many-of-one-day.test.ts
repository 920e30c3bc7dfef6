import { describe, expect, test } from 'vitest'
import { reportDesk } from '#tests/support/yard/report-desk.ts'
import { addTruck, uploadReport } from '#tests/support/yard/reports.ts'

const desk = reportDesk()

const HEADERS = 'Transaction Date,Transaction Time,Plaza,Amount,Transponder ID'
const MANY = 1200
const report = (row: (n: number) => string) =>
  [HEADERS, ...Array.from({ length: MANY }, (_, n) => row(n)), ''].join('\n')
const two = (n: number) => String(n).padStart(2, '0')

describe.each([
  ['of one truck', true],
  ['of an unknown truck', false],
])('1,200 tolls of one day, %s,', (_, isKnown) => {
  test.each([
    ['equal, without a time', () => '11/03/2026,,Exit 7,4.25,TX1'],
    [
      'of one amount at many times',
      (n: number) => `11/03/2026,${two(n % 24)}:${two(Math.floor(n / 24))}:01,Exit 7,4.25,TX1`,
    ],
    ['of many amounts', (n: number) => `11/03/2026,,Exit ${n % 7},${n % 40}.25,TX1`],
  ])('are all recognized when their report is imported again: %s', async (_, row) => {
    if (isKnown) await addTruck(desk.db, '1', { transponder: 'TX1' })
    expect((await uploadReport(desk.admin, report(row))).body).toMatchObject({ row_count: MANY })
    const again = await uploadReport(desk.admin, `${report(row)}\n`)
    expect(again.body).toMatchObject({ row_count: 0, known: MANY, alike: 0 })
  })
})
