import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { problemText } from '#contract/wire/problem.ts'
import { findCompleteUpload } from '#server/modules/files/upload-service.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'
import { addTruck, fuel, fuelReport, preview, tollReport, tolls, uploadReport } from '#tests/support/yard/reports.ts'

let site: TestApp
let admin: Caller

beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.db)
  admin = await site.as(await hire(site.db, { first_name: 'Ruth', last_name: 'Callahan', role: 'administrator' }))
})

const TWO = tollReport(
  '11/19/2026 07:05,Skyway,ISTHA,P 123-456,,,$4.20,11/20/2026',
  '11/20/2026 18:40,"Exit 7, North",OTA,,TX-0099,,"$1,002.50",',
)
/** The tables that an import writes to. */
const TABLES = 'import_batches, toll_transactions, fuel_transactions'

async function countRows(): Promise<unknown> {
  const counts = await Promise.all(
    TABLES.split(', ').map((table) =>
      site.db.query(`test.count.${table}`, `select count(*)::integer as n from ${table}`),
    ),
  )
  return counts.map(([row]) => row?.n)
}

describe('the preview of a report', () => {
  test('shows what would be imported, and writes nothing', async () => {
    await addTruck(site.db, '101', { plate: 'P123456' })
    const answer = await preview(admin, TWO)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        rows: 2,
        good: 2,
        known: 0,
        bad_count: 0,
        bad: [],
        first_day: '2026-11-19',
        last_day: '2026-11-20',
        amount: 1006.7,
        unmatched_count: 1,
        unmatched: [{ name: 'Transponder TX-0099', rows: 1 }],
        missing: [],
        columns: { date: 'Transaction Date', plaza: 'Plaza Location', posted_on: 'Post Date' },
        taken: null,
      },
    })
    expect(answer.body.sample[1]).toContain('Exit 7, North')
    expect(await countRows()).toEqual([0, 0, 0])
  })

  test('shows every faulty row with its line and column', async () => {
    const { body } = await preview(
      admin,
      tollReport(
        '11/19/2026,Skyway,ISTHA,P1,,,4.20,',
        '11/31/2026,Skyway,ISTHA,P1,,,four,',
        '11/19/2026,Skyway,ISTHA',
        '"11/19/2026\r\n",Skyway,ISTHA,P1,,,,11/2x/2026',
        '11/29/2026,Skyway,ISTHA,P1,,,1.00,',
      ),
    )
    expect(body).toMatchObject({ rows: 5, good: 1, bad_count: 6 })
    expect(body.bad).toEqual([
      { line: 3, column: 'Transaction Date', value: '11/31/2026', message: 'There is no such day.' },
      { line: 3, column: 'Amount', value: 'four', message: 'This is not an amount in dollars.' },
      { line: 4, column: '', value: '', message: 'This row has 3 fields, the headers have 8.' },
      { line: 5, column: 'Amount', value: '', message: 'This is empty.' },
      {
        line: 5,
        column: 'Post Date',
        value: '11/2x/2026',
        message: 'This date can’t be read. Write it like 11/25/2026 or 2026-11-25.',
      },
      { line: 7, column: 'Transaction Date', value: '11/29/2026', message: 'This day is in the future.' },
    ])
  })

  test('lists 1,000 faulty rows and counts all of them', async () => {
    const { body } = await preview(admin, tollReport(...Array.from({ length: 1200 }, () => 'x,,,P1,,,1.00,')))
    expect(body).toMatchObject({ rows: 1200, good: 0, bad_count: 1200 })
    expect(body.bad).toHaveLength(1000)
  })

  test('reports the missing columns, and uses the column map that is sent then', async () => {
    const report = 'Wann;Wo;Wagen;Betrag\n11/19/2026;Skyway;P1;4.20\n'
    const { body } = await preview(admin, report)
    expect(body).toMatchObject({
      rows: 1,
      good: 0,
      missing: ['date', 'amount', 'transponder_id'],
      headers: ['Wann', 'Wo', 'Wagen', 'Betrag'],
      sample: [['11/19/2026', 'Skyway', 'P1', '4.20']],
    })
    expect(body.bad[0]).toEqual({ line: 1, column: '', value: '', message: 'No column was found for “Date”.' })
    const columns = { date: 'Wann', amount: 'Betrag', plate: 'Wagen' }
    expect((await preview(admin, report, { columns })).body).toMatchObject({ good: 1, bad: [], columns })
  })

  test.each([
    ['an empty file', ' \n', 'This file is empty.'],
    ['a file with headers only', tollReport(), 'There are no rows under the headers.'],
    [
      'a damaged archive',
      Buffer.from('PK\u0003\u0004\0\0rest'),
      'This workbook can’t be read. Save the sheet as CSV and choose that file.',
    ],
    ['bytes that are not text', Buffer.from([65, 0, 66, 0, 1, 2]), 'This is not text, so it is not a CSV report.'],
  ])('reports %s', async (_, report, message) => {
    expect((await preview(admin, report)).body).toMatchObject({ good: 0, bad: [{ line: 1, message }] })
  })

  test('reads letters in UTF-8 with a byte order mark, in UTF-16 and in Latin-1', async () => {
    await addTruck(site.db, '101', { number: 'É7' })
    const report = tollReport('11/19/2026,Péage,,,,É7,4.20,')
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(report)])
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(report.replaceAll(',', '\t'), 'utf16le')])
    for (const bytes of [marked, wide, Buffer.from(report, 'latin1')]) {
      const { body } = await preview(admin, bytes)
      expect(body).toMatchObject({ good: 1, unmatched_count: 0, bad: [] })
      expect(body.sample).toEqual([expect.arrayContaining(['Péage', 'É7'])])
    }
  })
})

