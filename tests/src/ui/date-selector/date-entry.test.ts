import { describe, expect, test } from 'vitest'
import {
  clearedEntry,
  isBeingTyped,
  openedEntry,
  problemAt,
  startAlone,
  submittable,
  textOf,
  withFieldLeft,
  withPickedDay,
  withTypedText,
} from '#src/ui/date-selector/date-entry.ts'

const TODAY = '2026-11-22'
const opened = openedEntry({ startDate: '2026-11-10', endDate: '2026-11-20' }, TODAY, {})
const whole = { startDate: '2026-11-10', endDate: '2026-11-20' }

describe('a selector', () => {
  test('opens on the month of its first day, otherwise on today, within its bounds', () => {
    expect(opened.cursor).toBe('2026-11-10')
    expect(openedEntry({ startDate: null, endDate: null }, TODAY, {}).cursor).toBe(TODAY)
    expect(
      openedEntry({ startDate: null, endDate: null }, TODAY, { sundaysOnly: true, maxDate: '2026-11-21' }).cursor,
    ).toBe('2026-11-15')
  })

  test('uses picks in turn for the start and the end of a range, and then for a new range', () => {
    const picks = (...days: readonly string[]) =>
      days.reduce((entry, day) => withPickedDay(entry, day, true), opened).choice
    expect(picks('2026-11-15')).toEqual({ startDate: '2026-11-15', endDate: null })
    expect(picks('2026-11-15', '2026-11-12')).toEqual({ startDate: '2026-11-12', endDate: '2026-11-15' })
    expect(picks('2026-11-15', '2026-11-12', '2026-11-20')).toEqual({ startDate: '2026-11-20', endDate: null })
  })

  test('uses the first pick for the start even if a range without an end was there before', () => {
    const open = openedEntry({ startDate: TODAY, endDate: null }, TODAY, {})
    expect(open.awaitsEnd).toBe(false)
    expect(withPickedDay(open, '2026-11-25', true).choice).toEqual({ startDate: '2026-11-25', endDate: null })
    expect(
      withPickedDay(clearedEntry(withPickedDay(open, '2026-11-25', true)), '2026-11-20', true).choice.endDate,
    ).toBeNull()
  })

  test('keeps only the start for a single day, whatever is picked', () => {
    const twice = withPickedDay(withPickedDay(opened, '2026-11-15', false), '2026-11-16', false)
    expect(submittable(twice, false, {})).toEqual({ startDate: '2026-11-16', endDate: null })
  })

  test('accepts a typed date as soon as it is complete, and turns to its month', () => {
    const half = withTypedText(opened, 'endDate', '2026-12-0', {})
    expect(half.choice).toEqual(whole)
    expect(textOf(half, 'endDate')).toBe('2026-12-0')
    expect(problemAt(half, 'endDate', {})).toBeNull()
    const done = withTypedText(half, 'endDate', '2026-12-05', {})
    expect(done.choice).toEqual({ startDate: '2026-11-10', endDate: '2026-12-05' })
    expect(done.cursor).toBe('2026-12-05')
    expect(textOf(done, 'endDate')).toBe('2026-12-05')
  })

  test('shows an error for an invalid date, and changes and submits nothing until it is corrected', () => {
    const bad = withTypedText(opened, 'startDate', '2026-11-31', {})
    expect(problemAt(bad, 'startDate', {})).toEqual({ code: 1, message: 'Date input not valid.' })
    expect(bad.choice).toEqual(whole)
    expect(submittable(bad, true, {})).toBeNull()
    const mended = withTypedText(bad, 'startDate', '2026-11-11', {})
    expect(problemAt(mended, 'startDate', {})).toBeNull()
    expect(submittable(mended, true, {})).toEqual({ startDate: '2026-11-11', endDate: '2026-11-20' })
  })

  test('shows an error for an unfinished date only after the field is left', () => {
    const half = withTypedText(opened, 'startDate', '2026-1', {})
    expect(problemAt(half, 'startDate', {})).toBeNull()
    expect(submittable(half, true, {})).toBeNull()
    expect(problemAt(withFieldLeft(half, 'startDate', {}), 'startDate', {})?.message).toBe('Date input not valid.')
    expect(textOf(withFieldLeft(half, 'startDate', {}), 'startDate')).toBe('2026-1')
  })

  test('never changes the other end of a range: a start after the end shows an error until the end is typed', () => {
    const late = withTypedText(opened, 'startDate', '2026-11-25', {})
    expect(late.choice).toEqual(whole)
    expect(textOf(late, 'startDate')).toBe('2026-11-25')
    expect(problemAt(late, 'startDate', {})).toBeNull()
    expect(submittable(late, true, {})).toBeNull()
    const afterLeaving = withFieldLeft(late, 'startDate', {})
    expect(problemAt(afterLeaving, 'startDate', {})?.message).toBe(
      'Date input not valid. The range ends on 2026-11-20.',
    )
    const both = withTypedText(afterLeaving, 'endDate', '2026-12-01', {})
    expect(problemAt(both, 'startDate', {})).toBeNull()
    expect(submittable(both, true, {})).toEqual({ startDate: '2026-11-25', endDate: '2026-12-01' })
    expect(both.cursor).toBe('2026-12-01')

    const early = withFieldLeft(withTypedText(opened, 'endDate', '2025-01-01', {}), 'endDate', {})
    expect(problemAt(early, 'endDate', {})?.message).toBe('Date input not valid. The range begins on 2026-11-10.')
    expect(submittable(early, true, {})).toBeNull()
  })

  test('gives the typed start on its own, whatever the end: a range may lose its end', () => {
    expect(startAlone(opened, {})).toBe('2026-11-10')
    const late = withTypedText(opened, 'startDate', '2026-11-25', {})
    expect(startAlone(late, {})).toBe('2026-11-25')
    expect(startAlone(withTypedText(late, 'endDate', '2026-11-', {}), {})).toBe('2026-11-25')
    expect(startAlone(withTypedText(opened, 'startDate', '2026-11-31', {}), {})).toBeNull()
    expect(startAlone(withTypedText(opened, 'startDate', '', {}), {})).toBe('2026-11-10')
    expect([isBeingTyped(opened), isBeingTyped(late)]).toEqual([false, true])
  })

  test('accepts a date in another spelling once the field is left, or at submit', () => {
    for (const text of ['12/05/26', '120526', '12/5/26', '12052026']) {
      const half = withTypedText(opened, 'endDate', text, {})
      expect(textOf(half, 'endDate')).toBe(text)
      expect(submittable(half, true, {})).toEqual({ startDate: '2026-11-10', endDate: '2026-12-05' })
      const done = withFieldLeft(half, 'endDate', {})
      expect(textOf(done, 'endDate')).toBe('2026-12-05')
      expect(done.cursor).toBe('2026-12-05')
    }
    const single = withTypedText(opened, 'startDate', '110926', {})
    expect(startAlone(single, {})).toBe('2026-11-09')
  })

  test('ignores an empty input: the date remains, and reappears when the field is left', () => {
    const empty = withTypedText(opened, 'startDate', '', {})
    expect(textOf(empty, 'startDate')).toBe('')
    expect(problemAt(empty, 'startDate', {})).toBeNull()
    expect(submittable(empty, true, {})).toEqual(whole)
    expect(textOf(withFieldLeft(empty, 'startDate', {}), 'startDate')).toBe('2026-11-10')
  })

  test('drops half-typed text when a day is picked or the selection is cleared', () => {
    const bad = withTypedText(opened, 'startDate', '2026-11-31', {})
    const again = withPickedDay(withPickedDay(bad, '2026-11-15', true), '2026-11-16', true)
    expect(textOf(again, 'startDate')).toBe('2026-11-15')
    expect(submittable(again, true, {})).toEqual({ startDate: '2026-11-15', endDate: '2026-11-16' })
    expect(submittable(clearedEntry(bad), true, {})).toBeNull()
    expect(textOf(clearedEntry(bad), 'startDate')).toBe('')
  })
})
