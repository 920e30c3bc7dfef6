import { describe, expect, test } from 'vitest'
import { reportDesk } from '#tests/support/yard/report-desk.ts'
import { preview, tolls, uploadReport } from '#tests/support/yard/reports.ts'

const desk = reportDesk()

const HEADERS = 'Transaction Date,Transaction Time,Plaza,Amount,Transponder ID,Plate,Unit Number'
const ROW = '11/05/2026,14:30:22,Exit 7,4.25,007002410300,P482100,1001'
const SECOND = '11/06/2026,08:00:00,Exit 8,5.50,007002410300,P482100,1001'
const report = (...lines: readonly string[]) => [...lines, ''].join('\r\n')
const wide = (text: string, encoding: 'le' | 'be') => {
  const bytes = Buffer.from(text, 'utf16le')
  return encoding === 'le' ? bytes : bytes.swap16()
}

describe('a report as vendors and spreadsheets write it', () => {
  test.each([
    ['with a line that names the separator', report('sep=,', HEADERS, ROW)],
    ['with a line that names a semicolon as the separator', report('sep=;', HEADERS, ROW).replaceAll(',', ';')],
    ['with a quoted and padded line that names the separator', report('"sep=|",,', HEADERS, ROW).replaceAll(',', '|')],
    [
      'with shortened headers',
      report(HEADERS, ROW)
        .replace('Transaction Date,Transaction Time', 'Trans Date,Trans Time')
        .replace('Amount,Transponder ID', 'Toll Amt,Tag No'),
    ],
    ['with pipes as separators', report(HEADERS, ROW).replaceAll(',', '|')],
    ['with numbers as text formulas', report(HEADERS, ROW.replace('007002410300', '="007002410300"'))],
    [
      'with numbers as text formulas in quotes',
      report(HEADERS, ROW.replace('007002410300', '"=""007002410300"""').replace('1001', '="1001"')),
    ],
    ['with numbers marked as text by an apostrophe', report(HEADERS, ROW.replace('007002410300', "'007002410300"))],
    ['with a Ctrl-Z at its end', `${report(HEADERS, ROW)}\u001a`],
    ['with a Ctrl-Z directly after its last field', `${HEADERS}\n${ROW}\u001a`],
    ['with a Ctrl-Z and NULs up to the end of a block', `${report(HEADERS, ROW)}\u001a${'\0'.repeat(900)}`],
    ['in little-endian UTF-16 without a byte order mark', wide(report(HEADERS, ROW), 'le')],
    ['in big-endian UTF-16 without a byte order mark', wide(report(HEADERS, ROW), 'be')],
    ['with an extra separator in each row', report(HEADERS, `${ROW},`)],
    ['with an extra separator in every line', report(`${HEADERS},`, `${ROW},,`)],
    ['without the empty cells at the end of a row', report(`${HEADERS},Remarks,Class`, ROW)],
  ])('is read %s', async (_, bytes) => {
    const { body } = await preview(desk.admin, bytes)
    expect(body.bad).toEqual([])
    expect(body).toMatchObject({ rows: 1, good: 1, bad_count: 0, amount: 4.25, first_day: '2026-11-05' })
    expect((await uploadReport(desk.admin, bytes)).body).toMatchObject({ row_count: 1, amount: 4.25 })
    const [toll] = await desk.db.query<{ transponder_id: string; unit_number: string; clock: string }>(
      'test.marks',
      'select transponder_id, unit_number, clock from toll_transactions',
    )
    expect(toll).toEqual({ transponder_id: '007002410300', unit_number: '1001', clock: '14:30:22' })
  })

  test('reports a row that is cut off or has an extra value', async () => {
    const cut = await preview(desk.admin, `${HEADERS}\n${ROW}\n11/06/2026,08:00:00,Exit 8,5.5`)
    expect(cut.body).toMatchObject({
      good: 1,
      bad: [{ line: 3, message: 'The report ends in the middle of this row.' }],
    })
    const more = await preview(desk.admin, report(HEADERS, `${ROW},of what?`, '11/06/2026,08:00:00'))
    expect(more.body.bad).toEqual([
      { line: 2, column: '', value: '', message: 'This row has 8 fields, the headers have 7.' },
      { line: 3, column: '', value: '', message: 'This row has 2 fields, the headers have 7.' },
    ])
  })

  test.each([
    [
      'a file with NUL characters',
      report(HEADERS, ROW, SECOND.replace('Exit', 'E\0it')),
      'This file has a NUL character in line 3: it was damaged on its way. Download it again.',
    ],
    [
      'a web page named like a workbook',
      '<html><body><table><tr><td>Date</td></tr></table></body></html>',
      'This is a web page, also if it is called .xls. Open it in Excel, and save the sheet as CSV.',
    ],
    [
      'a web page that begins in another way',
      '\n<!DOCTYPE html>\n<TABLE><tr><td>Date</td></tr></TABLE>',
      'This is a web page, also if it is called .xls. Open it in Excel, and save the sheet as CSV.',
    ],
  ])('is refused with an explanation if it is %s', async (_, bytes, message) => {
    expect((await preview(desk.admin, bytes)).body).toMatchObject({ good: 0, bad: [{ line: 1, message }] })
    expect(await tolls(desk.db)).toEqual([])
  })
})
