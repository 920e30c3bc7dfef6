import { describe, expect, test } from 'vitest'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { reportDesk } from '#tests/support/yard/report-desk.ts'
import { addTruck, fuel, preview, tolls, uploadReport } from '#tests/support/yard/reports.ts'

const desk = reportDesk()

const HEADERS = 'Transaction Date,Transaction Time,Plaza,Amount,Transponder ID,Plate,Unit Number'
const ROW = '11/05/2026,14:30:22,Exit 7,4.25,007002410300,P482100,1001'
const SECOND = '11/06/2026,08:00:00,Exit 8,5.50,007002410300,P482100,1001'
const report = (...lines: readonly string[]) => [...lines, ''].join('\r\n')

describe('titles above the headers', () => {
  test.each([
    ['padded with separators', report('Toll Detail Report,,,,,,', 'Run: 11/08/2026,,,,,,', HEADERS, ROW), 3],
    [
      'without separators, and with an empty line',
      report('Toll Detail Report', '', 'Account 4711,From 11/01,To 11/08', HEADERS, ROW),
      4,
    ],
    ['of many lines', report(...Array.from({ length: 30 }, (_, n) => `Note ${n}`), HEADERS, ROW), 31],
  ])('%s: the headers are found', async (_, bytes, line) => {
    const { body } = await preview(desk.admin, bytes)
    expect(body).toMatchObject({ rows: 1, good: 1, bad: [], header_line: line, amount: 4.25 })
    expect((await uploadReport(desk.admin, bytes)).status).toBe(201)
  })

  test('the user can choose the line of unknown headers, and then the columns', async () => {
    const bytes = report('Bericht,,', 'Stand,11/08/2026,', 'Wann,Betrag,Wagen', '11/05/2026,4.25,P1')
    const first = await preview(desk.admin, bytes)
    expect(first.body.opening[2]).toEqual({ line: 3, cells: ['Wann', 'Betrag', 'Wagen'] })
    const columns = { date: 'Wann', amount: 'Betrag', plate: 'Wagen' }
    const chosen = await preview(desk.admin, bytes, { columns, choices: { header_line: 3 } })
    expect(chosen.body).toMatchObject({ header_line: 3, good: 1, bad: [], headers: ['Wann', 'Betrag', 'Wagen'] })
    const past = await preview(desk.admin, bytes, { choices: { header_line: 90 } })
    expect(past.body).toMatchObject({ good: 0, bad: [{ line: 90, message: 'This line has no headers.' }] })
  })

  test('an expense above the headers is never skipped silently; a user who chooses the header line skips it', async () => {
    const bytes = report(ROW, HEADERS, SECOND)
    const { body } = await preview(desk.admin, bytes)
    expect(body).toMatchObject({
      header_line: 2,
      bad: [{ line: 1, message: expect.stringContaining('looks like a row') }],
    })
    expect((await preview(desk.admin, bytes, { choices: { header_line: 2 } })).body).toMatchObject({ bad: [], good: 1 })
  })
})

