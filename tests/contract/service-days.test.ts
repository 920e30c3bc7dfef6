import { expect, test } from 'vitest'
import { passedDayRefusal, serviceDayRefusal } from '#contract/units/service-days.ts'

test('a service before the unit’s model year is refused', () => {
  expect(serviceDayRefusal('2019-12-31', 2020, 2026)).toBe('This is a 2020 unit: enter a day on or after 2020.')
  expect(serviceDayRefusal('2020-01-01', 2020, 2026)).toBeNull()
  expect(serviceDayRefusal('2030-05-06', 2020, 2026)).toBeNull()
})

test('a unit of next year’s model can be inspected and serviced this year', () => {
  expect(serviceDayRefusal('2026-11-20', 2027, 2026)).toBeNull()
  expect(serviceDayRefusal('2025-12-31', 2027, 2026)).toBe('This is a 2027 unit: enter a day on or after 2026.')
})

test('an unknown model year causes no refusal', () => {
  expect(serviceDayRefusal('2019-12-31', Number('twenty'), 2026)).toBeNull()
})

test('a passed inspection cannot be in the future; the next service can', () => {
  expect(passedDayRefusal('inspection_passed_date', '2026-11-23', '2026-11-22')).toBe('This day is in the future.')
  expect(passedDayRefusal('inspection_passed_date', '2026-11-22', '2026-11-22')).toBeNull()
  expect(passedDayRefusal('next_service_date', '2031-01-01', '2026-11-22')).toBeNull()
})
