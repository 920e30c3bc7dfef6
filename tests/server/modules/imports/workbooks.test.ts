import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { scanReport } from '#server/modules/imports/reading/report-bytes.ts'
import { reportDesk } from '#tests/support/yard/report-desk.ts'
import { preview, tolls, uploadReport } from '#tests/support/yard/reports.ts'

const desk = reportDesk()

/** A text, or a number as it is stored, which may be shown as a date (`day`) or a date with a time (`moment`). */
type Cell = string | { readonly v: string; readonly is?: 'day' | 'moment' } | null

const STYLES = { day: 1, moment: 2 } as const
const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`
  return `<c r="${at}"${cell.is ? ` s="${STYLES[cell.is]}"` : ''}><v>${cell.v}</v></c>`
}

function sheetXml(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((row, n) => {
    const cells = row.map((cell, at) => cellXml(cell, `${String.fromCharCode(65 + at)}${n + 1}`)).join('')
    return `<row r="${n + 1}">${cells}</row>`
  })
  return `<worksheet ${NS}><sheetData>${lines.join('')}</sheetData></worksheet>`
}

/** A workbook with these sheets, as spreadsheets write it. */
function workbook(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>, more: Zippable = {}): Uint8Array {
  const names = Object.keys(sheets)
  const listed = names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')
  const rels = names.map(
    (_, n) => `<Relationship Id="rId${n + 1}" Type="${RELS}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  )
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${NS} xmlns:r="${RELS}"><sheets>${listed}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${rels.join('')}<Relationship Id="rId99" Type="${RELS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${NS}><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
  }
  for (const [n, name] of names.entries()) files[`xl/worksheets/sheet${n + 1}.xml`] = sheetXml(sheets[name] ?? [])
  const zipped = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))
  return zipSync({ ...zipped, ...more })
}

/** The same archive, with a directory that declares this size in bytes for its last file. */
function declaringSize(size: number, archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive)
  const entry = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002'))
  bytes.writeUInt32LE(size, entry + 24)
  return bytes
}

const HEADERS = ['Transaction Date', 'Plaza', 'Amount', 'Transponder ID', 'Plate']
const DAY = { v: '46331', is: 'day' } as const
const REPORT = [
  ['Toll Detail Report'],
  [],
  HEADERS,
  [DAY, 'Exit 7', { v: '4.25' }, '007002410300', 'P482100'],
  [{ v: '46332.604421296297', is: 'moment' }, 'Exit 8', { v: '4.2499999999999998' }, { v: '7002410300' }, null],
] satisfies readonly (readonly Cell[])[]

test('a workbook is read like a CSV report: title, dates, times, amounts, numbers as text, empty cells', async () => {
  const bytes = workbook({ Sheet1: REPORT })
  const { body } = await preview(desk.admin, bytes, { name: 'week.xlsx' })
  expect(body).toMatchObject({
    rows: 2,
    good: 2,
    bad: [],
    header_line: 3,
    amount: 8.5,
    rounded: 0,
    first_day: '2026-11-05',
    last_day: '2026-11-06',
    sheets: ['Sheet1'],
    questions: [],
  })
  expect(body.sample[1]).toEqual(['2026-11-06 14:30:22', 'Exit 8', '4.25', '7002410300', ''])
  expect((await uploadReport(desk.admin, bytes)).body).toMatchObject({ row_count: 2, amount: 8.5 })
  expect(await uploadReport(desk.admin, bytes)).toMatchObject({ status: 400 })
})

test('the sheet with the headers is found; of two such sheets the user chooses one, and nothing is guessed', async () => {
  const cover = [['Prepared for'], ['Haulyard']]
  const one = await preview(desk.admin, workbook({ Cover: cover, Tolls: REPORT }))
  expect(one.body).toMatchObject({ good: 2, sheets: ['Cover', 'Tolls'], sheet: 'Tolls', questions: [] })
  const other = [HEADERS, [DAY, 'Exit 9', { v: '1.5' }, 'T1', 'P1']]
  const two = workbook({ October: REPORT, November: other })
  expect((await preview(desk.admin, two)).body).toMatchObject({ sheet: 'October', questions: ['sheet'] })
  expect((await uploadReport(desk.admin, two)).status).toBe(400)
  const choices = { sheet: 'November' }
  expect((await preview(desk.admin, two, { choices })).body).toMatchObject({
    sheet: 'November',
    good: 1,
    questions: [],
  })
  expect((await uploadReport(desk.admin, two, { choices })).body).toMatchObject({ row_count: 1, amount: 1.5 })
})

test('lines of a workbook have the row numbers of the spreadsheet', async () => {
  const bytes = workbook({ Sheet1: [...REPORT, [], ['Total', null, { v: '8.5' }]] })
  expect((await preview(desk.admin, bytes)).body.bad).toMatchObject([{ line: 7, is: 'total' }])
})

test('a workbook with a file that unpacks to more than it declares is still read', async () => {
  const much = strToU8(`<worksheet ${NS}><sheetData/>${' '.repeat(8_000_000)}</worksheet>`)
  const bytes = declaringSize(100, workbook({ Sheet1: REPORT }, { 'xl/worksheets/sheet2.xml': much }))
  expect((await preview(desk.admin, bytes)).body).toMatchObject({ good: 2, bad: [] })
})

