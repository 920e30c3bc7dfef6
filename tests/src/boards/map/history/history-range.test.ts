import { describe, expect, test } from 'vitest'
import { daysIn, historyRange, rangeProblem } from '#src/boards/map/history/history-range.ts'
import { rangeNote, searchOfRange, steppedRange } from '#src/boards/map/history/range-steps.ts'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'

const TODAY = '2026-11-22'

describe('the days of a history', () => {
  test('are the last seven, today included, unless the address contains others', () => {
    expect(historyRange(undefined, undefined, TODAY)).toEqual({ startDate: '2026-11-16', endDate: TODAY })
    expect(historyRange('2026-10-01', '2026-10-03', TODAY)).toEqual({ startDate: '2026-10-01', endDate: '2026-10-03' })
  })

  test('with only a start go to today, and with only an end are one day', () => {
    expect(historyRange('2026-11-20', undefined, TODAY)).toEqual({ startDate: '2026-11-20', endDate: TODAY })
    expect(historyRange(undefined, '2026-11-20', TODAY)).toEqual({ startDate: '2026-11-20', endDate: '2026-11-20' })
  })

  test('in the wrong order are swapped, and exclude future days', () => {
    expect(historyRange('2026-11-05', '2026-11-01', TODAY)).toEqual({ startDate: '2026-11-01', endDate: '2026-11-05' })
    expect(historyRange('2026-11-20', '2026-12-24', TODAY)).toEqual({ startDate: '2026-11-20', endDate: TODAY })
    expect(historyRange('2026-12-01', '2026-12-24', TODAY)).toEqual({ startDate: '2026-11-16', endDate: TODAY })
  })

  test('are no more than one request allows', () => {
    const range = historyRange('2026-01-01', '2026-11-20', TODAY)
    expect([range, daysIn(range)]).toEqual([{ startDate: '2026-08-21', endDate: '2026-11-20' }, 92])
    expect(rangeProblem(range)).toBeNull()
    expect(rangeProblem({ ...range, startDate: '2026-08-20' })).toBe('At most 92 days at a time.')
  })

  test('can be stepped back and on by their number, as far as today', () => {
    const week = { startDate: '2026-11-10', endDate: '2026-11-16' }
    expect(steppedRange(week, 'back', TODAY)).toEqual({ startDate: '2026-11-03', endDate: '2026-11-09' })
    expect(steppedRange(week, 'on', TODAY)).toEqual({ startDate: '2026-11-16', endDate: TODAY })
    const day = { startDate: '2026-11-16', endDate: '2026-11-16' }
    expect(steppedRange(day, 'on', TODAY)).toEqual({ startDate: '2026-11-17', endDate: '2026-11-17' })
  })

  test.each([
    ['the last seven days', {}],
    ['the last three days', { from: '2026-11-20', to: TODAY }],
    ['future days', { from: '2026-11-20', to: '2026-12-24' }],
  ])('of %s cannot be stepped on: the address and the chosen period stay', (_name, address) => {
    const on = (range: DateRange) => steppedRange(range, 'on', TODAY)
    expect(searchOfRange({ ...address, period: 7 }, on, TODAY)).toEqual({})
  })

  test('that were stepped back are in the address, without the period chosen before', () => {
    const search = { from: '2026-11-10', to: '2026-11-16', period: 7 }
    expect(searchOfRange(search, (range) => steppedRange(range, 'back', TODAY), TODAY)).toEqual({
      from: '2026-11-03',
      to: '2026-11-09',
      period: undefined,
    })
  })

  test('that differ from the address are shown with the reason', () => {
    const note = (from?: string, to?: string) => rangeNote({ from, to }, historyRange(from, to, TODAY))
    expect([note(), note('2026-10-01', '2026-10-03'), note('2026-10-03', '2026-10-01'), note('2026-11-20')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(note('2026-01-01', '2026-11-20')).toBe(
      'At most 92 days at a time. Shown are the last of them, 08/21/26 – 11/20/26.',
    )
    expect(note('2026-12-01', '2026-12-24')).toBe('Future days have no history. Shown are 11/16/26 – 11/22/26.')
    expect(note('2026-11-20', '2026-12-24')).toBe('Future days have no history. Shown are the days that have passed.')
  })
})
