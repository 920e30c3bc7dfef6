import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { createRegistry, type Registry } from '#src/offline/outbox/entry/registry.ts'
import { Memory } from '#src/offline/outbox/show/memory.ts'
import { SnapshotBuilder } from '#src/offline/outbox/show/snapshot.ts'
import { allTurns, FakeClock, FakeDisk, FakeTab, fakeStore } from '#tests/support/offline/offline-device.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { changeThing, thingKind } from '#tests/support/offline/offline-things.ts'

const MANY = 1_000
const known = (): Registry => {
  const registry = createRegistry()
  registry.register([changeThing])
  return registry
}
const of = (seq: number, parts: Partial<OutboxEntry> = {}) =>
  anEntry({ seq, touches: [`thing/${seq}`], input: { edit: seq, things: [`${seq}`], field: 'status' }, ...parts })

/** One tab's memory over a disk that holds so many entries, with what it looks at counted. */
async function remembering(count: number) {
  const disk = new FakeDisk()
  const put = (entry: OutboxEntry) => {
    disk.content = { ...disk.content, entries: new Map(disk.content.entries).set(entry.seq, entry) }
  }
  const entries = Array.from({ length: count }, (_, at) => [at + 1, of(at + 1)] as const)
  disk.content = { ...disk.content, entries: new Map(entries) }
  const tab = new FakeTab(() => 0)
  const clock = new FakeClock()
  const registry = known()
  const looks = { registry: 0, told: 0, reads: 0 }
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
    looks.told += 1
  })
  Object.assign(looks, { registry: 0, told: 0, reads: 0 })
  return { memory, put, looks, wait, store: counted }
}

test('one change among thousands is told at once, and costs a look at that one', async () => {
  const { memory, put, looks } = await remembering(MANY)
  const before = memory.snapshot()
  put(of(MANY, { state: 'sending' }))
  await memory.refresh([MANY])
  expect(memory.snapshot()).toMatchObject({ waiting: MANY, state: 'sending' })
  expect(memory.snapshot().fold).toBe(before.fold)
  expect(looks.told).toBe(1)
  expect(looks.registry).toBeLessThan(5)
})
test('many that come close together among thousands are told together, within 50 ms; whoever asks sees them before', async () => {
  const { memory, put, looks, wait } = await remembering(MANY)
  for (let seq = 1; seq <= 20; seq += 1) {
    put(of(seq, { state: 'refused' }))
    await memory.refresh([seq])
    expect(memory.snapshot().needsAttention).toBe(seq)
  }
  expect(looks.told).toBe(1)
  await wait(50)
  expect(looks.told).toBe(2)
  expect(looks.registry).toBeLessThan(20 * 5)
})
test('each of few is told at once', async () => {
  const { memory, put, looks } = await remembering(10)
  for (let seq = 1; seq <= 10; seq += 1) {
    put(of(seq, { state: 'refused' }))
    await memory.refresh([seq])
  }
  expect(looks.told).toBe(10)
})
test('what is asked for while a read waits for its turn is read with it', async () => {
  const { memory, looks } = await remembering(10)
  await Promise.all([memory.load(), memory.refresh([1]), memory.refresh([2, 3]), memory.refresh([4])])
  expect(looks.reads).toBe(2)
})
test('what could not be read is read by whoever looks next: nobody tells of it again', async () => {
  const { memory, put, store } = await remembering(3)
  const { read } = store
  put(of(4))
  store.read = () => Promise.reject(new Error('not now'))
  await expect(memory.refresh([4])).rejects.toThrow('not now')
  store.read = read
  await memory.refresh([])
  expect(memory.snapshot().entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
})
test('an entry that the disk no longer has is no longer shown', async () => {
  const { memory } = await remembering(3)
  await memory.refresh([9])
  expect(memory.snapshot().entries.map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('a picture that is kept up is what the same entries make anew', async () => {
  const state = fc.constantFrom('waiting', 'sending', 'sign_in', 'conflict', 'refused', 'done' as const)
  const things = fc.subarray(['a', 'b', 'c'], { minLength: 1 })
  const act = fc.record({ seq: fc.nat({ max: 6 }), state, things, isKnown: fc.boolean(), isGone: fc.boolean() })
  const rows = ['a', 'b', 'c'].map((key) => ({ key, edits: [] }))
  await fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const registry = known()
      const picture = new SnapshotBuilder(registry)
      const kept = new Map<number, OutboxEntry>()
      for (const [at, one] of acts.entries()) {
        const entry = anEntry({
          seq: one.seq,
          id: `id-${at}`,
          state: one.state,
          command: one.isKnown ? changeThing.name : 'of another day',
          touches: one.things.map((thing) => `thing/${thing}`),
          input: { edit: at, things: one.things, field: 'status' },
        })
        if (one.isGone) picture.drop(one.seq)
        else picture.put(entry)
        if (one.isGone) kept.delete(one.seq)
        else kept.set(one.seq, entry)
        const anew = new SnapshotBuilder(registry)
        for (const [, each] of [...kept].sort(([a], [b]) => b - a)) anew.put(each)
        const { fold, ...shown } = picture.snapshot('running', null, null)
        const { fold: freshFold, ...fresh } = anew.snapshot('running', null, null)
        expect(shown).toEqual(fresh)
        expect(fold.rows(thingKind, rows)).toEqual(freshFold.rows(thingKind, rows))
      }
    }),
  )
})