describe('lines that are not expenses', () => {
  const bytes = report(
    HEADERS,
    ROW,
    SECOND,
    '11/07/2026,,CC REPLENISHMENT,250.00,,,',
    HEADERS,
    '11/07/2026,09:00:00,Exit 9,four,007002410300,P482100,1001',
    'Total,,,9.75,,,',
    ',,,9.75,,,',
    'End of report',
  )

  test('are reported by kind, and nothing is imported until the user decides', async () => {
    const { body } = await preview(desk.admin, bytes)
    expect(body).toMatchObject({ rows: 8, good: 2, amount: 9.75, asides: { account: 1, note: 2, wrong: 1, total: 2 } })
    expect(body.bad.map(({ line, is }: { line: number; is?: string }) => [line, is])).toEqual([
      [4, 'account'],
      [5, 'note'],
      [6, undefined],
      [7, 'total'],
      [8, 'total'],
      [9, 'note'],
    ])
    expect((await uploadReport(desk.admin, bytes)).status).toBe(400)
    expect(await tolls(desk.db)).toEqual([])
  })

  test('are left out by kind and by line, and listed with their cells; the import equals the preview', async () => {
    const choices = { leave_out: ['total', 'note', 'account'], leave_out_lines: [6] } as const
    const { body } = await preview(desk.admin, bytes, { choices })
    expect(body).toMatchObject({ good: 2, bad_count: 0, left_out: 6, amount: 9.75, asides: { total: 2 } })
    expect(body.left[0]).toEqual({
      line: 4,
      message: expect.stringContaining('money of the account'),
      cells: ['11/07/2026', '', 'CC REPLENISHMENT', '250.00', '', '', ''],
    })
    const { status, body: batch } = await uploadReport(desk.admin, bytes, { choices })
    expect([status, batch]).toMatchObject([201, { row_count: 2, left_out: 6, amount: 9.75 }])
    expect(await tolls(desk.db)).toMatchObject([{ amount: 4.25 }, { amount: 5.5 }])
  })

  test('all faulty rows can be left out together, even thousands', async () => {
    const wrong = Array.from({ length: 1500 }, (_, n) => `11/05/2026,14:30:22,Exit 7,four ${n},T1,P1,1`)
    const many = report(HEADERS, ROW, ...wrong)
    const choices = { leave_out: ['wrong'] } as const
    const { body } = await preview(desk.admin, many, { choices })
    expect(body).toMatchObject({ good: 1, bad_count: 0, left_out: 1500 })
    expect(body.left).toHaveLength(1000)
    expect((await uploadReport(desk.admin, many, { choices })).body).toMatchObject({ row_count: 1, left_out: 1500 })
  })

  test('an account movement that could be read as an expense is imported only if the user says so', async () => {
    const replenished = report(
      `${HEADERS},Activity`,
      `${ROW},TOLL`,
      `${SECOND.replace('5.50', '250.00')},AUTO REPLENISHMENT`,
    )
    const { body } = await preview(desk.admin, replenished)
    expect(body).toMatchObject({ good: 1, amount: 4.25, bad: [{ line: 3, is: 'account', is_readable: true }] })
    expect(await uploadReport(desk.admin, replenished)).toMatchObject({
      status: 400,
      body: { bad_rows: [{ line: 3 }] },
    })
    expect(await tolls(desk.db)).toEqual([])
    const choices = { take: ['account'] }
    const taken = await preview(desk.admin, replenished, { choices })
    expect(taken.body).toMatchObject({ good: 2, bad: [], amount: 254.25 })
    const { status, body: batch } = await uploadReport(desk.admin, replenished, { choices })
    expect([status, batch]).toMatchObject([201, { row_count: 2, amount: 254.25 }])
    expect(await tolls(desk.db)).toMatchObject([{ amount: 4.25 }, { amount: 250 }])
  })

  test('names of places and drivers may look like totals or payments', async () => {
    const named = 'Date,Quantity,Amount,Site,Driver Name\n11/05/2026,10,40.00,Total Deposit,Ana Payment\n'
    expect((await preview(desk.admin, named, { kind: 'fuel' })).body).toMatchObject({ good: 1, bad: [] })
  })
})

describe('amounts below zero', () => {
  const PREPAID = report(
    'POSTING DATE,TRANSACTION DATE,TAG/PLATE NUMBER,AGENCY,ACTIVITY,EXIT TIME,EXIT PLAZA,AMOUNT,BALANCE',
    '11/06/2026,11/05/2026,007002410300,AG1,TOLL,22:00:31,07,($10.76),$227.93',
    '11/06/2026,-,-,-,CC REPLENISHMENT,-,-,$250.00,$477.93',
    '11/07/2026,11/06/2026,P482103,AG1,TOLL,08:00:31,07,($4.10),$473.83',
  )

  test('are charges if the user says so, as in reports of a prepaid account whose tags and plates share a column', async () => {
    await addTruck(desk.db, '101', { transponder: '007002410300' })
    await addTruck(desk.db, '102', { plate: 'P482103' })
    const { body } = await preview(desk.admin, PREPAID)
    expect(body).toMatchObject({ good: 2, negative: 2, amount: -14.86, bad: [{ line: 3, is: 'account' }] })
    const choices = { negatives: 'charges', leave_out: ['account'] } as const
    expect((await preview(desk.admin, PREPAID, { choices })).body).toMatchObject({
      bad: [],
      amount: 14.86,
      unmatched_count: 0,
    })
    expect((await uploadReport(desk.admin, PREPAID, { choices })).body).toMatchObject({ row_count: 2, amount: 14.86 })
    expect(await tolls(desk.db)).toMatchObject([
      { unit_id: '101', amount: 10.76 },
      { unit_id: '102', amount: 4.1 },
    ])
  })

  test('are a question when no amount is above zero, and nothing is imported before the answer', async () => {
    const rows = ['-1.00', '(2.00)', '3.00-', '0.00'].map((amount, n) =>
      ROW.replace('4.25', amount).replace('22', `1${n}`),
    )
    const bytes = report(HEADERS, ...rows)
    expect((await preview(desk.admin, bytes)).body).toMatchObject({ good: 4, questions: ['negatives'], amount: -6 })
    expect(await uploadReport(desk.admin, bytes)).toMatchObject({ status: 400, body: { questions: ['negatives'] } })
    const credits = await uploadReport(desk.admin, bytes, { choices: { negatives: 'credits' } })
    expect(credits.body).toMatchObject({ row_count: 4, amount: -6 })
  })

  test('are a question even for a single row; next to an amount above zero they are credits', async () => {
    const questionsFor = async (...amounts: readonly string[]) => {
      const rows = amounts.map((amount, n) => ROW.replace('4.25', amount).replace('22', `1${n}`))
      return (await preview(desk.admin, report(HEADERS, ...rows))).body.questions
    }
    expect(await questionsFor('-4.25')).toEqual(['negatives'])
    expect(await questionsFor('($4.25)', '3.25-')).toEqual(['negatives'])
    expect(await questionsFor('-4.25', '3.25')).toEqual([])
    expect(await questionsFor('-4.25', '-3.25', '1.00')).toEqual([])
  })
})

