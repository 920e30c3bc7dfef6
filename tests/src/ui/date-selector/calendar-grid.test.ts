import { afterEach, describe, expect, test } from 'vitest'
import {
  dayByKey,
  hasMonthAfter,
  hasMonthBefore,
  isSelectable,
  nearestSelectable,
  weeksOfMonth,
} from '#src/ui/date-selector/calendar-grid.ts'

const hostZone = process.env.TZ
afterEach(() => {
  if (hostZone === undefined) delete process.env.TZ
  else process.env.TZ = hostZone
})

const daysIn = (month: string) => weeksOfMonth(month).map((week) => week.map((day) => day?.slice(-2) ?? '..').join(' '))

describe('a month', () => {
  test('has its days under their weekdays, always in six rows', () => {
    expect(daysIn('2026-11-22')).toEqual([
      '01 02 03 04 05 06 07',
      '08 09 10 11 12 13 14',
      '15 16 17 18 19 20 21',
      '22 23 24 25 26 27 28',
      '29 30 .. .. .. .. ..',
      '.. .. .. .. .. .. ..',
    ])
    expect(daysIn('2027-05-31')).toEqual([
      '.. .. .. .. .. .. 01',
      '02 03 04 05 06 07 08',
      '09 10 11 12 13 14 15',
      '16 17 18 19 20 21 22',
      '23 24 25 26 27 28 29',
      '30 31 .. .. .. .. ..',
    ])
    expect(daysIn('2028-02-29')[4]).toBe('27 28 29 .. .. .. ..')
  })

  test.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'America/Sao_Paulo', 'Asia/Beirut', 'UTC'])(
    'is the same on a device in %s, even where the clocks change',
    (zone) => {
      process.env.TZ = zone
      // Clocks change in March and November in the US, in October in Beirut, and in November 2018 in São Paulo.
      // In 1995, Kiritimati had no January 1.
      for (const month of ['2026-03', '2026-10', '2026-11', '2018-11', '1995-01']) {
        const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
        const days = weeksOfMonth(`${month}-15`).flat()
        const all = Array.from({ length: last }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
        expect(days.filter((day) => day !== null)).toEqual(all)
        expect(days.indexOf(`${month}-01`)).toBe(new Date(`${month}-01T00:00:00Z`).getUTCDay())
      }
    },
  )
})

describe('selectable days', () => {
  test('are limited on both sides, including the limits', () => {
    const bounds = { minDate: '2026-11-10', maxDate: '2026-11-20' }
    const days = ['2026-11-09', '2026-11-10', '2026-11-20', '2026-11-21']
    expect(days.map((day) => isSelectable(day, bounds))).toEqual([false, true, true, false])
    expect(isSelectable('1999-01-01', {})).toBe(true)
  })

  test('are Sundays where only Sundays are allowed', () => {
    const bounds = { sundaysOnly: true, maxDate: '2026-11-22' }
    const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-29']
    expect(days.map((day) => isSelectable(day, bounds))).toEqual([false, true, false, false])
  })

  test('decide whether there is a month to turn to', () => {
    const bounds = { minDate: '2026-10-31', maxDate: '2026-12-01' }
    expect(hasMonthBefore('2026-11-22', bounds)).toBe(true)
    expect(hasMonthBefore('2026-10-31', bounds)).toBe(false)
    expect(hasMonthAfter('2026-11-22', bounds)).toBe(true)
    expect(hasMonthAfter('2026-12-01', bounds)).toBe(false)
    expect(hasMonthAfter('2026-11-22', { maxDate: '2026-11-30' })).toBe(false)
    expect(hasMonthBefore('2026-11-22', { minDate: '2026-11-01' })).toBe(false)
    expect(hasMonthBefore('2026-11-22', {}) && hasMonthAfter('2026-11-22', {})).toBe(true)
  })

  test('decide where the calendar opens, in the same month if possible', () => {
    expect(nearestSelectable('2026-11-22', { maxDate: '2026-11-20' })).toBe('2026-11-20')
    expect(nearestSelectable('2026-11-22', { minDate: '2026-12-02' })).toBe('2026-12-02')
    expect(nearestSelectable('2026-11-21', { sundaysOnly: true })).toBe('2026-11-15')
    expect(nearestSelectable('2026-12-03', { sundaysOnly: true })).toBe('2026-12-06')
    expect(nearestSelectable('2026-12-03', { sundaysOnly: true, maxDate: '2026-12-05' })).toBe('2026-11-29')
    expect(nearestSelectable('2026-12-03', { sundaysOnly: true, minDate: '2026-12-01' })).toBe('2026-12-06')
  })
})

describe('a key', () => {
  const from = '2026-11-25'

  test.each([
    ['ArrowLeft', '2026-11-24'],
    ['ArrowRight', '2026-11-26'],
    ['ArrowUp', '2026-11-18'],
    ['ArrowDown', '2026-12-02'],
    ['Home', '2026-11-22'],
    ['End', '2026-11-28'],
    ['PageUp', '2026-10-25'],
    ['PageDown', '2026-12-25'],
  ])('%s moves to %s', (key, day) => {
    expect(dayByKey(from, key, false, {})).toBe(day)
  })

  test('moves a year with Shift, and to the last day of a shorter month', () => {
    expect(dayByKey(from, 'PageUp', true, {})).toBe('2025-11-25')
    expect(dayByKey(from, 'PageDown', true, {})).toBe('2027-11-25')
    expect(dayByKey('2026-10-31', 'PageDown', false, {})).toBe('2026-11-30')
    expect(dayByKey('2028-02-29', 'PageDown', true, {})).toBe('2029-02-28')
  })

  test('never moves beyond the bounds', () => {
    const bounds = { minDate: '2026-11-20', maxDate: '2026-11-26' }
    expect(dayByKey(from, 'ArrowUp', false, bounds)).toBe('2026-11-20')
    expect(dayByKey(from, 'PageDown', true, bounds)).toBe('2026-11-26')
    expect(dayByKey('2026-11-26', 'ArrowRight', false, bounds)).toBe('2026-11-26')
  })

  test('moves from Sunday to Sunday where only Sundays are allowed', () => {
    const bounds = { sundaysOnly: true, maxDate: '2026-11-29' }
    const to = (key: string) => dayByKey('2026-11-22', key, false, bounds)
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map(to)).toEqual([
      '2026-11-15',
      '2026-11-29',
      '2026-11-15',
      '2026-11-29',
      '2026-11-22',
      '2026-11-22',
    ])
    expect(to('PageUp')).toBe('2026-10-18')
    expect(to('PageDown')).toBe('2026-11-29')
    expect(dayByKey('2026-10-04', 'PageUp', false, { sundaysOnly: true })).toBe('2026-09-06')
  })

  test('of another kind is left to the page', () => {
    for (const key of ['Tab', 'Enter', ' ', 'Escape', 'a']) expect(dayByKey(from, key, false, {})).toBeNull()
  })
})
