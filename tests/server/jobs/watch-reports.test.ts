import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { reportWatch, startReportWatch, type WatchParts } from '#server/jobs/watch-reports.ts'
import { rememberLayout } from '#server/modules/imports/reading/remembered-layout.ts'
import { reportFolder } from '#server/providers/reports/folder/report-folder.ts'
import { NOW } from '#tests/support/server/app.ts'
import { emptyTables, openTestDb } from '#tests/support/server/database.ts'
import { noLog } from '#tests/support/server/no-log.ts'
import { fuel, fuelReport, tollReport, tolls } from '#tests/support/yard/reports.ts'

let db: Db
let folder = ''
beforeAll(async () => {
  db = await openTestDb()
})
afterAll(() => db.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-reports-'))
  await reportFolder(folder).prepare()
  await emptyTables(db)
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const partsOf = (over: Partial<WatchParts> = {}): WatchParts => ({
  db,
  inbox: reportFolder(folder),
  columns: { tolls: {}, fuel: {} },
  clock: () => NOW,
  log: noLog,
  ...over,
})
const writeReport = (place: string, text: string | Uint8Array) => writeFileSync(join(folder, place), text)
/** The names in a folder, without the time that is put before a file's name when it is moved to `done` or `failed`. */
const namesIn = (place: string) =>
  readdirSync(join(folder, place))
    .map((name) => name.replace(/^\d{8}T\d{9}Z /, ''))
    .sort()
const noteIn = (place: string) => {
  const [name = ''] = readdirSync(join(folder, place)).filter((one) => one.endsWith('.csv.txt'))
  return readFileSync(join(folder, place, name), 'utf8')
}
const batches = () =>
  db.query('test.batches', 'select file_name, origin, row_count, user_id from import_batches order by id')

/** A log, and the details of the errors that were logged. */
function recordingLog() {
  const errors: unknown[] = []
  return { errors, log: { ...noLog, error: (details: unknown) => void errors.push(details) } }
}

const ONE = tollReport('11/19/2026,Skyway,ISTHA,P1,,,4.20,')

test('a report that stopped growing is imported and moved to done; a growing report is left alone', async () => {
  const look = reportWatch(partsOf())
  writeReport('tolls/november.csv', ONE.slice(0, 60))
  await look()
  writeReport('tolls/november.csv', ONE)
  await look()
  expect(await tolls(db)).toEqual([])
  await look()
  expect(await tolls(db)).toHaveLength(1)
  expect(await batches()).toEqual([{ file_name: 'november.csv', origin: 'folder', row_count: 1, user_id: null }])
  expect([namesIn('tolls'), namesIn('tolls/done')]).toEqual([['done', 'failed'], ['november.csv']])
})

test('a report with bad rows is not imported, and a text file next to it lists every bad row', async () => {
  const look = reportWatch(partsOf())
  writeReport(
    'tolls/bad.csv',
    tollReport('11/19/2026,Skyway,ISTHA,P1,,,4.20,', '11/19/2026,Skyway,ISTHA,P1,,,x,', 'y,,,P1,,,1,'),
  )
  await look()
  await look()
  expect(await tolls(db)).toEqual([])
  expect(namesIn('tolls/failed')).toEqual(['bad.csv', 'bad.csv.txt'])
  expect(noteIn('tolls/failed')).toBe(
    [
      'Nothing was imported of bad.csv.',
      '',
      'Line 3, Amount “x”: This is not an amount in dollars.',
      'Line 4, Transaction Date “y”: This date can’t be read. Write it like 11/25/2026 or 2026-11-25.',
      '',
    ].join('\n'),
  )
})

test('folders, and files whose name shows an upload in progress, are left where they are', async () => {
  const look = reportWatch(partsOf())
  for (const name of ['a.csv.filepart', '.hidden.csv', '~$b.csv']) writeReport(`fuel/${name}`, ONE)
  mkdirSync(join(folder, 'fuel/c.csv'))
  await look()
  await look()
  expect(namesIn('fuel')).toEqual(['.hidden.csv', 'a.csv.filepart', 'c.csv', 'done', 'failed', '~$b.csv'])
})

test('the columns that the operator configured are used', async () => {
  const look = reportWatch(partsOf({ columns: { tolls: {}, fuel: { amount: 'Net', quantity: 'Liter' } } }))
  writeReport(
    'fuel/a.csv',
    fuelReport('11/19/2026,13:05,,,A9,,IL,ULSD,100,400,1').replace('Quantity,Amount', 'Liter,Net'),
  )
  await look()
  await look()
  expect(await fuel(db)).toMatchObject([{ amount: 400, gallons: 100 }])
})

test('a report is not imported twice if the server was killed between the last row and the move to done', async () => {
  const inbox = reportFolder(folder)
  const killed = { ...inbox, putAway: () => Promise.reject(new Error('killed')) }
  const { log, errors } = recordingLog()
  writeReport('tolls/november.csv', ONE)
  const first = reportWatch(partsOf({ inbox: killed, log }))
  await first()
  await first()
  expect(errors).toMatchObject([{ report: 'november.csv' }])
  const second = reportWatch(partsOf())
  await second()
  await second()
  expect(await tolls(db)).toHaveLength(1)
  expect(namesIn('tolls/done')).toEqual(['november.csv', 'november.csv.txt'])
  expect(noteIn('tolls/done')).toContain('This report was already imported on 2026-11-21')
})

test('an import that breaks off midway leaves no rows, and the next check imports the whole report', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `11/19/2026,Plaza ${n},ISTHA,P1,,,4.20,`)
  writeReport('tolls/november.csv', tollReport(...rows))
  const inbox = reportFolder(folder)
  let reads = 0
  const breaking = {
    ...inbox,
    waiting: async (kind: 'tolls' | 'fuel') =>
      (await inbox.waiting(kind)).map((report) => ({
        ...report,
        // The first two reads scan and check the report. The third one reads the rows and breaks off.
        bytes: () => (++reads === 3 ? breakingOff(report.bytes()) : report.bytes()),
      })),
  }
  const { log, errors } = recordingLog()
  const look = reportWatch(partsOf({ inbox: breaking, log }))
  await look()
  await look()
  expect({ reads, rows: await tolls(db), batches: await batches() }).toEqual({ reads: 3, rows: [], batches: [] })
  expect(errors).toHaveLength(1)
  await look()
  expect(await tolls(db)).toHaveLength(3000)
})

