import { expect, test } from 'vitest'
import { RecentReports } from '#server/http/recent-reports.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

test('the same is told of once in a while', () => {
  const told = new RecentReports(1000, 10)
  const asked = [0, 999, 1000, 1999, 2000].map((ms) => told.isDue('a', later(ms)))
  expect(asked).toEqual([true, false, true, false, true])
  expect(told.isDue('b', NOW)).toBe(true)
})

test('no more is remembered than fits, and the oldest is forgotten first', () => {
  const told = new RecentReports(1000, 2)
  for (const what of ['a', 'b', 'c']) expect(told.isDue(what, NOW)).toBe(true)
  expect(['b', 'c'].map((what) => told.isDue(what, NOW))).toEqual([false, false])
  expect(told.isDue('a', NOW)).toBe(true)
  // It was the oldest by then.
  expect(told.isDue('b', NOW)).toBe(true)
})

test('a clock that was a day ahead for a moment keeps nothing quiet for a day', () => {
  const told = new RecentReports(60_000, 3)
  expect(told.isDue('a', new Date(86_400_000))).toBe(true)
  expect(told.isDue('a', new Date(0))).toBe(true)
  expect(told.isDue('a', new Date(1))).toBe(false)
})
