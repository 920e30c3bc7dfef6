import { expect, test } from 'vitest'
import { isImported, NO_CHOICES, withAll, withOne, withOwner } from '#src/areas/imports/import-choices.ts'

test.each(['alike', 'repeat'] as const)(
  'rows of the kind %s are skipped at first, and can be imported one by one or all together',
  (of) => {
    const one = withOne(NO_CHOICES, { of, line: 7, isTaken: true })
    expect([7, 8].map((line) => isImported(one, of, line))).toEqual([true, false])
    expect(isImported(NO_CHOICES, of, 7)).toBe(false)
    expect(withOne(one, { of, line: 7, isTaken: false })).toEqual(NO_CHOICES)
    const all = withAll(one, of, true)
    expect([7, 8].map((line) => isImported(all, of, line))).toEqual([true, true])
    const allButOne = withOne(all, { of, line: 8, isTaken: false })
    expect([8, 9].map((line) => isImported(allButOne, of, line))).toEqual([false, true])
    expect(withOne(allButOne, { of, line: 8, isTaken: true })).toEqual(all)
  },
)

test('a choice for one kind does not affect the other kind', () => {
  const alike = withOne(NO_CHOICES, { of: 'alike', line: 7, isTaken: true })
  const all = withAll(alike, 'repeat', true)
  expect([isImported(all, 'alike', 7), isImported(all, 'alike', 8), isImported(all, 'repeat', 7)]).toEqual([
    true,
    false,
    true,
  ])
})

test('the owner chosen for a spelling can be changed, or reset to the owner found', () => {
  const name = { of: 'driver', spelled: 'ROBERT SMITH' } as const
  const chosen = withOwner(withOwner(NO_CHOICES, name, 1), name, 2)
  expect(chosen.owners).toEqual([{ ...name, id: 2 }])
  expect(withOwner(chosen, name, null)).toEqual(NO_CHOICES)
})