async function* breakingOff(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    yield chunk
    throw new Error('the disk went away')
  }
}

test('two processes that check at the same time import a report once', async () => {
  const looks = [reportWatch(partsOf()), reportWatch(partsOf())]
  writeReport('tolls/november.csv', ONE)
  for (let round = 0; round < 3; round++) await Promise.all(looks.map((look) => look()))
  expect(await tolls(db)).toHaveLength(1)
  expect([namesIn('tolls'), await batches()]).toMatchObject([['done', 'failed'], [{ row_count: 1 }]])
})

test('a report that changes while it is read is left for the next check', async () => {
  writeReport('tolls/november.csv', ONE)
  const inbox = reportFolder(folder)
  let reads = 0
  const changing = {
    ...inbox,
    waiting: async (kind: 'tolls' | 'fuel') =>
      (await inbox.waiting(kind)).map((report) => ({
        ...report,
        bytes: () => {
          if (++reads === 3) writeReport('tolls/november.csv', ONE.replace('4.20', '9.90'))
          return report.bytes()
        },
      })),
  }
  const { log } = recordingLog()
  const look = reportWatch(partsOf({ inbox: changing, log }))
  await look()
  await look()
  expect(await tolls(db)).toEqual([])
  await look()
  await look()
  expect(await tolls(db)).toMatchObject([{ amount: 9.9 }])
})

