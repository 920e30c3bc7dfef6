import { expect, test } from 'vitest'
import { isImported, NO_CHOICES, withAll, withOne, withOwner } from '#src/areas/imports/import-choices.ts'

test.each(['alike', 'repeat'] as const)('rows of the kind %s are skipped, taken one by one, or all at once', (of) => {
  const one = withOne(NO_CHOICES, { of, line: 7, isTaken: true })
  expect([7, 8].map((line) => isImported(one, of, line))).toEqual([true, false])
  expect(isImported(NO_CHOICES, of, 7)).toBe(false)
  expect(withOne(one, { of, line: 7, isTaken: false })).toEqual(NO_CHOICES)
  const all = withAll(one, of, true)
  expect([7, 8].map((line) => isImported(all, of, line))).toEqual([true, true])
  const but = withOne(all, { of, line: 8, isTaken: false })
  expect([8, 9].map((line) => isImported(but, of, line))).toEqual([false, true])
  expect(withOne(but, { of, line: 8, isTaken: true })).toEqual(all)
})

test('what is decided of one kind says nothing of the other', () => {
  const alike = withOne(NO_CHOICES, { of: 'alike', line: 7, isTaken: true })
  const all = withAll(alike, 'repeat', true)
  expect([isImported(all, 'alike', 7), isImported(all, 'alike', 8), isImported(all, 'repeat', 7)]).toEqual([
    true,
    false,
    true,
  ])
})

test('whom a spelling means is chosen again, or left as it was found', () => {
  const name = { of: 'driver', spelled: 'ROBERT SMITH' } as const
  const chosen = withOwner(withOwner(NO_CHOICES, name, 1), name, 2)
  expect(chosen.owners).toEqual([{ ...name, id: 2 }])
  expect(withOwner(chosen, name, null)).toEqual(NO_CHOICES)
})