const UNREADABLE = 'This time can’t be read. Write it like 14:30 or 2:30 PM.'
test('an impossible or unreadable time is a fault of its row; a cell that is not a time at all is ignored', async () => {
  const good = [
    'N/A',
    'unknown',
    '2:30 PM',
    '2 pm',
    '14:30:00:000',
    '14:30 PM',
    '11/05/2026 14:30',
    '2026-11-05 14:30:00',
    '1430 hrs',
    '0',
    '6.94444E-04',
  ]
  const none = ['25:30', '14:75:00', '24:00', '24:59:59', '2575', '14:30 AM']
  const unread = ['2:30 XM', '14h30', '14.30', '14:30 AKST', '14:5', '1:30 GMT-5']
  const rows = [...good, ...none, ...unread].map((time, n) => `11/05/2026,${time},Exit ${n},$4.25,P482103`)
  const { body } = await preview(desk.admin, report('Date,Time,Plaza,Amount,Plate', ...rows))
  expect(body.good).toBe(good.length)
  const faults = body.bad.map(({ value, message }: { value: string; message: string }) => [value, message])
  expect(faults).toEqual([
    ...none.map((time) => [time, time === '2575' || time === '14:30 AM' ? UNREADABLE : 'There is no such time.']),
    ...unread.map((time) => [time, UNREADABLE]),
  ])
})

test('a date cell and a time cell that disagree are a fault; midnight counts as a date without a time', async () => {
  const rows = [
    '11/05/2026 12:00:00 AM,14:30,Exit 1',
    '2026-11-06T00:00:00Z,14:30,Exit 2',
    '11/05/2026 14:30:22,14:30,Exit 3',
    '2026-11-05T20:30:00Z,14:30,Exit 4',
    '11/05/2026 08:00,14:30,Exit 5',
    '11/05/2026,11/06/2026 14:30,Exit 6',
    '2026-11-06T00:00:00Z,18:00,Exit 7',
    '11/05/2026 14:30,12:00 AM,Exit 8',
    '11/05/2026 00:30,00:30 EST,Exit 9',
  ].map((row) => `${row},$4.25,P482103`)
  const text = report('Date,Time,Plaza,Amount,Plate', ...rows)
  expect((await preview(desk.admin, text)).body.bad).toMatchObject([
    { line: 6, column: 'Date', message: 'The date has another time than the column for it.' },
    { line: 7, column: 'Time', value: '11/06/2026 14:30', message: 'This is another day than the date.' },
  ])
  await uploadReport(desk.admin, text, { choices: { leave_out: ['wrong'] } })
  const stored = await desk.db.query('test.clocks', 'select date, clock from toll_transactions order by id')
  expect(stored).toEqual([
    { date: '2026-11-05', clock: '14:30:00' },
    { date: '2026-11-06', clock: '14:30:00' },
    { date: '2026-11-05', clock: '14:30:22' },
    { date: '2026-11-05', clock: '14:30:00' },
    { date: '2026-11-05', clock: '18:00:00' },
    { date: '2026-11-05', clock: '14:30:00' },
    { date: '2026-11-04', clock: '23:30:00' },
  ])
})

