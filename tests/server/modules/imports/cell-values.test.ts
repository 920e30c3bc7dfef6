import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCents, readDay, readGallons } from '#server/modules/imports/reading/cell-values.ts'
import { findColumns } from '#server/modules/imports/reading/column-names.ts'
import { keyHash } from '#server/modules/imports/rows/report-row.ts'
import { seenKeys } from '#server/modules/imports/rows/seen-keys.ts'

test.each([
  ['2026-11-20', '2026-11-20', ''],
  ['11/20/2026', '2026-11-20', ''],
  ['1/2/26', '2026-01-02', ''],
  ['2/29/2028', '2028-02-29', ''],
  ['2026-11-20 07:05', '2026-11-20', '07:05:00'],
  ['2026-11-20T07:05:09', '2026-11-20', '07:05:09'],
  ['11/20/2026 12:30 AM', '2026-11-20', '00:30:00'],
  ['11/20/2026 1:30:15 pm', '2026-11-20', '13:30:15'],
  // 03:00 UTC is still the evening before in Chicago.
  ['2026-11-20T03:00:00Z', '2026-11-19', '03:00:00'],
  ['2026-11-20T03:00:00-06:00', '2026-11-20', '09:00:00'],
  ['11-05-2026', '2026-11-05', ''],
  ['11-05-26 14:30', '2026-11-05', '14:30:00'],
  ['2026.11.05', '2026-11-05', ''],
  ['20.11.2026', '2026-11-20', ''],
  ['11.20.2026', '2026-11-20', ''],
  ['11.11.2026', '2026-11-11', ''],
  ['05-Nov-26', '2026-11-05', ''],
  ['5 Nov 2026', '2026-11-05', ''],
  ['05Nov2026 2:05 PM', '2026-11-05', '14:05:00'],
  ['Nov 5, 2026', '2026-11-05', ''],
  ['November 5th, 2026 14:30', '2026-11-05', '14:30:00'],
  ['Sept. 5, 2026', '2026-09-05', ''],
  ['Thu 11/05/2026', '2026-11-05', ''],
  ['Thursday, November 5, 2026', '2026-11-05', ''],
  ['20261105', '2026-11-05', ''],
  ['20261105 143022', '2026-11-05', '14:30:22'],
  ['20261105143022', '2026-11-05', '14:30:22'],
  ['11052026', '2026-11-05', ''],
  ['112526', '2026-11-25', ''],
  ['110526 14:30', '2026-11-05', '14:30:00'],
  ['110526 2 PM', '2026-11-05', '14:00:00'],
  ['991130', '2099-11-30', ''],
  ['46331', '2026-11-05', ''],
  ['46331.604421296', '2026-11-05', '14:30:22'],
  ['46331.99999999', '2026-11-05', '23:59:59'],
  ['11/05/2026 14:30 CST', '2026-11-05', '14:30:00'],
  ['11/05/2026 2:30 p.m. (CDT)', '2026-11-05', '14:30:00'],
  // A quarter past midnight in New York is the evening before in Chicago.
  ['11/05/2026 00:15 EST', '2026-11-04', '23:15:00'],
  ['11/05/2026 23:30 Pacific Time', '2026-11-06', '01:30:00'],
])('%s is read as a date', (text, day, time) => {
  expect(readDay(text)).toMatchObject({ value: { day, time } })
})

test('a time in its own column counts; a time in UTC may belong to the day before', () => {
  expect(readDay('11/20/2026', { besides: '23:10' })).toMatchObject({ value: { day: '2026-11-20', time: '23:10:00' } })
  expect(readDay('11/20/2026', { besides: '03:10', isUtc: true })).toMatchObject({
    value: { day: '2026-11-19', time: '03:10:00' },
  })
  expect(readDay('11/20/2026', { besides: '1430' })).toMatchObject({ value: { day: '2026-11-20', time: '14:30:00' } })
  expect(readDay('11/20/2026', { besides: '930' })).toMatchObject({ value: { day: '2026-11-20', time: '09:30:00' } })
  expect(readDay('11/20/2026', { besides: '0.5' })).toMatchObject({ value: { day: '2026-11-20', time: '12:00:00' } })
  expect(readDay('11/20/2026', { besides: 'about noon' })).toMatchObject({
    value: { day: '2026-11-20', time: 'about noon' },
  })
})

