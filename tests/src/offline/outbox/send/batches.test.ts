import { expect, test } from 'vitest'
import { MAX_BATCH_SIZE, NOT_BATCHED } from '#contract/wire/changes.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { batchesOf } from '#src/offline/outbox/send/batches.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const entries = (count: number, parts: (seq: number) => Partial<OutboxEntry> = () => ({})) =>
  Array.from({ length: count }, (_, at) => anEntry({ seq: at + 1, ...parts(at + 1) }))
const batchSeqs = (due: readonly OutboxEntry[], room: number) =>
  batchesOf(due, room).map((batch) => batch.map(({ seq }) => seq))
const range = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

test('with a free request for every entry, each entry goes alone', () => {
  expect(batchSeqs(entries(3), 3)).toEqual([[1], [2], [3]])
})
test("more entries than free requests go in batches, oldest first, within the server's batch size", () => {
  expect(batchSeqs(entries(4), 3)).toEqual([[1, 2, 3, 4]])
  const last = 2 * MAX_BATCH_SIZE
  expect(batchSeqs(entries(last + 5), 2)).toEqual([range(MAX_BATCH_SIZE), range(last, MAX_BATCH_SIZE + 1)])
})
test('without a free request no entry is sent', () => {
  expect(batchSeqs(entries(9), 0)).toEqual([])
})
test('entries that may have reached the server, have files, or were not begun in a batch go alone', () => {
  const file = { id: 'f', field: 'photo', name: 'a.png', type: 'image/png', size: 3 }
  const due = entries(6, (seq) => ({ wasSent: seq === 1, files: seq === 3 ? [file] : [] }))
  expect(batchSeqs(due, 3)).toEqual([[1], [2, 4, 5, 6], [3]])
  expect(batchSeqs(due, 2)).toEqual([[1], [2, 4, 5, 6]])
  const notBegun = { kind: 'status', status: NOT_BATCHED, body: null } as const
  expect(
    batchSeqs(
      entries(4, (seq) => ({ problem: seq < 3 ? notBegun : null })),
      3,
    ),
  ).toEqual([[1], [2], [3, 4]])
})
test('large entries share a request only while it stays small', () => {
  const due = entries(5, (seq) => ({ request: { body: 'x'.repeat(seq === 2 ? 500_000 : 12_000) } }))
  expect(batchSeqs(due, 3)).toEqual([[1, 3], [2], [4, 5]])
})
