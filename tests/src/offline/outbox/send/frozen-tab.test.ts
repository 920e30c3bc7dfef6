import { describe, expect, test } from 'vitest'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

const thing = (edit: number, key = 'a') => ({ edit, things: [key], field: 'status' })

/** Storage and locks of a tab that can be frozen: promises settle, and the tab continues only after `thaw`. */
function freezer() {
  const { promise: thaw, resolve } = Promise.withResolvers<void>()
  let isFrozen = false
  let onWrite: () => void = () => undefined
  const store = ({ store }: OutboxPorts): OutboxPorts['store'] => ({
    ...store,
    read: async (work) => (isFrozen ? thaw.then(() => store.read(work)) : store.read(work)),
    write: async (work) => {
      onWrite()
      return isFrozen ? thaw.then(() => store.write(work)) : store.write(work)
    },
  })
  const locks = ({ locks }: OutboxPorts): OutboxPorts['locks'] => ({
    hold: (name, mode, work, signal) =>
      locks.hold(name, mode, async (lost) => (isFrozen ? thaw.then(() => work(lost)) : work(lost)), signal),
  })
  return {
    store,
    locks,
    freeze: () => {
      isFrozen = true
    },
    /** Calls `work` before the next write. */
    atNextWrite: (work: () => void) => {
      onWrite = work
    },
    thaw: () => {
      isFrozen = false
      onWrite = () => undefined
      resolve()
    },
  }
}

/** A run with one tab, whose storage can be frozen with it. Tabs opened later are ordinary. */
async function firstTab() {
  const freezable = freezer()
  let opened = 0
  let onAnswer: () => void = () => undefined
  const run = new OfflineRun(3, (ports) => {
    opened += 1
    if (opened > 1) return ports
    const send: OutboxPorts['transport']['send'] = async (...sent) => {
      const facts = await ports.transport.send(...sent)
      onAnswer()
      return facts
    }
    return {
      ...ports,
      store: freezable.store(ports),
      locks: freezable.locks(ports),
      transport: { ...ports.transport, send },
    }
  })
  await allTurns()
  const at = (n: number) => {
    const tab = run.tabs[n]
    if (!tab) throw new Error(`there is no tab ${n}`)
    return tab
  }
  const freeze = (n: number) => {
    at(n).signal('frozen')
    if (n === 0) freezable.freeze()
  }
  return {
    run,
    at,
    freeze,
    edits: () => run.server.history.map(({ edit }) => edit),
    open: async () => {
      await run.step({ do: 'open' })
      await allTurns()
    },
    /** Freezes the first tab when the response has arrived but is not stored. */
    freezeAtAnswer: () => {
      onAnswer = () => freeze(0)
    },
    /** Freezes the first tab when it is about to store the outcome. */
    freezeOnTheWayToDisk: () => {
      onAnswer = () => freezable.atNextWrite(() => freeze(0))
    },
    thaw: async (n: number) => {
      if (n === 0) freezable.thaw()
      at(n).signal('thawed')
      await allTurns()
    },
  }
}