test.each([
  '',
  '251126',
  '131326',
  '000026',
  '022926',
  '41526',
  '13/01/2026',
  '05.11.2026',
  '5/11.2026',
  'Mai 5, 2026',
  '30-Feb-26',
  '20261305',
  '31112026',
  '99999',
  '36525',
  '11/05/2026 14:30 XYZ',
  '11/05/2026 soon',
  '11/05/2026 25:30 PM',
  '11/05/2026 14:30 AM',
  '02/30/2026',
  '2026-02-29',
  '11/20',
  '11/20/20266',
  'yesterday',
  '2026-11-20 25:00',
  '1926-11-20',
])('“%s” is not a date', (text) => {
  expect(readDay(text)).toHaveProperty('fault')
})

test('a date that may have the day first is a question to the user, never a guess', () => {
  const asks = { asks: 'day_order' }
  for (const text of ['05.11.2026', '13/01/2026', '25-11-2026', '251126', '310126'])
    expect(readDay(text)).toMatchObject(asks)
  for (const text of ['31.31.2026', '022926', '000026']) expect(readDay(text)).not.toHaveProperty('asks')
  for (const text of ['05.11.2026', '05/11/2026', '5-11-26', '05112026', '051126']) {
    expect(readDay(text, { order: 'day_first' })).toMatchObject({ value: { day: '2026-11-05' } })
    expect(readDay(text, { order: 'month_first' })).toMatchObject({ value: { day: '2026-05-11' } })
  }
  expect(readDay('261105', { order: 'month_first' })).toMatchObject({ value: { day: '2026-11-05' } })
  expect(readDay('25/11/2026', { order: 'day_first' })).toMatchObject({ value: { day: '2026-11-25' } })
  expect(readDay('25/11/2026', { order: 'month_first' })).toEqual({ fault: 'There is no such day.' })
})

test('any date is read back from each of its spellings', () => {
  const anyDate = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(anyDate, (date) => {
      const day = date.toISOString().slice(0, 10)
      const [year = '', month = '', dd = ''] = day.split('-')
      const name = date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
      const long = date.toLocaleString('en-US', { dateStyle: 'full', timeZone: 'UTC' })
      const serial = (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000
      // A serial day number that may also be a date without its leading zero is read as neither.
      const isUnclear = serial < 43_466 && 'fault' in readDay(`0${serial}`) === false && serial % 100 >= 19
      const spellings = [
        day,
        `${month}-${dd}-${year}`,
        `${dd}-${name}-${year.slice(2)}`,
        `${name} ${Number(dd)}, ${year}`,
        long,
      ]
      for (const text of [...spellings, `${year}${month}${dd}`, ...(isUnclear ? [] : [String(serial)])])
        expect([text, readDay(text)]).toEqual([text, { value: { day, time: '', clock: '' } }])
      const yy = year.slice(2)
      expect(readDay(`${month}${dd}${yy}`)).toMatchObject({ value: { day } })
      expect(readDay(`${dd}${month}${yy}`, { order: 'day_first' })).toMatchObject({ value: { day } })
      // From 2013 on, a two-digit year cannot be taken for a month.
      if (year < '2013') return
      const reading = readDay(`${yy}${month}${dd}`)
      expect('asks' in reading || ('value' in reading && reading.value.day)).toSatisfy(
        (one) => one === true || one === day,
      )
      expect(readDay(`${yy}${month}${dd}`, { order: 'month_first' })).toMatchObject({ value: { day } })
    }),
  )
})

test.each([
  ['12.5', 1250],
  ['$1,234.56', 123_456],
  ['(12.50)', -1250],
  ['($1,012.50)', -101_250],
  ['-3.10', -310],
  ['-$3.10', -310],
  ['$-3.10', -310],
  ['3.10-', -310],
  ['.5', 50],
  ['7', 700],
  ['12.500', 1250],
  ['0', 0],
  [' $(4.25)', -425],
  ['$ (1,234.50)', -123_450],
  [' $-   ', 0],
  [' -   ', 0],
  ['$4.25 ', 425],
  ['+4.25', 425],
  ['4.25 CR', -425],
  ['CR 4.25', -425],
  ['4.25DR', 425],
  ['$4.25 Cr.', -425],
  ['USD 4.25', 425],
  ['US$4.25', 425],
  ['4.25 USD', 425],
  ['-4.25 USD', -425],
  ['\u22124.25', -425],
])('%s is read as an amount', (text, cents) => {
  expect(readCents(text)).toEqual({ value: cents })
})

