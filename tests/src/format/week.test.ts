import { afterEach, describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  daysBetween,
  dayWords,
  firstOfMonth,
  longDay,
  monthName,
  shortDay,
  sundayOf,
  weekdayName,
} from '#src/format/calendar.ts'
import { chicagoDay, chicagoTime } from '#src/format/chicago.ts'
import {
  daysOf,
  expenseWeekAt,
  expenseWeekOf,
  LATEST_EXPENSE_WEEK,
  weekAt,
  weekIndexOf,
  weekLabel,
} from '#src/format/week.ts'

const hostZone = process.env.TZ
afterEach(() => {
  if (hostZone === undefined) delete process.env.TZ
  else process.env.TZ = hostZone
})

describe('the company day', () => {
  test('is the day in Chicago, not the day in London or on the device', () => {
    process.env.TZ = 'Asia/Tokyo'
    expect(chicagoDay(new Date('2026-11-21T05:59:59Z'))).toBe('2026-11-20')
    expect(chicagoDay(new Date('2026-11-21T06:00:00Z'))).toBe('2026-11-21')
  })

  test('starts an hour earlier in UTC during Chicago’s daylight saving time', () => {
    expect(chicagoDay(new Date('2026-07-01T04:59:59Z'))).toBe('2026-06-30')
    expect(chicagoDay(new Date('2026-07-01T05:00:00Z'))).toBe('2026-07-01')
  })

  test('has a time of day that follows the clock changes', () => {
    expect(chicagoTime(new Date('2026-03-08T07:59:00Z'))).toBe('1:59 AM')
    expect(chicagoTime(new Date('2026-03-08T08:00:00Z'))).toBe('3:00 AM')
    expect(chicagoTime(new Date('2026-11-21T06:05:00Z'))).toBe('12:05 AM')
  })
})

describe('stepping by days', () => {
  // Beirut and São Paulo moved their clocks at midnight, so those days had no midnight.
  const zones = ['America/Chicago', 'Asia/Beirut', 'America/Sao_Paulo', 'Pacific/Kiritimati', 'UTC']

  test.each(zones)('never skips or repeats a day where clocks change, on a device in %s', (zone) => {
    process.env.TZ = zone
    for (const from of ['2018-10-30', '2026-03-04', '2026-03-26', '2026-10-28', '2026-12-28', '2028-02-26']) {
      const days = Array.from({ length: 9 }, (_, step) => addDays(from, step))
      expect(new Set(days).size).toBe(9)
      expect(days.map((day) => daysBetween(from, day))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
      expect(addDays(days[8] ?? '', -8)).toBe(from)
    }
  })

  test('crosses the end of a year and a leap day', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
    expect(daysBetween('2026-12-25', '2027-01-02')).toBe(8)
    expect(daysBetween('2027-01-02', '2026-12-25')).toBe(-8)
  })

  test('finds the Sunday on which a week starts', () => {
    expect(sundayOf('2026-11-21')).toBe('2026-11-15')
    expect(sundayOf('2026-11-22')).toBe('2026-11-22')
    expect(sundayOf('2027-01-01')).toBe('2026-12-27')
  })
})

