import { describe, expect, test } from 'vitest'
import { unitFigures, unitWeekAt } from '#src/areas/units/detail/unit-figures-queries.ts'

describe('the weeks of a unit’s expenses', () => {
  test('are counted from today: the first one shown begins 14 days ago, and future days are hidden', () => {
    expect(unitWeekAt('2026-11-25', -3)).toEqual({ start: '2026-11-11', end: '2026-11-17' })
    expect(unitWeekAt('2026-11-25', -2)).toEqual({ start: '2026-11-18', end: '2026-11-24' })
    expect(unitWeekAt('2026-11-25', -1)).toEqual({ start: '2026-11-25', end: '2026-11-25' })
  })

  test('continue where the eight stored weeks end, also across the end of daylight saving time', () => {
    expect(unitWeekAt('2026-11-25', -8).start).toBe('2026-10-07')
    expect(unitWeekAt('2026-11-25', -9)).toEqual({ start: '2026-09-30', end: '2026-10-06' })
    expect(JSON.stringify(unitFigures('truck', '1001', 1, '2026-11-25').options.queryKey)).toContain('2026-10-06')
  })
})
