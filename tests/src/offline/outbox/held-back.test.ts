import { expect, test } from 'vitest'
import type { OutboxEntry } from '#src/offline/outbox/entry.ts'
import { heldBackBy } from '#src/offline/outbox/held-back.ts'
import { anEntry } from '#tests/support/offline-entry.ts'

const on = (seq: number, things: string, state: OutboxEntry['state'] = 'waiting') =>
  anEntry({ seq, state, touches: [...things].map((key) => `thing/${key}`) })
const held = (entries: readonly OutboxEntry[]) => [...heldBackBy(entries)].map(([seq, by]) => [seq, by.seq])

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
