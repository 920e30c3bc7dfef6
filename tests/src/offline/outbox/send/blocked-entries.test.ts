import { expect, test } from 'vitest'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { blockedBy, countSendable } from '#src/offline/outbox/send/blocked-entries.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const on = (seq: number, things: string, state: OutboxEntry['state'] = 'waiting') =>
  anEntry({ seq, state, touches: [...things].map((key) => `thing/${key}`) })
/** `needs`: by number, the things of which a change needs what was done before. */
const held = (entries: readonly OutboxEntry[], needs: Readonly<Record<number, string>> = {}) => {
  const needsOf = ({ seq }: OutboxEntry) => [...(needs[seq] ?? '')].map((key) => `thing/${key}`)
  return [...blockedBy(entries, needsOf)].map(([seq, by]) => [seq, by.seq])
}

test.each(['refused', 'conflict', 'unreadable'] as const)(
  'what waits behind one of its record that is %s says so',
  (state) => {
    expect(held([on(1, 'b'), on(2, 'a', state), on(3, 'a'), on(4, 'b')])).toEqual([[3, 2]])
  },
)

test('what waits behind such a one waits for the same, and takes its own records along', () => {
  expect(held([on(1, 'a', 'refused'), on(2, 'ab'), on(3, 'bc'), on(4, 'c'), on(5, 'd')])).toEqual([
    [2, 1],
    [3, 1],
    [4, 1],
  ])
})

test('what only waits its turn, or is over, holds nobody up for long', () => {
  expect(held([on(1, 'a', 'sending'), on(2, 'a'), on(3, 'b', 'done'), on(4, 'b')])).toEqual([])
})

test('one that needs the person itself waits for that, and is what later ones wait for', () => {
  expect(held([on(1, 'a', 'refused'), on(2, 'ab', 'refused'), on(3, 'b')])).toEqual([[3, 2]])
})

test('what only needs a record says what it waits for there, and takes its own records along but not that one', () => {
  const entries = [on(1, 'a', 'refused'), on(2, 'b'), on(3, 'b'), on(4, 'c'), on(5, 'c')]
  expect(held(entries, { 2: 'a' })).toEqual([
    [2, 1],
    [3, 1],
  ])
  expect(held([on(1, 'a', 'refused'), on(2, 'b'), on(3, 'cd')], { 2: 'a', 3: 'b' })).toEqual([
    [2, 1],
    [3, 1],
  ])
  expect(held([on(1, 'b', 'refused'), on(2, 'c', 'refused'), on(3, 'd')], { 2: 'b', 3: 'c' })).toEqual([[3, 2]])
  // What it needs may be changed by others meanwhile.
  expect(held([on(1, 'b', 'refused'), on(2, 'c'), on(3, 'a')], { 2: 'ab' })).toEqual([[2, 1]])
  // Only what was done before it is waited for.
  expect(held([on(1, 'b'), on(2, 'a', 'refused')], { 1: 'a' })).toEqual([])
})

const free = (entries: readonly OutboxEntry[], upTo?: number) =>
  countSendable(
    entries,
    blockedBy(entries, () => [], upTo),
    upTo,
  )

test('what was kept before the sign-in waits for a word itself, and later ones of its records wait for it', () => {
  const entries = [on(1, 'a'), on(2, 'b'), on(3, 'a'), on(4, 'c')]
  const heldBy = (upTo: number) => [...blockedBy(entries, () => [], upTo)].map(([seq, by]) => [seq, by.seq])
  expect([0, 1, 2].map(heldBy)).toEqual([[], [[3, 1]], [[3, 1]]])
  expect([0, 1, 2, 4].map((upTo) => free(entries, upTo))).toEqual([4, 2, 1, 0])
})

test('nothing is free to go while the server wants a sign-in, nor behind what needs the user', () => {
  expect(free([on(1, 'a', 'sign_in'), on(2, 'b')])).toBe(0)
  expect(free([on(1, 'a', 'refused'), on(2, 'a'), on(3, 'b'), on(4, 'c', 'done')])).toBe(1)
})
