import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { RecordQueues } from '#src/offline/outbox/send/record-queues.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const on = (seq: number, things: string, parts: Partial<OutboxEntry> = {}) =>
  anEntry({ seq, touches: [...things].map((key) => `thing/${key}`), ...parts })
const lanesOf = (entries: readonly OutboxEntry[]) => {
  const lanes = new RecordQueues()
  for (const entry of entries) lanes.put(entry)
  return lanes
}
const due = (lanes: RecordQueues, now = 0, room = 3) => lanes.nextEntries(now, room).map(({ seq }) => seq)
const next = (entries: readonly OutboxEntry[], now = 0, room = 3) => due(lanesOf(entries), now, room)

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
  expect(lanesOf(entries).nextTime()).toBe(500)
})
test('one that is settled holds nothing', () => {
  expect(next([on(1, 'a', { state: 'done' }), on(2, 'a')])).toEqual([2])
})
test('nothing goes while the server wants a sign-in', () => {
  const entries = [on(1, 'a', { state: 'sign_in' }), on(2, 'b')]
  expect(next(entries)).toEqual([])
  expect(lanesOf(entries).nextTime()).toBeNull()
})
test('no more lanes than there is room for', () => {
  expect(next([on(1, 'a'), on(2, 'b'), on(3, 'c'), on(4, 'd')], 0, 2)).toEqual([1, 2])
})

test('what is needed is waited for, whatever came of it; what needs it holds nobody up', () => {
  const lanes = lanesOf([on(1, 'a', { state: 'refused' })])
  lanes.put(on(2, 'b'), ['thing/a'])
  lanes.put(on(3, 'c'), ['thing/a'])
  lanes.put(on(4, 'd'), ['thing/e'])
  lanes.put(on(5, 'e'))
  expect(due(lanes, 0, 9)).toEqual([4, 5])
  lanes.put(on(1, 'a', { state: 'done' }))
  expect(due(lanes, 0, 9)).toEqual([2, 3, 4, 5])
})
test('a later change of a needed record is not waited for', () => {
  const lanes = lanesOf([on(2, 'a')])
  lanes.put(on(1, 'b'), ['thing/a'])
  expect(due(lanes)).toEqual([1, 2])
})
test('an entry that says something else now stands where its new records put it', () => {
  const lanes = lanesOf([on(1, 'a'), on(2, 'a'), on(3, 'b')])
  lanes.put(on(1, 'b'))
  expect(due(lanes)).toEqual([1, 2])
})
test('those on their way are known, and not sent once more', () => {
  const lanes = lanesOf([on(1, 'a', { state: 'sending' }), on(2, 'b'), on(3, 'c')])
  expect(lanes.isSending).toBe(true)
  expect(lanes.nextEntries(0, 3, new Set([2])).map(({ seq }) => seq)).toEqual([3])
  lanes.drop(1)
  expect(lanes.isSending).toBe(false)
})

/** Reads every entry each time: slow, and too plain to be wrong. */
function plainly(entries: readonly { entry: OutboxEntry; needs: readonly string[] }[]): readonly number[] {
  if (entries.some(({ entry }) => entry.state === 'sign_in')) return []
  const held = new Set<string>()
  return entries.flatMap(({ entry, needs }) => {
    const isFree = ![...entry.touches, ...needs].some((key) => held.has(key))
    for (const key of entry.touches) held.add(key)
    return isFree && entry.state === 'waiting' ? [entry.seq] : []
  })
}
test('kept up with any changes it says what reading everything says', async () => {
  const keys = fc.subarray(['thing/a', 'thing/b', 'thing/c', 'thing/d'])
  const state = fc.constantFrom('waiting', 'waiting', 'waiting', 'sending', 'refused', 'sign_in', 'done' as const)
  const act = fc.record({ seq: fc.nat({ max: 9 }), touches: keys, needs: keys, state, isGone: fc.boolean() })
  await fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const lanes = new RecordQueues()
      const kept = new Map<number, { entry: OutboxEntry; needs: readonly string[] }>()
      for (const { seq, touches, needs, state, isGone } of acts) {
        const entry = anEntry({ seq, touches: touches.length > 0 ? touches : ['thing/z'], state })
        if (isGone) lanes.drop(seq)
        else lanes.put(entry, needs)
        if (isGone || state === 'done') kept.delete(seq)
        else kept.set(seq, { entry, needs })
        const inOrder = [...kept.values()].sort((one, other) => one.entry.seq - other.entry.seq)
        expect(due(lanes, 0, 99)).toEqual(plainly(inOrder))
      }
    }),
  )
})
