import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin, windowsOf } from '#server/providers/telematics/motive/motive-days.ts'
import { addDays, chicagoDay, countDays } from '#server/records/calendar.ts'

const NOW = new Date('2026-11-21T18:00:00Z')
const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2023-01-01', days))

test('the windows of a range have at most the given number of days and contain each past day once', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 800 }), fc.integer({ min: 1, max: 90 }), (first, length, most) => {
      const windows = windowsOf({ first, last: addDays(first, length) }, most, NOW)
      for (const window of windows) {
        expect(countDays(window.first, window.last)).toBeGreaterThanOrEqual(1)
        expect(countDays(window.first, window.last)).toBeLessThanOrEqual(most)
      }
      for (const [n, window] of windows.entries()) {
        expect(window.first).toBe(n === 0 ? first : addDays(windows[n - 1]?.last ?? '', 1))
      }
      const end = addDays(first, length + 1)
      if (first <= '2026-11-21') expect(windows.at(-1)?.last).toBe(end < '2026-11-21' ? end : '2026-11-21')
      else expect(windows).toEqual([])
    }),
  )
})

test('windows contain every instant of the requested days, whether the vendor uses company days or UTC days', () => {
  const instant = fc.date({ min: new Date('2023-01-01T12:00:00Z'), max: NOW, noInvalidDate: true })
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 70 }), (at, before, after) => {
      const ours = chicagoDay(at)
      const days = { first: addDays(ours, -before), last: addDays(ours, after) }
      expect(isWithin(days, at.toISOString())).toBe(true)
      const windows = windowsOf(days, 30, NOW)
      for (const theirs of [ours, at.toISOString().slice(0, 10)]) {
        expect(windows.filter(({ first, last }) => first <= theirs && theirs <= last)).toHaveLength(1)
      }
    }),
  )
})

test('an instant belongs to its day in Chicago', () => {
  const days = { first: '2026-07-04', last: '2026-07-04' }
  expect(isWithin(days, '2026-07-04T04:59:59.999Z')).toBe(false)
  expect(isWithin(days, '2026-07-04T05:00:00.000Z')).toBe(true)
  expect(isWithin(days, '2026-07-05T04:59:59.999Z')).toBe(true)
  expect(isWithin(days, '2026-07-05T05:00:00.000Z')).toBe(false)
})
