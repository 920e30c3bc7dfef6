import { describe, expect, test } from 'vitest'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { submitTo } from '#tests/support/offline/submit-to.ts'

const thing = (edit: number, key = 'a') => ({ edit, things: [key], field: 'status' })

/** A tab as it is while the browser has it frozen: what it waits for comes, and it does not notice until it goes on. */
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

/** One tab, and as many more as are opened; the first has a storage that can be frozen with it. */
async function firstTab() {
  const cold = freezer()
  let made = 0
  let onAnswer: () => void = () => undefined
  const run = new OfflineRun(3, (ports) => {
    made += 1
    if (made > 1) return ports
    const send: OutboxPorts['transport']['send'] = async (...sent) => {
      const facts = await ports.transport.send(...sent)
      onAnswer()
      return facts
    }
    return { ...ports, store: cold.store(ports), locks: cold.locks(ports), transport: { ...ports.transport, send } }
  })
  await allTurns()
  const at = (n: number) => {
    const tab = run.tabs[n]
    if (!tab) throw new Error(`there is no tab ${n}`)
    return tab
  }
  const freeze = (n: number) => {
    at(n).signal('frozen')
    if (n === 0) cold.freeze()
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
    /** With the server's answer in hand and not written down yet. */
    freezeAtAnswer: () => {
      onAnswer = () => freeze(0)
    },
    /** With what came of it in hand, and on its way to the disk with it. */
    freezeOnTheWayToDisk: () => {
      onAnswer = () => cold.atNextWrite(() => freeze(0))
    },
    thaw: async (n: number) => {
      if (n === 0) cold.thaw()
      at(n).signal('thawed')
      await allTurns()
    },
  }
}

describe('a tab that the browser freezes', () => {
  test('in the middle of sending hands over at once; the change is made once', async () => {
    const { run, at, edits, open, freeze, thaw } = await firstTab()
    run.wire.network = 'hang'
    await submitTo(at(0).outbox.acts, changeThing, thing(1), 1)
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
  test('with the answer in hand, not yet written down, does not keep the others waiting for its disk', async () => {
    const { run, at, edits, open, freezeAtAnswer, thaw } = await firstTab()
    await open()
    at(1).signal('frozen')
    freezeAtAnswer()
    // Kept, and sent so soon that the tab sleeps before it can say "saved".
    const saving = submitTo(at(0).outbox.acts, changeThing, thing(1), 1)
    await allTurns()
    at(1).signal('thawed')
    await submitTo(at(1).outbox.acts, changeThing, thing(2, 'b'), 1)
    await allTurns()
    expect(edits()).toEqual([1, 2])
    expect(at(1).outbox.memory.snapshot().state).toBe('idle')
    await thaw(0)
    await saving
    expect([edits(), at(0).outbox.memory.snapshot().state]).toEqual([[1, 2], 'idle'])
    expect([...(run.disks.get('7')?.content.fates.values() ?? [])].map(({ state }) => state)).toEqual(['done', 'done'])
  })
  test('on its way to write down a failure, does not do so when another tab sends the change by then', async () => {
    const { run, at, edits, open, freezeOnTheWayToDisk, thaw } = await firstTab()
    await open()
    at(1).signal('frozen')
    run.wire.troubles.push('lost')
    freezeOnTheWayToDisk()
    const saving = submitTo(at(0).outbox.acts, changeThing, thing(1), 1)
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
  test('while it waits for its turn never gets the lock in its sleep', async () => {
    const { run, at, edits, open, freeze, thaw } = await firstTab()
    run.wire.network = 'hang'
    await open()
    at(0).signal('frozen')
    await submitTo(at(1).outbox.acts, changeThing, thing(1), 1)
    await allTurns()
    at(0).signal('thawed')
    await allTurns()
    expect(run.sentTwice).toEqual([])
    freeze(0)
    at(1).tab.die()
    run.wire.network = 'on'
    await open()
    expect(edits()).toEqual([1])
    await submitTo(at(2).outbox.acts, changeThing, thing(2, 'b'), 1)
    await allTurns()
    expect(edits()).toEqual([1, 2])
    await thaw(0)
    expect(edits()).toEqual([1, 2])
  })
  test('does not write over what another tab has learned since', async () => {
    const { run, at, open, freeze, thaw } = await firstTab()
    run.wire.network = 'hang'
    await submitTo(at(0).outbox.acts, changeThing, thing(1), 1)
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
  test('and is the only one goes on by itself when it thaws', async () => {
    const { run, at, edits, freeze, thaw } = await firstTab()
    run.wire.network = 'hang'
    await submitTo(at(0).outbox.acts, changeThing, thing(1), 1)
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