test('the server checks every 15 seconds, and creates the folders at its start', async () => {
  rmSync(join(folder, 'tolls'), { recursive: true })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const watch = startReportWatch(partsOf())
  vi.advanceTimersByTime(15_000)
  await watch.stop()
  expect(namesIn('tolls')).toEqual(['done', 'failed'])
})

test('a report that needs a user’s decision is never imported from the folder', async () => {
  const look = reportWatch(partsOf())
  writeReport('tolls/total.csv', `${ONE}Total,,,,,,4.20,\n`)
  writeReport('tolls/fuel.csv', fuelReport('11/19/2026,13:05,,,A9,,IL,ULSD,100,400,1'))
  writeReport('tolls/days.csv', ONE.replace('11/19/2026', '19.11.2026').concat('05.11.2026,Skyway,ISTHA,P1,,,1.00,\n'))
  await look()
  await look()
  expect(await tolls(db)).toEqual([])
  const words = readdirSync(join(folder, 'tolls/failed'))
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(join(folder, 'tolls/failed', name), 'utf8'))
    .join('\n')
  expect(words).toContain('Line 3 “Total · 4.20”: This line looks like a total.')
  expect(words).toContain('This looks like a fuel report, and was chosen as one of tolls.')
  expect(words).toContain('say whether month or day comes first')
  expect(words).toContain('Take it in on the page Reports')
})

test('a layout chosen by a user applies to the folder too, unless the operator configured the columns', async () => {
  const headers = ['Wann', 'Betrag', 'Wagen']
  const columns = { date: 'Wann', amount: 'Betrag', plate: 'Wagen' }
  const by = { user: null, now: NOW }
  await db.tx((sql) => rememberLayout(sql, { kind: 'tolls', headers, columns, choices: { negatives: 'charges' } }, by))
  const set = reportWatch(partsOf({ columns: { tolls: { date: 'Day' }, fuel: {} } }))
  writeReport('tolls/set.csv', 'Wann,Betrag,Wagen\n11/19/2026,-4.20,P1\n')
  await set()
  await set()
  expect(await tolls(db)).toEqual([])
  const look = reportWatch(partsOf())
  writeReport('tolls/week.csv', 'Wann,Betrag,Wagen\n11/19/2026,-4.20,P1\n')
  await look()
  await look()
  expect(await tolls(db)).toMatchObject([{ amount: 4.2 }])
})

test('a remembered choice to import account lines, or to read negatives as charges, does not decide for a later report that leaves it open', async () => {
  const headers = ['Date', 'Amount', 'Plate', 'Activity']
  const file = (...lines: readonly string[]) => [headers.join(','), ...lines, ''].join('\n')
  const choices = { take: ['account' as const], negatives: 'charges' as const }
  await db.tx((sql) => rememberLayout(sql, { kind: 'tolls', headers, choices }, { user: null, now: NOW }))
  const look = reportWatch(partsOf())
  writeReport('tolls/account.csv', file('11/19/2026,-4.20,P1,TOLL', '11/19/2026,250.00,P1,CC REPLENISHMENT'))
  writeReport('tolls/signs.csv', file('11/19/2026,4.20,P1,TOLL', '11/20/2026,5.20,P1,TOLL', '11/20/2026,-1.00,P1,TOLL'))
  writeReport(
    'tolls/charges.csv',
    file('11/19/2026,-7.20,P1,TOLL', '11/20/2026,-8.20,P1,TOLL', '11/20/2026,1.00,P1,TOLL'),
  )
  await look()
  await look()
  expect(await tolls(db)).toMatchObject([{ amount: 7.2 }, { amount: 8.2 }, { amount: -1 }])
  const words = readdirSync(join(folder, 'tolls/failed'))
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(join(folder, 'tolls/failed', name), 'utf8'))
    .join('\n')
  expect(words).toContain(
    'Line 3 “11/19/2026 · 250.00 · P1 · CC REPLENISHMENT”: This line moves money of the account. It does not look like an expense.',
  )
  expect(words).toContain('Say whether amounts below zero are charges or credits')
})