describe('a week', () => {
  test('runs from today to six days ahead, and steps by seven', () => {
    expect(weekAt('2026-12-28', 0)).toEqual({ start: '2026-12-28', end: '2027-01-03' })
    expect(weekAt('2026-12-28', 1)).toEqual({ start: '2027-01-04', end: '2027-01-10' })
    expect(weekAt('2026-12-28', -1)).toEqual({ start: '2026-12-21', end: '2026-12-27' })
  })

  test('has seven days even if the clocks change during it', () => {
    expect(daysOf(weekAt('2026-10-29', 0))).toEqual([
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
    ])
  })

  // In Chicago, clocks go forward on March 8 and back on November 1. The other zones change at midnight, or never.
  test.each(['America/Chicago', 'Asia/Beirut', 'America/Sao_Paulo', 'Pacific/Kiritimati'])(
    'has the same seven days from any starting week, across clock changes and year ends, on a device in %s',
    (zone) => {
      process.env.TZ = zone
      for (const start of ['2026-03-03', '2026-03-08', '2026-10-28', '2026-11-01', '2026-12-29', '2027-12-31']) {
        const days = daysOf({ start, end: addDays(start, 6) })
        expect(new Set(days).size).toBe(7)
        expect(days[0]).toBe(start)
        for (const offset of [-53, -1, 1, 53]) {
          const from = addDays(start, -7 * offset)
          expect(daysOf(weekAt(from, offset))).toEqual(days)
          expect(weekIndexOf(start, from)).toBe(offset)
        }
      }
      expect(daysOf(weekAt('2026-03-05', 0)).slice(2, 6)).toEqual([
        '2026-03-07',
        '2026-03-08',
        '2026-03-09',
        '2026-03-10',
      ])
      expect(daysOf(weekAt('2026-12-29', 0)).slice(1, 5)).toEqual([
        '2026-12-30',
        '2026-12-31',
        '2027-01-01',
        '2027-01-02',
      ])
    },
  )

  test.each([
    [0, 'Current'],
    [-1, 'Last week'],
    [-2, '2 weeks ago'],
    [-30, '30 weeks ago'],
    [1, 'in 1 week'],
    [2, 'in 2 weeks'],
  ])('at offset %i is called "%s"', (offset, label) => {
    expect(weekLabel(offset)).toBe(label)
  })
})

describe('a week of expenses', () => {
  test('is the seven days that end today, or seven days further back', () => {
    expect(expenseWeekAt('2026-11-22', LATEST_EXPENSE_WEEK)).toEqual({ start: '2026-11-16', end: '2026-11-22' })
    expect(expenseWeekAt('2026-11-22', -2)).toEqual({ start: '2026-11-09', end: '2026-11-15' })
    expect(expenseWeekAt('2026-03-10', -1)).toEqual({ start: '2026-03-04', end: '2026-03-10' })
  })

  test('never ends in the future, whatever offset is requested', () => {
    for (const index of [0, 1, 30]) expect(expenseWeekAt('2026-11-22', index).end).toBe('2026-11-22')
  })

  test('is found by any of its days; a future day gives the latest week', () => {
    const today = '2026-11-22'
    for (const index of [-1, -2, -53])
      for (const day of daysOf(expenseWeekAt(today, index))) expect(expenseWeekOf(day, today)).toBe(index)
    for (const day of ['2026-11-23', '2027-11-23']) expect(expenseWeekOf(day, today)).toBe(LATEST_EXPENSE_WEEK)
  })

  test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('is found by its start, on a device in %s', (zone) => {
    process.env.TZ = zone
    for (const today of ['2026-11-22', '2026-03-10', '2026-11-03', '2027-01-02'])
      for (const index of [-1, -2, -9]) expect(weekIndexOf(expenseWeekAt(today, index).start, today)).toBe(index)
    expect(weekIndexOf('2026-11-22', '2026-11-22')).toBe(0)
    expect(weekIndexOf('2026-11-21', '2026-11-22')).toBe(-1)
    expect(weekIndexOf('2026-11-29', '2026-11-22')).toBe(1)
  })
})

test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])(
  'months are stepped and named the same on a device in %s',
  (zone) => {
    process.env.TZ = zone
    expect(addMonths('2026-10-31', 1)).toBe('2026-11-30')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
    expect(firstOfMonth('2026-11-30')).toBe('2026-11-01')
    expect(monthName('2026-11-01')).toBe('November 2026')
    expect(longDay('2026-11-22')).toBe('Sunday, November 22, 2026')
    expect(longDay('2026-03-08')).toBe('Sunday, March 8, 2026')
  },
)

test('a day is written as weekday and MM/dd/yy', () => {
  expect(weekdayName('2026-11-21')).toBe('Saturday')
  expect(shortDay('2026-11-21')).toBe('11/21/26')
  expect(shortDay('2009-01-05')).toBe('01/05/09')
  expect(dayWords('2026-11-21')).toBe('Sat 11/21/26')
})