describe('importing a report', () => {
  test('matches transponders, plates and unit numbers in any spelling, and stores rows without a match', async () => {
    await addTruck(site.db, '101', { plate: 'P123456', number: 'A-9' })
    await addTruck(site.db, '102', { transponder: 'tx 0099' })
    const answer = await uploadReport(
      admin,
      tollReport(
        '11/19/2026,Skyway,ISTHA,P 123-456,TX-0099,,4.20,',
        '11/19/2026,Skyway,ISTHA,p123456,unknown,,(1.00),',
        '11/19/2026,Skyway,ISTHA,,,a9,2.00,',
        '11/18/2026,Skyway,ISTHA,ZZ1,,,3.00,',
      ),
      { name: 'november.csv' },
    )
    expect(answer).toMatchObject({
      status: 201,
      body: {
        kind: 'tolls',
        origin: 'upload',
        file_name: 'november.csv',
        row_count: 4,
        known: 0,
        first_day: '2026-11-18',
        last_day: '2026-11-19',
        amount: 8.2,
        user: { first_name: 'Ruth', last_name: 'Callahan' },
        undone_at: null,
        version: 1,
      },
    })
    expect(await tolls(site.db)).toEqual([
      { unit_id: '102', date: '2026-11-19', amount: 4.2 },
      { unit_id: '101', date: '2026-11-19', amount: -1 },
      { unit_id: '101', date: '2026-11-19', amount: 2 },
      { unit_id: null, date: '2026-11-18', amount: 3 },
    ])
  })

  test('assigns fuel to the driver of the card, or to the only driver with that name, and to the unit', async () => {
    await addTruck(site.db, '101', { number: 'A-9' })
    const holder = await hireDriver(site.db, { first_name: 'Ana', last_name: 'Ruiz' })
    await site.db.query('test.card', 'update drivers set pilot_flying_j_driver = 7731 where id = $1', [holder])
    const named = await hireDriver(site.db, { first_name: 'Terrence', last_name: 'Boone' })
    await hireDriver(site.db, { first_name: 'John', last_name: 'Smith' })
    await hireDriver(site.db, { first_name: 'john', last_name: 'smith' })
    const { status, body } = await uploadReport(
      admin,
      fuelReport(
        '11/19/2026,13:05,007731,Somebody Else,a 9,Joliet,IL,ULSD,100.5,402.10,1',
        '11/19/2026,13:05,,"Boone, Terrence",,Joliet,IL,DEF,5,20.00,1',
        '11/19/2026,13:05,,john smith,,Joliet,IL,Reefer Fuel,5,20.00,1',
      ),
      { kind: 'fuel' },
    )
    expect({ status, rows: body.row_count }).toEqual({ status: 201, rows: 3 })
    expect(await fuel(site.db)).toEqual([
      { driver_id: holder, unit_id: '101', amount: 402.1, product: 'diesel', gallons: 100.5, site: 'Joliet, IL' },
      { driver_id: named, unit_id: null, amount: 20, product: 'def', gallons: 5, site: 'Joliet, IL' },
      { driver_id: null, unit_id: null, amount: 20, product: 'reefer', gallons: 5, site: 'Joliet, IL' },
    ])
  })

  test('refuses the whole report because of one faulty row, with a readable problem, and writes nothing', async () => {
    const answer = await uploadReport(
      admin,
      tollReport('11/19/2026,Skyway,ISTHA,P1,,,4.20,', '11/19/2026,Skyway,,P1,,,x,'),
    )
    expect(answer).toMatchObject({
      status: 400,
      body: { bad_rows: [{ line: 3, column: 'Amount', value: 'x', message: 'This is not an amount in dollars.' }] },
    })
    expect(problemText(answer.body)).toBe(
      'Nothing was imported of 2 rows: one thing is wrong., Line 3, Amount “x”: This is not an amount in dollars.',
    )
    expect(await countRows()).toEqual([0, 0, 0])
  })

  test('adds nothing twice when a longer report has the same rows; equal tolls in one report both count', async () => {
    const passage = '11/19/2026,Skyway,ISTHA,P1,,,4.20,'
    const first = await uploadReport(admin, tollReport(passage, passage))
    expect(first.body).toMatchObject({ row_count: 2, known: 0 })
    const longer = tollReport('11/20/2026,Skyway,ISTHA,P1,,,4.20,', passage, passage, passage)
    expect((await preview(admin, longer)).body).toMatchObject({
      good: 4,
      known: 2,
      first_day: '2026-11-19',
      amount: 8.4,
    })
    expect((await uploadReport(admin, longer)).body).toMatchObject({ row_count: 2, known: 2, amount: 8.4 })
    expect(await tolls(site.db)).toHaveLength(4)
  })

  test('recognizes a toll that was posted since', async () => {
    await uploadReport(admin, tollReport('11/19/2026,Skyway,ISTHA,P1,,,4.20,'))
    const posted = tollReport('11/19/2026,Skyway,ISTHA,P1,,,4.20,11/21/2026')
    expect((await preview(admin, posted)).body).toMatchObject({ good: 1, known: 1, amount: 0, first_day: null })
  })

  test('recognizes tolls by the vendor’s id; a credit with the same id is another row', async () => {
    const report = (...rows: string[]) => ['Transaction ID,Date,Plate,Amount,Plaza', ...rows].join('\n')
    await uploadReport(admin, report('T1,11/19/2026,P1,4.20,Skyway'))
    const later = report(
      'T1,11/19/2026,P1,4.20,Skyway renamed',
      'T1,11/19/2026,P1,-4.20,Skyway',
      'T2,11/19/2026,P1,1,',
      'T2,11/19/2026,P1,1,',
    )
    const counts = { known: 1, doubled: 1, amount: -3.2 }
    expect((await preview(admin, later)).body).toMatchObject({ good: 4, ...counts })
    expect((await uploadReport(admin, later)).body).toMatchObject({ row_count: 2, ...counts })
    // A stored toll that is twice in this report counts once as known and once as a repeat.
    const again = report('T2,11/19/2026,P1,1,', 'T3,11/19/2026,P1,2,', 'T2,11/19/2026,P1,1,')
    expect((await preview(admin, again)).body).toMatchObject({ good: 3, known: 1, doubled: 1, amount: 2 })
    const { body } = await uploadReport(admin, again)
    expect(body).toMatchObject({ row_count: 1, known: 1, doubled: 1, amount: 2 })
    expect((await admin('DELETE', `/api/imports/${body.id}/`)).body).toMatchObject({ known: 1, doubled: 1 })
  })

  test('counts a row that appears again a thousand rows later as a repeat, never as already stored', async () => {
    const row = (n: number) => `T${n},11/19/2026,P1,1.00`
    const rows = Array.from({ length: 1500 }, (_, n) => row(n))
    const report = ['Transaction ID,Date,Plate,Amount', ...rows, row(0), row(1499)].join('\n')
    const counts = { known: 0, doubled: 2, amount: 1500 }
    expect((await preview(admin, report)).body).toMatchObject({ good: 1502, ...counts })
    expect((await uploadReport(admin, report)).body).toMatchObject({ row_count: 1500, ...counts })
  })

  test('refuses a file that was imported before, unless that import was undone', async () => {
    const first = await uploadReport(admin, TWO, { name: 'first.csv' })
    const again = await uploadReport(admin, TWO)
    expect(again).toMatchObject({
      status: 400,
      body: { file: [expect.stringContaining('2026-11-21, as “first.csv”')] },
    })
    expect((await preview(admin, TWO)).body).toMatchObject({ known: 2, taken: { id: first.body.id } })
    expect((await admin('DELETE', `/api/imports/${first.body.id}/`)).status).toBe(200)
    expect((await uploadReport(admin, TWO)).status).toBe(201)
    expect(await tolls(site.db)).toHaveLength(2)
  })

  test('adds nothing twice when two requests send the same file or overlapping reports at the same time', async () => {
    const same = await Promise.all([uploadReport(admin, TWO), uploadReport(admin, TWO)])
    expect(same.map(({ status }) => status).sort()).toEqual([201, 400])
    const passage = (n: number) => `11/19/2026,Plaza ${n},OTA,P1,,,1.00,`
    const rows = Array.from({ length: 1500 }, (_, n) => passage(n))
    const overlapping = await Promise.all([
      uploadReport(admin, tollReport(...rows)),
      uploadReport(admin, tollReport(...rows.slice(200).reverse(), passage(2000))),
    ])
    expect(overlapping.map(({ status }) => status)).toEqual([201, 201])
    const addedRows = overlapping.map(({ body }) => body.row_count)
    expect(addedRows[0] + addedRows[1]).toBe(1501)
    expect(await tolls(site.db)).toHaveLength(2 + 1501)
  })

  test('returns the same batch when a device sends it again', async () => {
    const client_id = randomUUID()
    const first = await uploadReport(admin, TWO, { client_id })
    const again = await uploadReport(admin, TWO, { client_id: client_id.toUpperCase() })
    expect(first).toMatchObject({ status: 201, body: { client_id } })
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await tolls(site.db)).toHaveLength(2)
  })

  test('refuses a file that was not uploaded, or that another user uploaded, with an error for the file', async () => {
    const other = await site.as(await hire(site.db, { role: 'administrator' }))
    for (const upload of [randomUUID(), await sendUpload(other, Buffer.from(TWO))]) {
      const body = { kind: 'tolls', name: 'a.csv', file: { upload } }
      for (const path of ['/api/imports/', '/api/imports/preview/']) {
        expect(await admin('POST', path, { body })).toMatchObject({ status: 400, body: { file: [expect.any(String)] } })
      }
    }
    expect(await countRows()).toEqual([0, 0, 0])
  })

  test('reads an upload one part at a time, as often as needed', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => `11/19/2026,Plaza ${n},OTA,P1,,,1.25,`)
    const user = await hire(site.db)
    const id = await sendUpload(await site.as(user), Buffer.from(tollReport(...rows)))
    let reads = 0
    const counted = (name: string) => {
      reads++
      return site.files.read(name)
    }
    const files = { ...site.files, read: counted }
    const upload = await findCompleteUpload(site.db, files, { user, id })
    for (let time = 0; time < 2; time++) {
      reads = 0
      for await (const part of upload?.stream() ?? []) {
        expect(part.length).toBeGreaterThan(0)
        expect(reads).toBe(1)
        break
      }
    }
    const parts: Uint8Array[] = []
    for await (const part of upload?.stream() ?? []) parts.push(part)
    expect(Buffer.concat(parts).toString()).toBe(tollReport(...rows))
  })

  test('imports thousands of rows from an upload in parts', async () => {
    const rows = Array.from(
      { length: 5001 },
      (_, n) => `11/19/2026 10:${String(n % 60).padStart(2, '0')},Plaza ${n},OTA,P1,,,1.25,`,
    )
    expect((await uploadReport(admin, tollReport(...rows))).body).toMatchObject({ row_count: 5001, amount: 6251.25 })
  })
})

