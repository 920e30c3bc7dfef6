import { expect, test } from 'vitest'
import type { OutboxEntry } from '#src/offline/outbox/entry.ts'
import { nextTimeToSend, nextToSend } from '#src/offline/outbox/lanes.ts'
import { anEntry } from '#tests/support/offline-entry.ts'

const on = (seq: number, things: string, parts: Partial<OutboxEntry> = {}) =>
  anEntry({ seq, touches: [...things].map((key) => `thing/${key}`), ...parts })
const next = (entries: readonly OutboxEntry[], now = 0, room = 3) =>
  nextToSend(entries, now, room).map(({ seq }) => seq)

test('different records overtake one another, the same one never', () => {
  expect(next([on(1, 'a'), on(2, 'a'), on(3, 'b')])).toEqual([1, 3])
})
test('an entry of two records waits for both, and holds both', () => {
  expect(next([on(1, 'a'), on(2, 'ab'), on(3, 'b'), on(4, 'c')])).toEqual([1, 4])
})
test.each(['sending', 'conflict', 'refused', 'unreadable'] as const)('one that is %s holds its records', (state) => {
  expect(next([on(1, 'a', { state }), on(2, 'a'), on(3, 'b')])).toEqual([3])
})
test('one that waits for its time holds its records, and is due in time', () => {
  const entries = [on(1, 'a', { nextTryAt: 500 }), on(2, 'a'), on(3, 'b', { nextTryAt: 900 })]
  expect(next(entries)).toEqual([])
  expect(next(entries, 500)).toEqual([1])
  expect(nextTimeToSend(entries)).toBe(500)
})
test('one that is settled holds nothing', () => {
  expect(next([on(1, 'a', { state: 'done' }), on(2, 'a')])).toEqual([2])
})
test('nothing goes while the server wants a sign-in', () => {
  const entries = [on(1, 'a', { state: 'sign_in' }), on(2, 'b')]
  expect(next(entries)).toEqual([])
  expect(nextTimeToSend(entries)).toBeNull()
})
test('no more lanes than there is room for', () => {
  expect(next([on(1, 'a'), on(2, 'b'), on(3, 'c'), on(4, 'd')], 0, 2)).toEqual([1, 2])
})