test.each([
  ['4.255', 426],
  ['12.345', 1235],
  ['4.2549', 425],
  ['-4.255', -426],
  ['10.7550', 1076],
])('%s has fractions of a cent: it is rounded, and reported as rounded', (text, cents) => {
  expect(readCents(text)).toEqual({ value: cents, isRounded: true })
})

test.each([
  ['4.249999999999', 425],
  ['4.2500000000001', 425],
  ['4.25000', 425],
  ['0.30000000000000004', 30],
])('%s has binary rounding noise, and is not reported as rounded', (text, cents) => {
  expect(readCents(text)).toEqual({ value: cents })
})

test.each(['-4.25 CR', '(4.25) CR', '+-3', '4.25 CAD', '€4.25', '$$4', '()', '( )', '1 234', 'CR', '$(', '4.25 CR DR'])(
  '“%s” is not an amount: its sign, currency or spacing is invalid',
  (text) => {
    expect(readCents(text)).toHaveProperty('fault')
  },
)

test.each(['', 'abc', '1,23', '1.234,56', '--3', '(-3)', '3-1', '.', '$', '1e5', '0x10', '99999999', 'NaN'])(
  '“%s” is not an amount',
  (text) => {
    expect(readCents(text)).toHaveProperty('fault')
  },
)

test('any number of cents is read back as it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), fc.boolean(), (cents, inBrackets) => {
      const dollars = (Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
      const text = cents >= 0 ? `$${dollars}` : inBrackets ? `($${dollars})` : `-$${dollars}`
      expect(readCents(text)).toEqual({ value: cents })
    }),
  )
})

test('gallons have three decimals', () => {
  expect(readGallons('102.3456')).toEqual({ value: 102.346 })
  expect(readGallons('(1,000)')).toEqual({ value: -1000 })
  expect(readGallons('full')).toHaveProperty('fault')
})

test('columns are found by their usual names in any spelling, and missing columns are reported', () => {
  const headers = ['TRANSACTION DATE', 'Post_Date', ' License Plate', 'Toll Amount', 'Lane', 'Location']
  expect(findColumns('tolls', headers)).toMatchObject({
    map: {
      date: 'TRANSACTION DATE',
      posted_on: 'Post_Date',
      plate: ' License Plate',
      amount: 'Toll Amount',
      plaza: 'Location',
    },
    missing: [],
    faults: [],
  })
  expect(findColumns('tolls', ['a', 'b'])).toMatchObject({ missing: ['date', 'amount', 'transponder_id'] })
})

test('a column map takes precedence over the usual names; its unknown headers and duplicate headers are reported', () => {
  const headers = ['Date', 'When', 'Amount', 'Unit', 'Gallons']
  expect(findColumns('fuel', headers, { date: 'when', unit: '' }).map).toEqual({
    date: 'When',
    amount: 'Amount',
    quantity: 'Gallons',
  })
  expect(findColumns('fuel', headers, { date: 'Day' }).faults).toContainEqual({
    column: 'Day',
    message: 'No column has this header, for “Date”.',
  })
  expect(findColumns('fuel', [...headers, 'AMOUNT']).faults).toEqual([
    { column: 'Amount', message: 'Two columns have this header.' },
  ])
  expect(findColumns('fuel', headers, JSON.parse('{"__proto__":"x","constructor":"y"}')).faults).toEqual([])
})

test('equal rows are numbered one after another, among many others', () => {
  const seen = seenKeys()
  const times = new Map<number, number>()
  for (let n = 0; n < 30_000; n++) {
    const row = (n * 7919) % 20_000
    times.set(row, (times.get(row) ?? 0) + 1)
    expect(seen(keyHash([row]))).toBe(times.get(row))
  }
})

test.each(['11/20/2026 25:30', '2026-11-20T14:75:00', '11/20/2026 9:30:61 PM'])('%s has an impossible time', (text) => {
  expect(readDay(text)).toEqual({ fault: 'There is no such time.' })
})