test.each(['Time (UTC)', 'transaction_time_utc', 'TransactionTimeUTC', 'Time GMT', 'UTC Time'])(
  'a column called %s is read as UTC',
  async (header) => {
    const text = report(`Date,${header},Plaza,Amount,Plate`, '11/05/2026,03:00,Exit 1,4.25,P1')
    await uploadReport(desk.admin, text, { columns: { time: header } })
    expect(await desk.db.query('test.clocks', 'select date, clock from toll_transactions order by id')).toEqual([
      { date: '2026-11-04', clock: '21:00:00' },
    ])
  },
)

test('the time zone in a cell takes precedence over the header; a header with an offset is ignored', async () => {
  const text = (header: string, time: string) =>
    report(`Date,${header},Plaza,Amount,Plate`, `11/05/2026,${time},Exit 1,4.25,P1`)
  await uploadReport(desk.admin, text('Time (UTC)', '14:30 CST'), { columns: { time: 'Time (UTC)' } })
  await uploadReport(desk.admin, text('Time (GMT-6)', '15:30'), { columns: { time: 'Time (GMT-6)' } })
  expect(await desk.db.query('test.clocks', 'select date, clock from toll_transactions order by id')).toEqual([
    { date: '2026-11-05', clock: '14:30:00' },
    { date: '2026-11-05', clock: '15:30:00' },
  ])
})

test('dates, times and amounts are read without invisible characters', async () => {
  const row = '11/05/2026\u200b,\u202a14:30\u202c,Exit 1,\u20134.25\u200e,P1'
  const other = '2026\u201111\u201105,２:30 PM,Exit 1,\ufeff4.25,P1'
  expect((await uploadReport(desk.admin, report('Date,Time,Plaza,Amount,Plate', row, other))).body).toMatchObject({
    row_count: 2,
  })
  const stored = 'select date, clock, amount::float8 as amount from toll_transactions order by id'
  expect(await desk.db.query('test.read', stored)).toEqual([
    { date: '2026-11-05', clock: '14:30:00', amount: -4.25 },
    { date: '2026-11-05', clock: '14:30:00', amount: 4.25 },
  ])
})

describe('questions to the user', () => {
  test('a fuel report imported as tolls is a question, and so is the reverse', async () => {
    const purchases = report(
      'Transaction Date,Transaction Time (UTC),Driver Name,Unit,Location State/Province,Product Code,Quantity,Amount,Invoice',
      '11/06/2026,03:49,Amarjit Cheema,1001,CO,ULSD,167.83,304.95,INV-1',
    )
    expect((await preview(desk.admin, purchases)).body).toMatchObject({ good: 1, questions: ['kind'] })
    expect((await uploadReport(desk.admin, purchases)).status).toBe(400)
    expect(await tolls(desk.db)).toEqual([])
    expect((await preview(desk.admin, purchases, { kind: 'fuel' })).body).toMatchObject({ good: 1, questions: [] })
    expect((await preview(desk.admin, report(HEADERS, ROW), { kind: 'fuel' })).body.questions).toEqual(['kind'])
    const meant = await uploadReport(desk.admin, purchases, { choices: { is_kind_sure: true } })
    expect(meant).toMatchObject({ status: 201, body: { kind: 'tolls', row_count: 1 } })
  })

  test('one date with the day first makes the order a question, and the answer applies to all dates', async () => {
    const bytes = report(HEADERS, ROW.replace('11/05/2026', '25/10/2026'), ROW.replace('11/05/2026', '05/10/2026'))
    const choices = { leave_out: ['wrong'] } as const
    expect((await preview(desk.admin, bytes, { choices })).body).toMatchObject({ questions: ['day_order'] })
    expect((await uploadReport(desk.admin, bytes, { choices })).status).toBe(400)
    const answered = { choices: { day_order: 'day_first' } } as const
    expect((await preview(desk.admin, bytes, answered)).body).toMatchObject({
      first_day: '2026-10-05',
      questions: [],
      bad: [],
    })
    expect((await uploadReport(desk.admin, bytes, answered)).body).toMatchObject({
      first_day: '2026-10-05',
      last_day: '2026-10-25',
    })
  })
})