describe('a tab that the browser freezes', () => {
  test('while sending hands over to another tab immediately, and the change is made once', async () => {
    const { run, at, edits, open, freeze, thaw } = await firstTab()
    run.wire.network = 'hang'
    await submitChange(at(0).outbox.acts, changeThing, thing(1), 1)
    await allTurns()
    await open()
    expect(at(1).outbox.memory.snapshot().state).toBe('sending')
    run.wire.network = 'on'
    freeze(0)
    await allTurns()
    expect(edits()).toEqual([1])
    expect(at(1).outbox.memory.snapshot().state).toBe('idle')
    await thaw(0)
    expect([edits(), run.sentTwice]).toEqual([[1], []])
    expect(at(0).outbox.memory.snapshot().state).toBe('idle')
  })
  test('with a response not stored yet does not keep the other tabs waiting for its disk', async () => {
    const { run, at, edits, open, freezeAtAnswer, thaw } = await firstTab()
    await open()
    at(1).signal('frozen')
    freezeAtAnswer()
    // The change is saved and sent so early that the tab is frozen before it can say "saved".
    const saving = submitChange(at(0).outbox.acts, changeThing, thing(1), 1)
    await allTurns()
    await run.clock.advance(5_000, allTurns)
    at(1).signal('thawed')
    await submitChange(at(1).outbox.acts, changeThing, thing(2, 'b'), 1)
    await allTurns()
    expect(edits()).toEqual([1, 2])
    expect(at(1).outbox.memory.snapshot().state).toBe('idle')
    const ends = () =>
      [...(run.disks.get('7')?.content.finalStates.values() ?? [])].map(({ state, settledAt }) => [state, settledAt])
    const before = ends()
    await thaw(0)
    await saving
    expect([edits(), at(0).outbox.memory.snapshot().state]).toEqual([[1, 2], 'idle'])
    // Not settled again: that would show the change over what others have changed since.
    expect(before.map(([state]) => state)).toEqual(['done', 'done'])
    expect(ends()).toEqual(before)
  })
  test('about to store a failed attempt stores nothing once another tab is sending the change', async () => {
    const { run, at, edits, open, freezeOnTheWayToDisk, thaw } = await firstTab()
    await open()
    at(1).signal('frozen')
    run.wire.troubles.push('lost')
    freezeOnTheWayToDisk()
    const saving = submitChange(at(0).outbox.acts, changeThing, thing(1), 1)
    await allTurns()
    run.wire.network = 'hang'
    at(1).signal('thawed')
    await allTurns()
    const onDisk = () => [...(run.disks.get('7')?.content.entries.values() ?? [])].map(({ state }) => state)
    expect(onDisk()).toEqual(['sending'])
    await thaw(0)
    expect(onDisk()).toEqual(['sending'])
    await saving
    expect(edits()).toEqual([])
  })
  test('while it waits for the lock is never granted the lock in its sleep', async () => {
    const { run, at, edits, open, freeze, thaw } = await firstTab()
    run.wire.network = 'hang'
    await open()
    at(0).signal('frozen')
    await submitChange(at(1).outbox.acts, changeThing, thing(1), 1)
    await allTurns()
    at(0).signal('thawed')
    await allTurns()
    expect(run.sentTwice).toEqual([])
    freeze(0)
    at(1).tab.die()
    run.wire.network = 'on'
    await open()
    expect(edits()).toEqual([1])
    await submitChange(at(2).outbox.acts, changeThing, thing(2, 'b'), 1)
    await allTurns()
    expect(edits()).toEqual([1, 2])
    await thaw(0)
    expect(edits()).toEqual([1, 2])
  })
  test('does not overwrite a refusal that another tab has stored since', async () => {
    const { run, at, open, freeze, thaw } = await firstTab()
    run.wire.network = 'hang'
    await submitChange(at(0).outbox.acts, changeThing, thing(1), 1)
    await allTurns()
    await open()
    run.wire.network = 'on'
    run.wire.troubles.push('400')
    freeze(0)
    await allTurns()
    const refused = () =>
      at(1)
        .outbox.memory.snapshot()
        .entries.map(({ state }) => state)
    expect(refused()).toEqual(['refused'])
    const sent = run.server.sent
    await thaw(0)
    expect([refused(), run.server.sent]).toEqual([['refused'], sent])
    expect(run.disks.get('7')?.content.entries.get(1)?.state).toBe('refused')
  })
  test('as the only tab continues to send when it thaws', async () => {
    const { run, at, edits, freeze, thaw } = await firstTab()
    run.wire.network = 'hang'
    await submitChange(at(0).outbox.acts, changeThing, thing(1), 1)
    await allTurns()
    freeze(0)
    run.wire.network = 'on'
    await allTurns()
    expect(edits()).toEqual([])
    await thaw(0)
    await run.clock.advance(1_000, allTurns)
    expect(edits()).toEqual([1])
  })
})