/** A sheet with this many rows and cells per row. All cells share one text, which the workbook contains once. */
function repeatedText(text: string, rows: number, cells: number): Zippable {
  const columns = Array.from({ length: cells }, (_, at) => String.fromCharCode(65 + at))
  const lines = Array.from({ length: rows }, (_, n) => {
    const line = columns.map((column) => `<c r="${column}${n + 1}" t="s"><v>0</v></c>`).join('')
    return `<row r="${n + 1}">${line}</row>`
  }).join('')
  const rels = [
    `<Relationship Id="rId1" Type="${RELS}/worksheet" Target="worksheets/sheet1.xml"/>`,
    `<Relationship Id="rId2" Type="${RELS}/sharedStrings" Target="sharedStrings.xml"/>`,
  ]
  return {
    'xl/sharedStrings.xml': strToU8(`<sst ${NS}><si><t>${text}</t></si></sst>`),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${PACKAGE}/relationships">${rels.join('')}</Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet ${NS}><sheetData>${lines}</sheetData></worksheet>`),
  }
}
/** A sheet of two cells: one in the last column that a spreadsheet has, one in row 1000. */
const FAR_CELLS = `<worksheet ${NS}><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row><row r="1000"><c r="A1000"><v>1</v></c></row></sheetData></worksheet>`

test('an overlong cell is cut to the maximum length', async () => {
  const bytes = workbook({ Sheet1: [] }, repeatedText('x'.repeat(32_000), 3, 2))
  const { body } = await preview(desk.admin, bytes, { choices: { header_line: 1 } })
  expect(body.headers).toEqual(['x'.repeat(200), 'x'.repeat(200)])
  const { sheets } = await scanReport(async function* () {
    yield bytes
  })
  expect(sheets?.[0]?.rows[2]?.fields).toEqual(['x'.repeat(201), 'x'.repeat(201)])
})

test('workbooks that arrive at the same time are read one after another; those that would wait too long get 409', async () => {
  const bytes = workbook({ Sheet1: REPORT })
  const all = await Promise.all(Array.from({ length: 14 }, () => preview(desk.admin, bytes)))
  const byStatus = Map.groupBy(all, ({ status }) => status)
  expect(byStatus.get(200)?.length).toBeGreaterThan(9)
  expect([...byStatus.keys()].sort()).toEqual([200, 409])
  expect((await preview(desk.admin, bytes)).body).toMatchObject({ good: 2 })
})

test.each([
  [
    'a workbook that repeats a long text half a million times',
    workbook({ Sheet1: [] }, repeatedText('x'.repeat(250), 25_000, 20)),
    'This workbook is too large. Save the sheet as CSV and choose that file.',
  ],
  [
    'a workbook whose cells are far apart',
    workbook({ Sheet1: [] }, { 'xl/worksheets/sheet1.xml': strToU8(FAR_CELLS) }),
    'This workbook is too large. Save the sheet as CSV and choose that file.',
  ],
  ['an archive of something else', zipSync({ 'a.csv': strToU8('a,b') }), 'This is a ZIP archive. Unpack it first.'],
  [
    'a workbook that is cut off',
    workbook({ Sheet1: REPORT }).subarray(0, 900),
    'This workbook can’t be read. Save the sheet as CSV and choose that file.',
  ],
  [
    'a workbook whose sheet is not XML',
    zipSync({ 'xl/workbook.xml': strToU8('no workbook'), 'xl/worksheets/sheet1.xml': strToU8('<<<') }),
    'This workbook can’t be read. Save the sheet as CSV and choose that file.',
  ],
  [
    'a workbook that unpacks to 200 MB',
    declaringSize(
      200 * 1024 * 1024,
      workbook({ Sheet1: REPORT }, { 'xl/worksheets/sheet2.xml': strToU8('<worksheet/>') }),
    ),
    'This workbook is too large. Save the sheet as CSV and choose that file.',
  ],
  ['a workbook without rows', workbook({ Sheet1: [] }), 'This workbook has no rows.'],
])('%s is refused with an explanation', async (_, bytes, message) => {
  const { body } = await preview(desk.admin, bytes, { name: 'bad.xlsx' })
  expect(body).toMatchObject({ good: 0, bad: [{ line: 1, message }] })
  expect(await tolls(desk.db)).toEqual([])
})

test('a tag that a spreadsheet cut to fifteen digits is stored as it was cut', async () => {
  const row: readonly Cell[] = [{ v: '46331', is: 'day' }, 'Exit 7', { v: '4.25' }, { v: '7002410300123456789' }, 'P1']
  const { status } = await uploadReport(desk.admin, workbook({ Tolls: [HEADERS, row] }), { name: 'tolls.xlsx' })
  expect(status).toBe(201)
  expect(await desk.db.query('test.tags', 'select transponder_id from toll_transactions')).toEqual([
    { transponder_id: '7.002410300123457E+18' },
  ])
})
