import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sayCents, sayDay, sayGallons } from '#server/modules/imports/cell-values.ts'
import { findColumns } from '#server/modules/imports/column-names.ts'
import { keyHash } from '#server/modules/imports/report-row.ts'
import { seenKeys } from '#server/modules/imports/seen-keys.ts'

test.each([
  ['2026-11-20', '2026-11-20', ''],
  ['11/20/2026', '2026-11-20', ''],
  ['1/2/26', '2026-01-02', ''],
  ['2/29/2028', '2028-02-29', ''],
  ['2026-11-20 07:05', '2026-11-20', '07:05:00'],
  ['2026-11-20T07:05:09', '2026-11-20', '07:05:09'],
  ['11/20/2026 12:30 AM', '2026-11-20', '00:30:00'],
  ['11/20/2026 1:30:15 pm', '2026-11-20', '13:30:15'],
  // 03:00 in London is still the evening before in Chicago.
  ['2026-11-20T03:00:00Z', '2026-11-19', '03:00:00'],
  ['2026-11-20T03:00:00-06:00', '2026-11-20', '09:00:00'],
])('%s is a day', (text, day, time) => {
  expect(sayDay(text)).toEqual({ value: { day, time } })
})

test('a time of its own column counts; said to be UTC, it may be of the day before', () => {
  expect(sayDay('11/20/2026', '23:10')).toEqual({ value: { day: '2026-11-20', time: '23:10:00' } })
  expect(sayDay('11/20/2026', '03:10', true)).toEqual({ value: { day: '2026-11-19', time: '03:10:00' } })
  expect(sayDay('11/20/2026', 'about noon')).toEqual({ value: { day: '2026-11-20', time: 'about noon' } })
})

test.each([
  '',
  '20.11.2026',
  '13/01/2026',
  '02/30/2026',
  '2026-02-29',
  '11/20',
  '11/20/20266',
  'yesterday',
  '2026-11-20 25:00',
  '1926-11-20',
])('“%s” is no day', (text) => {
  expect(sayDay(text)).toHaveProperty('fault')
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
])('%s is an amount', (text, cents) => {
  expect(sayCents(text)).toEqual({ value: cents })
})

test.each(['', 'abc', '1,23', '1.234,56', '12.345', '--3', '(-3)', '3-1', '.', '$', '1e5', '0x10', '99999999', 'NaN'])(
  '“%s” is no amount',
  (text) => {
    expect(sayCents(text)).toHaveProperty('fault')
  },
)

test('any cents are read back as they are written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), fc.boolean(), (cents, inBrackets) => {
      const dollars = (Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
      const text = cents >= 0 ? `$${dollars}` : inBrackets ? `($${dollars})` : `-$${dollars}`
      expect(sayCents(text)).toEqual({ value: cents })
    }),
  )
})

test('gallons have three decimals', () => {
  expect(sayGallons('102.3456')).toEqual({ value: 102.346 })
  expect(sayGallons('(1,000)')).toEqual({ value: -1000 })
  expect(sayGallons('full')).toHaveProperty('fault')
})

test('columns are found by their usual names, however they are written', () => {
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

test('a map goes before the usual names; what it says and is not there is told, and a name that stands twice', () => {
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

test('equal rows are told apart by their number, among many others', () => {
  const seen = seenKeys()
  const times = new Map<number, number>()
  for (let n = 0; n < 30_000; n++) {
    const row = (n * 7919) % 20_000
    times.set(row, (times.get(row) ?? 0) + 1)
    expect(seen(keyHash([row]))).toBe(times.get(row))
  }
})
