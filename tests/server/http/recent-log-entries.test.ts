import { expect, test } from 'vitest'
import { RecentLogEntries } from '#server/http/recent-log-entries.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

test('a repeated entry is due once per interval', () => {
  const entries = new RecentLogEntries(1000, 10)
  const due = [0, 999, 1000, 1999, 2000].map((ms) => entries.isDue('a', later(ms)))
  expect(due).toEqual([true, false, true, false, true])
  expect(entries.isDue('b', NOW)).toBe(true)
})

test('a limited number of entries is remembered, and the oldest is forgotten first', () => {
  const entries = new RecentLogEntries(1000, 2)
  for (const what of ['a', 'b', 'c']) expect(entries.isDue(what, NOW)).toBe(true)
  expect(['b', 'c'].map((what) => entries.isDue(what, NOW))).toEqual([false, false])
  expect(entries.isDue('a', NOW)).toBe(true)
  // `b` had become the oldest.
  expect(entries.isDue('b', NOW)).toBe(true)
})

test('a clock that was a day ahead for a moment does not silence an entry for a day', () => {
  const entries = new RecentLogEntries(60_000, 3)
  expect(entries.isDue('a', new Date(86_400_000))).toBe(true)
  expect(entries.isDue('a', new Date(0))).toBe(true)
  expect(entries.isDue('a', new Date(1))).toBe(false)
})
