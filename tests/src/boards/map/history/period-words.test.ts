import { describe, expect, test } from 'vitest'
import { byDay, milesOf, spanWords, sumOf } from '#src/boards/map/history/period-words.ts'
import { hoursWords, milesWords, speedWords } from '#src/format/travel-words.ts'
import { aDrivingPeriod } from '#tests/support/builders/a-driving-period.ts'

describe('the miles of a distance', () => {
  test('are the number before its unit', () => {
    expect([milesOf('42.2 mi'), milesOf('0.0 mi'), milesOf('1,042.2 mi')]).toEqual([42.2, 0, 1042.2])
  })

  test('are unknown without a distance, or if it is not a number', () => {
    expect([null, '', 'mi', ' mi', 'far mi'].map(milesOf)).toEqual([null, null, null, null, null])
  })
})

test('the sum of several periods contains the miles and the driving time of all of them', () => {
  const periods = [
    aDrivingPeriod(),
    aDrivingPeriod({ id: 2, distance: null, duration: 300 }),
    aDrivingPeriod({ id: 3 }),
  ]
  expect(sumOf(periods)).toEqual({ count: 3, miles: 360.4, seconds: 23_700 })
})

test('a period belongs to the day on which it began in Central time', () => {
  const late = aDrivingPeriod({ id: 2, start_time: '2026-11-21T05:59:00.000Z' })
  const early = aDrivingPeriod({ id: 3, start_time: '2026-11-21T06:00:00.000Z' })
  expect(byDay([early, late, aDrivingPeriod()]).map(({ day, periods }) => [day, periods.map(({ id }) => id)])).toEqual([
    ['2026-11-21', [3]],
    ['2026-11-20', [2, 1]],
  ])
})

test('the span of a period is shown in Central time, with the date if it ended on another day', () => {
  expect(spanWords(aDrivingPeriod())).toBe('8:05 AM – 11:20 AM')
  expect(spanWords(aDrivingPeriod({ end_time: '2026-11-21T09:15:00.000Z' }))).toBe('8:05 AM – Sat 11/21/26 3:15 AM')
  expect(spanWords(aDrivingPeriod({ end_time: null }))).toBe('8:05 AM – Under way')
})

test('distances are shown in miles with one decimal, times in hours and minutes, and speeds in whole mph', () => {
  expect([milesWords(0), milesWords(1042.25), milesWords(42.2)]).toEqual(['0.0 mi', '1,042.3 mi', '42.2 mi'])
  expect([0, 59, 11_700, 3_708_900].map(hoursWords)).toEqual(['0:00', '0:00', '3:15', '1,030:15'])
  expect(speedWords(61.6)).toBe('62 mph')
})
