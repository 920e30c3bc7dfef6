import { expect, test } from 'vitest'
import { serviceDayRefusal } from '#contract/service-days.ts'

test('no service is before the model year of its unit', () => {
  expect(serviceDayRefusal('2019-12-31', 2020, 2026)).toBe('The unit is of 2020: enter a day that is not before 2020.')
  expect(serviceDayRefusal('2020-01-01', 2020, 2026)).toBeNull()
  expect(serviceDayRefusal('2030-05-06', 2020, 2026)).toBeNull()
})

test('a unit of next year’s model is inspected and serviced in this one', () => {
  expect(serviceDayRefusal('2026-11-20', 2027, 2026)).toBeNull()
  expect(serviceDayRefusal('2025-12-31', 2027, 2026)).toBe('The unit is of 2027: enter a day that is not before 2026.')
})

test('a year that is not known yet says nothing', () => {
  expect(serviceDayRefusal('2019-12-31', Number('twenty'), 2026)).toBeNull()
})
