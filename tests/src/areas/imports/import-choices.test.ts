import { expect, test } from 'vitest'
import { NO_CHOICES, takes, withAll, withOne, withOwner } from '#src/areas/imports/import-choices.ts'

test('rows that look as if here are skipped, taken one by one, or all at once', () => {
  const one = withOne(NO_CHOICES, { of: 'alike', line: 7, isTaken: true })
  expect([7, 8].map((line) => takes(one, 'alike', line))).toEqual([true, false])
  expect(takes(NO_CHOICES, 'alike', 7)).toBe(false)
  expect(withOne(one, { of: 'alike', line: 7, isTaken: false })).toEqual(NO_CHOICES)
  const all = withAll(one, { of: 'alike', rows: [{ line: 7 }, { line: 8 }], isTaken: true })
  expect([7, 8].map((line) => takes(all, 'alike', line))).toEqual([true, true])
  const but = withOne(all, { of: 'alike', line: 8, isTaken: false })
  expect([8, 9].map((line) => takes(but, 'alike', line))).toEqual([false, true])
  expect(withOne(but, { of: 'alike', line: 8, isTaken: true })).toEqual(all)
})

test('rows that repeat an earlier line are taken, unless they are skipped, whatever becomes of the others', () => {
  const alike = withOne(NO_CHOICES, { of: 'alike', line: 7, isTaken: true })
  const one = withOne(alike, { of: 'repeat', line: 9, isTaken: false })
  expect([8, 9].map((line) => takes(one, 'repeat', line))).toEqual([true, false])
  const all = withAll(one, { of: 'repeat', rows: [{ line: 8 }, { line: 9 }], isTaken: false })
  expect([8, 9].map((line) => takes(all, 'repeat', line))).toEqual([false, false])
  expect([7, 8].map((line) => takes(all, 'alike', line))).toEqual([true, false])
})

test('whom a spelling means is chosen again, or left as it was found', () => {
  const name = { of: 'driver', spelled: 'ROBERT SMITH' } as const
  const chosen = withOwner(withOwner(NO_CHOICES, name, 1), name, 2)
  expect(chosen.owners).toEqual([{ ...name, id: 2 }])
  expect(withOwner(chosen, name, null)).toEqual(NO_CHOICES)
})
