import { afterEach, expect, test } from 'vitest'
import { ownRowsSince, setOwnRows, takeOwnRows } from '#src/offline/live/own-rows.ts'

afterEach(() => setOwnRows(null))

test('entries whose rows are applied count as shown since then; all of them must be', () => {
  setOwnRows({ user: '7', apply: (rows) => rows === 'good' })
  const before = Date.now()
  takeOwnRows('7', ['a', 'b'], 'good')
  takeOwnRows('7', ['c'], 'too many')
  expect(ownRowsSince(['a', 'b'])).toBeGreaterThanOrEqual(before)
  expect(ownRowsSince(['a', 'c'])).toBeNull()
})

test('rows of another user, or after the sign-out, are not applied', () => {
  const applied: unknown[] = []
  setOwnRows({ user: '8', apply: (rows) => applied.push(rows) > 0 })
  takeOwnRows('7', ['a'], 'of the previous user')
  setOwnRows(null)
  takeOwnRows('8', ['b'], 'late')
  expect([applied, ownRowsSince(['a']), ownRowsSince(['b'])]).toEqual([[], null, null])
})

test('nothing that an earlier user’s entries showed counts for the next user', () => {
  setOwnRows({ user: '7', apply: () => true })
  takeOwnRows('7', ['a'], 'rows')
  setOwnRows({ user: '8', apply: () => true })
  expect(ownRowsSince(['a'])).toBeNull()
})
