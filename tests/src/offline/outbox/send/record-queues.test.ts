import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { RecordQueues } from '#src/offline/outbox/send/record-queues.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const on = (seq: number, things: string, parts: Partial<OutboxEntry> = {}) =>
  anEntry({ seq, touches: [...things].map((key) => `thing/${key}`), ...parts })
const queuesOf = (entries: readonly OutboxEntry[]) => {
  const queues = new RecordQueues()
  for (const entry of entries) queues.put(entry)
  return queues
}
const dueSeqs = (queues: RecordQueues, now = 0, room = 3) => queues.nextEntries(now, room).map(({ seq }) => seq)
const nextSeqs = (entries: readonly OutboxEntry[], now = 0, room = 3) => dueSeqs(queuesOf(entries), now, room)

test('entries of different records overtake one another, entries of one record never do', () => {
  expect(nextSeqs([on(1, 'a'), on(2, 'a'), on(3, 'b')])).toEqual([1, 3])
})
test('an entry of two records waits in both record queues and blocks both', () => {
  expect(nextSeqs([on(1, 'a'), on(2, 'ab'), on(3, 'b'), on(4, 'c')])).toEqual([1, 4])
})
test.each(['sending', 'conflict', 'refused', 'unreadable'] as const)('a %s entry blocks its records', (state) => {
  expect(nextSeqs([on(1, 'a', { state }), on(2, 'a'), on(3, 'b')])).toEqual([3])
})
test('an entry that waits for its time blocks its records and is due at that time', () => {
  const entries = [on(1, 'a', { nextTryAt: 500 }), on(2, 'a'), on(3, 'b', { nextTryAt: 900 })]
  expect(nextSeqs(entries)).toEqual([])
  expect(nextSeqs(entries, 500)).toEqual([1])
  expect(queuesOf(entries).nextTime()).toBe(500)
})
test('a done entry blocks nothing', () => {
  expect(nextSeqs([on(1, 'a', { state: 'done' }), on(2, 'a')])).toEqual([2])
})
test('nothing is sent while the server requires a sign-in', () => {
  const entries = [on(1, 'a', { state: 'sign_in' }), on(2, 'b')]
  expect(nextSeqs(entries)).toEqual([])
  expect(queuesOf(entries).nextTime()).toBeNull()
})
test('no more entries are due than requests are free', () => {
  expect(nextSeqs([on(1, 'a'), on(2, 'b'), on(3, 'c'), on(4, 'd')], 0, 2)).toEqual([1, 2])
})

test("an entry waits for the records it depends on, whatever their entries' state; it does not block those records", () => {
  const queues = queuesOf([on(1, 'a', { state: 'refused' })])
  queues.put(on(2, 'b'), ['thing/a'])
  queues.put(on(3, 'c'), ['thing/a'])
  queues.put(on(4, 'd'), ['thing/e'])
  queues.put(on(5, 'e'))
  expect(dueSeqs(queues, 0, 9)).toEqual([4, 5])
  queues.put(on(1, 'a', { state: 'done' }))
  expect(dueSeqs(queues, 0, 9)).toEqual([2, 3, 4, 5])
})
test('an entry does not wait for a later change of a record that it depends on', () => {
  const queues = queuesOf([on(2, 'a')])
  queues.put(on(1, 'b'), ['thing/a'])
  expect(dueSeqs(queues)).toEqual([1, 2])
})
test('a revised entry moves to the queues of its new records', () => {
  const queues = queuesOf([on(1, 'a'), on(2, 'a'), on(3, 'b')])
  queues.put(on(1, 'b'))
  expect(dueSeqs(queues)).toEqual([1, 2])
})
test('entries being sent are known and not sent a second time', () => {
  const queues = queuesOf([on(1, 'a', { state: 'sending' }), on(2, 'b'), on(3, 'c')])
  expect(queues.isSending).toBe(true)
  expect(queues.nextEntries(0, 3, new Set([2])).map(({ seq }) => seq)).toEqual([3])
  queues.drop(1)
  expect(queues.isSending).toBe(false)
})

/** The reference: scans every entry each time. Slow, and too simple to be wrong. */
function nextByScan(entries: readonly { entry: OutboxEntry; dependsOn: readonly string[] }[]): readonly number[] {
  if (entries.some(({ entry }) => entry.state === 'sign_in')) return []
  const blocked = new Set<string>()
  return entries.flatMap(({ entry, dependsOn }) => {
    const isFree = ![...entry.touches, ...dependsOn].some((key) => blocked.has(key))
    for (const key of entry.touches) blocked.add(key)
    return isFree && entry.state === 'waiting' ? [entry.seq] : []
  })
}
test('queues updated step by step give the same result as a scan of all entries', async () => {
  const keys = fc.subarray(['thing/a', 'thing/b', 'thing/c', 'thing/d'])
  const state = fc.constantFrom('waiting', 'waiting', 'waiting', 'sending', 'refused', 'sign_in', 'done' as const)
  const act = fc.record({ seq: fc.nat({ max: 9 }), touches: keys, dependsOn: keys, state, isGone: fc.boolean() })
  await fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const queues = new RecordQueues()
      const model = new Map<number, { entry: OutboxEntry; dependsOn: readonly string[] }>()
      for (const { seq, touches, dependsOn, state, isGone } of acts) {
        const entry = anEntry({ seq, touches: touches.length > 0 ? touches : ['thing/z'], state })
        if (isGone) queues.drop(seq)
        else queues.put(entry, dependsOn)
        if (isGone || state === 'done') model.delete(seq)
        else model.set(seq, { entry, dependsOn })
        const inOrder = [...model.values()].sort((one, other) => one.entry.seq - other.entry.seq)
        expect(dueSeqs(queues, 0, 99)).toEqual(nextByScan(inOrder))
      }
    }),
  )
})