describe('undoing an import', () => {
  test('removes exactly its rows, once; the import stays in the list, newest first', async () => {
    const early = await uploadReport(admin, tollReport('11/18/2026,Skyway,ISTHA,P1,,,1.00,'), { name: 'early.csv' })
    site.clock.now = new Date(site.clock.now.getTime() + 60_000)
    const late = await uploadReport(admin, TWO, { name: 'late.csv', client_id: randomUUID() })
    const undone = await admin('DELETE', `/api/imports/${late.body.client_id}/`)
    expect(undone).toMatchObject({
      status: 200,
      body: {
        id: late.body.id,
        row_count: 2,
        undone_by: { first_name: 'Ruth' },
        undone_at: expect.any(String),
        version: 2,
      },
    })
    expect(await tolls(site.db)).toEqual([{ unit_id: null, date: '2026-11-18', amount: 1 }])
    expect(await admin('DELETE', `/api/imports/${late.body.id}/`)).toMatchObject({
      status: 400,
      body: { non_field_errors: ['This import has already been undone.'] },
    })
    expect((await admin('DELETE', '/api/imports/999999/')).status).toBe(404)
    const { body } = await admin('GET', '/api/imports/?limit=1')
    expect(body).toMatchObject({ count: 2, results: [{ file_name: 'late.csv', undone_at: expect.any(String) }] })
    expect((await admin('GET', body.next)).body).toMatchObject({ next: null, results: [early.body] })
  })
})

test('only administrators may import, preview, list and undo reports', async () => {
  const dispatcher = await site.as(await hire(site.db, { role: 'dispatcher', view: ['trucks'], edit: ['trucks'] }))
  for (const [method, path] of [
    ['GET', '/api/imports/'],
    ['POST', '/api/imports/'],
    ['POST', '/api/imports/preview/'],
    ['DELETE', '/api/imports/1/'],
  ] as const) {
    expect((await dispatcher(method, path)).status).toBe(403)
    expect((await site.signedOut(method, path)).status).toBe(401)
  }
})
