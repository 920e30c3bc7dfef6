import { expect, test } from 'vitest'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { blockedBy, countSendable } from '#src/offline/outbox/send/blocked-entries.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const on = (seq: number, things: string, state: OutboxEntry['state'] = 'waiting') =>
  anEntry({ seq, state, touches: [...things].map((key) => `thing/${key}`) })
/** Pairs of a blocked entry and its blocker. `dependencies`: the things that an entry depends on, by number. */
const blockers = (entries: readonly OutboxEntry[], dependencies: Readonly<Record<number, string>> = {}) => {
  const dependenciesOf = ({ seq }: OutboxEntry) => [...(dependencies[seq] ?? '')].map((key) => `thing/${key}`)
  return [...blockedBy(entries, dependenciesOf)].map(([seq, by]) => [seq, by.seq])
}

test.each(['refused', 'conflict', 'unreadable'] as const)(
  'an entry behind a %s entry of its record is blocked by it',
  (state) => {
    expect(blockers([on(1, 'b'), on(2, 'a', state), on(3, 'a'), on(4, 'b')])).toEqual([[3, 2]])
  },
)

test('an entry behind a blocked entry is blocked by the same one and blocks its own records', () => {
  expect(blockers([on(1, 'a', 'refused'), on(2, 'ab'), on(3, 'bc'), on(4, 'c'), on(5, 'd')])).toEqual([
    [2, 1],
    [3, 1],
    [4, 1],
  ])
})

test('an entry that is being sent or done blocks no other entry', () => {
  expect(blockers([on(1, 'a', 'sending'), on(2, 'a'), on(3, 'b', 'done'), on(4, 'b')])).toEqual([])
})

test('an entry that needs the user is not blocked itself, and later entries are blocked by it', () => {
  expect(blockers([on(1, 'a', 'refused'), on(2, 'ab', 'refused'), on(3, 'b')])).toEqual([[3, 2]])
})

test('an entry that depends on a record is blocked with it and blocks the records it touches, but not that record', () => {
  const entries = [on(1, 'a', 'refused'), on(2, 'b'), on(3, 'b'), on(4, 'c'), on(5, 'c')]
  expect(blockers(entries, { 2: 'a' })).toEqual([
    [2, 1],
    [3, 1],
  ])
  expect(blockers([on(1, 'a', 'refused'), on(2, 'b'), on(3, 'cd')], { 2: 'a', 3: 'b' })).toEqual([
    [2, 1],
    [3, 1],
  ])
  expect(blockers([on(1, 'b', 'refused'), on(2, 'c', 'refused'), on(3, 'd')], { 2: 'b', 3: 'c' })).toEqual([[3, 2]])
  // Other entries may change the record that it depends on meanwhile.
  expect(blockers([on(1, 'b', 'refused'), on(2, 'c'), on(3, 'a')], { 2: 'ab' })).toEqual([[2, 1]])
  // An entry waits only for earlier entries.
  expect(blockers([on(1, 'b'), on(2, 'a', 'refused')], { 1: 'a' })).toEqual([])
})

const sendableCount = (entries: readonly OutboxEntry[], upTo?: number) =>
  countSendable(
    entries,
    blockedBy(entries, () => [], upTo),
    upTo,
  )

test('a held entry is not blocked itself; later entries of its records are blocked by it', () => {
  const entries = [on(1, 'a'), on(2, 'b'), on(3, 'a'), on(4, 'c')]
  const blockersUpTo = (upTo: number) => [...blockedBy(entries, () => [], upTo)].map(([seq, by]) => [seq, by.seq])
  expect([0, 1, 2].map(blockersUpTo)).toEqual([[], [[3, 1]], [[3, 1]]])
  expect([0, 1, 2, 4].map((upTo) => sendableCount(entries, upTo))).toEqual([4, 2, 1, 0])
})

test('no entry counts as sendable while the server requires a sign-in, nor behind an entry that needs the user', () => {
  expect(sendableCount([on(1, 'a', 'sign_in'), on(2, 'b')])).toBe(0)
  expect(sendableCount([on(1, 'a', 'refused'), on(2, 'a'), on(3, 'b'), on(4, 'c', 'done')])).toBe(1)
})
