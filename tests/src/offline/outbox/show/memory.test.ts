import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { createRegistry, type Registry } from '#src/offline/outbox/entry/registry.ts'
import { Memory } from '#src/offline/outbox/show/memory.ts'
import { SnapshotBuilder } from '#src/offline/outbox/show/snapshot-builder.ts'
import { allTurns, FakeClock, FakeDisk, FakeTab, fakeStore } from '#tests/support/offline/offline-device.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { changeThing, thingKind } from '#tests/support/offline/offline-things.ts'

const MANY = 1_000
const thingRegistry = (): Registry => {
  const registry = createRegistry()
  registry.register([changeThing])
  return registry
}
const entryOf = (seq: number, parts: Partial<OutboxEntry> = {}) =>
  anEntry({ seq, touches: [`thing/${seq}`], input: { edit: seq, things: [`${seq}`], field: 'status' }, ...parts })

/** One tab's memory over a disk with `count` entries. `looks` counts its reads, registry lookups and notifications. */
async function memoryOf(count: number) {
  const disk = new FakeDisk()
  const put = (entry: OutboxEntry) => {
    disk.content = { ...disk.content, entries: new Map(disk.content.entries).set(entry.seq, entry) }
  }
  const remove = (seq: number) => {
    disk.content = { ...disk.content, entries: new Map([...disk.content.entries].filter(([other]) => other !== seq)) }
  }
  const entries = Array.from({ length: count }, (_, at) => [at + 1, entryOf(at + 1)] as const)
  disk.content = { ...disk.content, entries: new Map(entries) }
  const tab = new FakeTab(() => 0)
  const clock = new FakeClock()
  const registry = thingRegistry()
  const looks = { registry: 0, notified: 0, reads: 0 }
  const store = fakeStore(disk, tab)
  const counted: typeof store = {
    ...store,
    read: (work) => {
      looks.reads += 1
      return store.read(work)
    },
  }
  const countedRegistry: Registry = {
    ...registry,
    read: (entry) => {
      looks.registry += 1
      return registry.read(entry)
    },
  }
  const memory = new Memory(
    {
      store: counted,
      clock: clock.forTab(tab),
      device: { askToPersist: () => undefined, showBadge: () => undefined },
    },
    countedRegistry,
  )
  await memory.load()
  memory.setPhase('running')
  const wait = (ms: number) => clock.advance(ms, allTurns)
  await wait(1_000)
  memory.subscribe(() => {
    looks.notified += 1
  })
  Object.assign(looks, { registry: 0, notified: 0, reads: 0 })
  return { memory, put, remove, looks, wait, store: counted }
}

test('one change among a thousand notifies listeners immediately and reads only that entry', async () => {
  const { memory, put, looks } = await memoryOf(MANY)
  const before = memory.snapshot()
  put(entryOf(MANY, { state: 'sending' }))
  await memory.refresh([MANY])
  expect(memory.snapshot()).toMatchObject({ waiting: MANY, state: 'sending' })
  expect(memory.snapshot().fold).toBe(before.fold)
  expect(looks.notified).toBe(1)
  expect(looks.registry).toBeLessThan(5)
})
test('changes in quick succession among a thousand notify listeners together, within 50 ms; a snapshot has each immediately', async () => {
  const { memory, put, looks, wait } = await memoryOf(MANY)
  for (let seq = 1; seq <= 20; seq += 1) {
    put(entryOf(seq, { state: 'refused' }))
    await memory.refresh([seq])
    expect(memory.snapshot().needsAttention).toBe(seq)
  }
  expect(looks.notified).toBe(1)
  await wait(50)
  expect(looks.notified).toBe(2)
  expect(looks.registry).toBeLessThan(20 * 5)
})
test('each change among a few notifies listeners immediately', async () => {
  const { memory, put, looks } = await memoryOf(10)
  for (let seq = 1; seq <= 10; seq += 1) {
    put(entryOf(seq, { state: 'refused' }))
    await memory.refresh([seq])
  }
  expect(looks.notified).toBe(10)
})
test('refreshes requested while a read waits for its turn share one read', async () => {
  const { memory, looks } = await memoryOf(10)
  await Promise.all([memory.load(), memory.refresh([1]), memory.refresh([2, 3]), memory.refresh([4])])
  expect(looks.reads).toBe(2)
})
test('entries whose read failed are read by the next refresh', async () => {
  const { memory, put, store } = await memoryOf(3)
  const { read } = store
  put(entryOf(4))
  store.read = () => Promise.reject(new Error('not now'))
  await expect(memory.refresh([4])).rejects.toThrow('not now')
  store.read = read
  await memory.refresh([])
  expect(memory.snapshot().entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
})
test('refreshing a number that is no longer on the disk removes its entry from what is shown', async () => {
  const { memory, remove } = await memoryOf(3)
  remove(2)
  await memory.refresh([2])
  expect(memory.snapshot().entries.map(({ seq }) => seq)).toEqual([1, 3])
})

test('a snapshot updated step by step equals one rebuilt from the same entries', async () => {
  const state = fc.constantFrom('waiting', 'sending', 'sign_in', 'conflict', 'refused', 'done' as const)
  const things = fc.subarray(['a', 'b', 'c'], { minLength: 1 })
  const act = fc.record({ seq: fc.nat({ max: 6 }), state, things, isKnown: fc.boolean(), isGone: fc.boolean() })
  const rows = ['a', 'b', 'c'].map((key) => ({ key, edits: [] }))
  await fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const registry = thingRegistry()
      const builder = new SnapshotBuilder(registry)
      const entries = new Map<number, OutboxEntry>()
      for (const [at, step] of acts.entries()) {
        const entry = anEntry({
          seq: step.seq,
          id: `id-${at}`,
          state: step.state,
          command: step.isKnown ? changeThing.name : 'of another day',
          touches: step.things.map((thing) => `thing/${thing}`),
          input: { edit: at, things: step.things, field: 'status' },
        })
        if (step.isGone) builder.drop(step.seq)
        else builder.put(entry)
        if (step.isGone) entries.delete(step.seq)
        else entries.set(step.seq, entry)
        const rebuilt = new SnapshotBuilder(registry)
        for (const [, each] of [...entries].sort(([a], [b]) => b - a)) rebuilt.put(each)
        const { fold, ...shown } = builder.snapshot('running', null, null)
        const { fold: freshFold, ...fresh } = rebuilt.snapshot('running', null, null)
        expect(shown).toEqual(fresh)
        expect(fold.rows(thingKind, rows)).toEqual(freshFold.rows(thingKind, rows))
      }
    }),
  )
})
