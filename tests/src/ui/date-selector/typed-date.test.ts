import { describe, expect, test } from 'vitest'
import { readTyped } from '#src/ui/date-selector/typed-date.ts'

describe('a typed date', () => {
  test('is accepted when it is a date, with or without spaces around it', () => {
    expect(readTyped('2026-11-22', {})).toEqual({ kind: 'day', day: '2026-11-22' })
    expect(readTyped(' 2028-02-29 ', {})).toEqual({ kind: 'day', day: '2028-02-29' })
    expect(readTyped('11/22/2026', {})).toEqual({ kind: 'day', day: '2026-11-22' })
  })

  test.each([
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '22.11.2026',
    '0026-11-22',
    '11/22/0026',
    '2126-11-22',
    '2026-11-222',
    'yesterday, or so',
  ])('"%s" is refused with the specified message', (text) => {
    expect(readTyped(text, {})).toEqual({
      kind: 'refused',
      problem: { code: 1, message: 'Date input not valid.' },
    })
  })

  test('is unfinished while it is too short, and carries the message for leaving it so', () => {
    for (const text of ['2', '2026-', '2026-11-2', '11/22/20', 'x'])
      expect(readTyped(text, {})).toEqual({
        kind: 'unfinished',
        problem: { code: 1, message: 'Date input not valid.' },
      })
  })

  test('is ignored when it is empty', () => {
    expect(readTyped('', {})).toEqual({ kind: 'empty', problem: null })
    expect(readTyped('  ', { minDate: '2026-01-01' })).toEqual({ kind: 'empty', problem: null })
  })

  test('is refused where the day cannot be picked, with the reason', () => {
    const bounds = { minDate: '2026-11-01', maxDate: '2026-11-22', sundaysOnly: true }
    const result = (text: string) => {
      const read = readTyped(text, bounds)
      return read.kind === 'day' ? read.day : read.problem?.message
    }
    expect(result('2026-10-25')).toBe('Date input not valid. The earliest is 2026-11-01.')
    expect(result('2026-11-29')).toBe('Date input not valid. The latest is 2026-11-22.')
    expect(result('2026-11-21')).toBe('Date input not valid. Only Sundays can be chosen.')
    expect(result('2026-11-22')).toBe('2026-11-22')
  })
})
