import { expect, test } from 'vitest'
import { MAX_BATCH_SIZE, NOT_BATCHED } from '#contract/wire/changes.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { batchesOf } from '#src/offline/outbox/send/batches.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const entries = (count: number, parts: (seq: number) => Partial<OutboxEntry> = () => ({})) =>
  Array.from({ length: count }, (_, at) => anEntry({ seq: at + 1, ...parts(at + 1) }))
const dealt = (due: readonly OutboxEntry[], room: number) =>
  batchesOf(due, room).map((load) => load.map(({ seq }) => seq))
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

test('as many as there are lanes go each by itself, at the same time', () => {
  expect(dealt(entries(3), 3)).toEqual([[1], [2], [3]])
})
test('many go together, oldest first, and no more than the server takes', () => {
  expect(dealt(entries(4), 3)).toEqual([[1, 2, 3, 4]])
  const last = 2 * MAX_BATCH_SIZE
  expect(dealt(entries(last + 5), 2)).toEqual([upTo(MAX_BATCH_SIZE), upTo(last, MAX_BATCH_SIZE + 1)])
})
test('without room none goes', () => {
  expect(dealt(entries(9), 0)).toEqual([])
})
test('what may have reached the server before, what has files, and what was not begun, goes by itself', () => {
  const file = { id: 'f', field: 'photo', name: 'a.png', type: 'image/png', size: 3 }
  const due = entries(6, (seq) => ({ wasSent: seq === 1, files: seq === 3 ? [file] : [] }))
  expect(dealt(due, 3)).toEqual([[1], [2, 4, 5, 6], [3]])
  expect(dealt(due, 2)).toEqual([[1], [2, 4, 5, 6]])
  const notBegun = { kind: 'status', status: NOT_BATCHED, body: null } as const
  expect(
    dealt(
      entries(4, (seq) => ({ problem: seq < 3 ? notBegun : null })),
      3,
    ),
  ).toEqual([[1], [2], [3, 4]])
})
test('big ones share a request only as far as it stays small', () => {
  const due = entries(5, (seq) => ({ request: { body: 'x'.repeat(seq === 2 ? 500_000 : 12_000) } }))
  expect(dealt(due, 3)).toEqual([[1, 3], [2], [4, 5]])
})
