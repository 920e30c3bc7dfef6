import { expect, test } from 'vitest'
import { NO_CHOICES, takes, withAll, withOne, withOwner } from '#src/areas/imports/import-choices.ts'

test('rows that look as if here are skipped, taken one by one, or all at once', () => {
  const one = withOne(NO_CHOICES, 7, true)
  expect([takes(NO_CHOICES, 7), takes(one, 7), takes(one, 8)]).toEqual([false, true, false])
  expect(takes(withOne(one, 7, false), 7)).toBe(false)
  const all = withAll(one, true)
  expect([takes(all, 7), takes(withOne(all, 8, false), 8), takes(withOne(all, 8, false), 9)]).toEqual([
    true,
    false,
    true,
  ])
  expect(withOne(withOne(all, 8, false), 8, true)).toEqual(all)
})

test('whom a spelling means is chosen again, or left as it was found', () => {
  const name = { of: 'driver', spelled: 'ROBERT SMITH' } as const
  const chosen = withOwner(withOwner(NO_CHOICES, name, 1), name, 2)
  expect(chosen.owners).toEqual([{ ...name, id: 2 }])
  expect(withOwner(chosen, name, null)).toEqual(NO_CHOICES)
})