test('first name and last name in two columns identify one driver', async () => {
  const driver = await hireDriver(desk.db, { first_name: 'Amarjit', last_name: 'Cheema' })
  const headers =
    'Account Number,Card Number,Transaction Date,Transaction Time,Driver Last Name,Driver First Name,Product,Merchant City,Merchant State / Province,Units,Unit Cost,Total Fuel Cost,Net Cost'
  const bytes = report(headers, '0412,12345,11/05/2026,14:30,CHEEMA,AMARJIT,DSL,Joplin,MO,120.551,3.459,416.99,416.99')
  const { body } = await preview(desk.admin, bytes, { kind: 'fuel' })
  expect(body).toMatchObject({
    good: 1,
    bad: [],
    unmatched_count: 0,
    columns: { driver_first_name: 'Driver First Name' },
  })
  expect((await uploadReport(desk.admin, bytes, { kind: 'fuel' })).status).toBe(201)
  expect(await fuel(desk.db)).toMatchObject([
    { driver_id: driver, gallons: 120.551, amount: 416.99, site: 'Joplin, MO' },
  ])
})

describe('a layout that a user chose', () => {
  const week = (title: string, day: string) => report(title, '', 'Wann;Betrag;Wagen', `${day};-4.25;P1`)
  const columns = { date: 'Wann', amount: 'Betrag', plate: 'Wagen' }
  const choices = { header_line: 3, negatives: 'charges', leave_out_lines: [9] } as const

  test('is remembered for the next report with it, for any user and wherever its headers are', async () => {
    expect((await uploadReport(desk.admin, week('Woche 1', '11/05/2026'), { columns, choices })).status).toBe(201)
    const other = await desk.site.as(await hire(desk.db, { role: 'administrator' }))
    const next = report('Woche 2', 'noch ein Titel', '', 'wann;BETRAG;Wagen', '11/12/2026;-5.25;P1')
    const { body } = await preview(other, next)
    expect(body).toMatchObject({
      is_remembered: true,
      good: 1,
      amount: 5.25,
      header_line: 4,
      choices: { negatives: 'charges' },
    })
    expect(body.choices).not.toHaveProperty('leave_out_lines')
    expect((await uploadReport(other, next)).body).toMatchObject({ row_count: 1, amount: 5.25 })
  })

  test('does not apply to a report of the other kind, or when a user chooses otherwise', async () => {
    await uploadReport(desk.admin, week('Woche 1', '11/05/2026'), { columns, choices })
    const next = week('Woche 2', '11/12/2026')
    expect((await preview(desk.admin, next, { kind: 'fuel' })).body).toMatchObject({ is_remembered: false })
    const chosen = { columns, choices: { header_line: 3 } }
    expect((await preview(desk.admin, next, chosen)).body).toMatchObject({ is_remembered: false, amount: -4.25 })
  })

  test('asks about amounts below zero again when the next report has none, and applies the new answer', async () => {
    await uploadReport(desk.admin, week('Woche 1', '11/05/2026'), { columns, choices })
    const next = week('Woche 2', '11/12/2026').replace('-4.25', '4.25')
    const { body } = await preview(desk.admin, next)
    expect(body).toMatchObject({ is_remembered: true, questions: ['negatives'], choices: { negatives: 'charges' } })
    expect(await uploadReport(desk.admin, next)).toMatchObject({ status: 400, body: { questions: ['negatives'] } })
    const chosen = { columns, choices: { ...body.choices, negatives: 'credits' } }
    expect((await preview(desk.admin, next, chosen)).body).toMatchObject({ questions: [], amount: 4.25 })
    expect((await uploadReport(desk.admin, next, chosen)).body).toMatchObject({ row_count: 1, amount: 4.25 })
  })

  test('does not remember that account movements were imported: the user confirms them for each report', async () => {
    const activity = (day: string) =>
      report(`${HEADERS},Activity`, `${day},09:00:00,Exit 9,250.00,007002410300,P482100,1001,AUTO REPLENISHMENT`)
    const confirmed = { choices: { take: ['account'] } }
    const first = await uploadReport(desk.admin, activity('11/05/2026'), confirmed)
    expect(first.body).toMatchObject({ row_count: 1, amount: 250 })
    const next = activity('11/06/2026')
    expect((await preview(desk.admin, next)).body).toMatchObject({ good: 0, bad: [{ is: 'account' }] })
    expect((await uploadReport(desk.admin, next)).status).toBe(400)
    expect(await tolls(desk.db)).toMatchObject([{ date: '2026-11-05' }])
    expect((await uploadReport(desk.admin, next, confirmed)).body).toMatchObject({ row_count: 1, amount: 250 })
    expect(await tolls(desk.db)).toMatchObject([{ date: '2026-11-05' }, { date: '2026-11-06' }])
  })
})
