import { describe, expect, test } from 'vitest'
import {
  type DateChoice,
  hasTwoDays,
  isBackwards,
  NOTHING_CHOSEN,
  pickDay,
  replaceEnd,
  shownRange,
  submittedDates,
} from '#src/ui/date-selector/range-choice.ts'

const range = (startDate: string | null, endDate: string | null): DateChoice => ({ startDate, endDate })

describe('days picked for a range', () => {
  test('are its start, then its end', () => {
    const first = pickDay(NOTHING_CHOSEN, '2026-11-10', false)
    expect(first).toEqual(range('2026-11-10', null))
    expect(pickDay(first, '2026-11-20', true)).toEqual(range('2026-11-10', '2026-11-20'))
  })

  test('are swapped when the second is earlier, and may be the same', () => {
    const first = range('2026-11-20', null)
    expect(pickDay(first, '2026-11-10', true)).toEqual(range('2026-11-10', '2026-11-20'))
    expect(pickDay(first, '2026-11-20', true)).toEqual(range('2026-11-20', '2026-11-20'))
  })
})

describe('a typed end of a range', () => {
  const choice = range('2026-11-10', '2026-11-20')

  test('replaces only that date', () => {
    expect(replaceEnd(choice, 'startDate', '2026-11-12')).toEqual(range('2026-11-12', '2026-11-20'))
    expect(replaceEnd(choice, 'endDate', '2026-11-12')).toEqual(range('2026-11-10', '2026-11-12'))
  })

  test('on the wrong side of the other end would reverse the range', () => {
    expect(isBackwards(choice, 'startDate', '2026-11-21')).toBe(true)
    expect(isBackwards(choice, 'endDate', '2026-11-09')).toBe(true)
    expect(isBackwards(choice, 'startDate', '2026-11-20')).toBe(false)
    expect(isBackwards(choice, 'endDate', '2026-11-10')).toBe(false)
    expect(isBackwards(range('2026-11-10', null), 'startDate', '2026-12-01')).toBe(false)
  })

  test('becomes the first day too if there is none', () => {
    expect(replaceEnd(NOTHING_CHOSEN, 'endDate', '2026-11-12')).toEqual(range('2026-11-12', '2026-11-12'))
  })

  test('leaves an open end open', () => {
    expect(replaceEnd(range('2026-11-10', null), 'startDate', '2026-12-01')).toEqual(range('2026-12-01', null))
  })
})

describe('while the second day is being picked', () => {
  test('the range that it would give is shown, in either direction', () => {
    const choice = range('2026-11-10', null)
    expect(shownRange(choice, '2026-11-12')).toEqual(range('2026-11-10', '2026-11-12'))
    expect(shownRange(choice, '2026-11-08')).toEqual(range('2026-11-08', '2026-11-10'))
    expect(shownRange(choice, null)).toEqual(range('2026-11-10', '2026-11-10'))
  })

  test('a complete range stays, wherever the pointer is', () => {
    expect(shownRange(range('2026-11-10', '2026-11-20'), '2026-12-01')).toEqual(range('2026-11-10', '2026-11-20'))
    expect(shownRange(NOTHING_CHOSEN, '2026-12-01')).toBeNull()
  })
})

test('a range is submitted with both days or not at all, a single day alone', () => {
  expect(submittedDates(NOTHING_CHOSEN, true)).toBeNull()
  expect(submittedDates(range('2026-11-10', null), true)).toBeNull()
  expect(submittedDates(range('2026-11-10', '2026-11-20'), true)).toEqual(range('2026-11-10', '2026-11-20'))
  expect(submittedDates(range('2026-11-10', null), false)).toEqual(range('2026-11-10', null))
  expect(submittedDates(NOTHING_CHOSEN, false)).toBeNull()
})

test('From and To are offered when start and end differ', () => {
  expect(hasTwoDays(range('2026-11-10', '2026-11-20'))).toBe(true)
  expect(hasTwoDays(range('2026-11-10', '2026-11-10'))).toBe(false)
  expect(hasTwoDays(range('2026-11-10', null))).toBe(false)
})
