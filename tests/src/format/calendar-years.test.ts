import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inspectionValidUntil } from '#contract/maintenance/fleet-health.ts'
import { addDays, addMonths, daysBetween, longDay, monthName, shortDay, sundayOf } from '#src/format/calendar.ts'

const two = (number: number) => String(number).padStart(2, '0')
const anyDay = fc
  .record({
    year: fc.integer({ min: 1, max: 9998 }),
    month: fc.integer({ min: 1, max: 12 }),
    date: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ year, month, date }) => `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`)

test('a day keeps its year in calculations, even in the first century', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(addDays(day, 0)).toBe(day)
      expect(addDays(addDays(day, 400), -400)).toBe(day)
      expect(daysBetween(day, addDays(day, 1))).toBe(1)
      expect(monthName(day).slice(-4)).toBe(day.slice(0, 4))
    }),
  )
})

test('a year below 100 is not moved into the last century', () => {
  expect(daysBetween('0027-12-05', '0027-12-06')).toBe(1)
  expect(daysBetween('0027-12-05', '1927-12-05')).toBe(693_960)
  expect(addMonths('0026-11-25', 1)).toBe('0026-12-25')
  expect(sundayOf('0026-11-25')).toBe('0026-11-22')
  expect(longDay('0026-11-25')).toContain('November 25, 0026')
  expect(inspectionValidUntil('0026-11-25')).toBe('0027-11-25')
})

test('a doubtful date is written with all four digits of its year, other dates with two', () => {
  expect(shortDay('2027-12-05')).toBe('12/05/27')
  expect(shortDay('0027-12-05')).toBe('12/05/0027')
  expect(shortDay('2127-12-05')).toBe('12/05/2127')
})
