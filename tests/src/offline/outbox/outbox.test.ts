import { describe, expect, test } from 'vitest'
import { command } from '#src/offline/command.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { TooLate } from '#src/offline/outbox/settle/decide.ts'
import { CannotUndo } from '#src/offline/outbox/settle/undo.ts'
import { disk, editsShown, first, states, wait } from '#tests/support/offline/first-tab.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun, type PlantedFault } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

const SEED = 3
const thing = (edit: number, key = 'a', field = 'status') => ({ edit, things: [key], field })
const offline = async () => {
  const run = new OfflineRun(SEED)
  run.wire.network = 'off'
  await allTurns()
  return run
}

describe('saving a change', () => {
  test('the change is in both copies, shown and marked before the screen says "saved"', async () => {
    const run = await offline()
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    expect([disk(run).content.entries.size, disk(run).mirror.size]).toEqual([1, 1])
    expect(editsShown(run)).toEqual([1])
    expect(first(run).memory.snapshot()).toMatchObject({ waiting: 1, needsAttention: 0 })
    expect(first(run).memory.snapshot().marks.get('thing/a')).toMatch(/waiting|sending/)
  })
  test.each(['full', 'broken'] as const)(
    'a %s disk rejects with a message for the user and leaves nothing half saved',
    async (trouble) => {
      const run = await offline()
      disk(run).trouble = trouble
      const saving = submitChange(first(run).acts, changeThing, thing(1), 1)
      await expect(saving).rejects.toThrow(trouble === 'full' ? /storage is full/ : /can't store changes/)
      await expect(saving).rejects.toBeInstanceOf(NotSaved)
      expect([disk(run).content.entries.size, disk(run).mirror.size, states(run).length]).toEqual([0, 0, 0])
    },
  )
  test('a full mirror rolls back what the store has accepted', async () => {
    const noRoom: OutboxPorts['mirror']['put'] = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const run = new OfflineRun(SEED, (ports) => ({ ...ports, mirror: { ...ports.mirror, put: noRoom } }))
    await expect(submitChange(first(run).acts, changeThing, thing(1), 1)).rejects.toThrow(/storage is full/)
    expect(disk(run).content.entries.size).toBe(0)
    expect(run.server.sent).toBe(0)
  })
  test('an input that its own command refuses is not saved', async () => {
    const run = await offline()
    await expect(submitChange(first(run).acts, changeThing, { ...thing(1), things: [] }, 1)).rejects.toBeInstanceOf(
      NotSaved,
    )
    expect(disk(run).content.meta.nextSeq).toBe(1)
  })
})

describe('undoing a change that is being sent', () => {
  /** A run whose attempts end with `ends`, once `finishAttempt` is called. */
  const sendingRun = (ends: AttemptResult) => {
    const { promise: attemptEnd, resolve } = Promise.withResolvers<void>()
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      transport: { ...ports.transport, send: () => attemptEnd.then(() => ends) },
    }))
    return { run, finishAttempt: resolve }
  }
  test('waits for the attempt to end and removes the change when it never left the device', async () => {
    const { run, finishAttempt } = sendingRun({ kind: 'offline' })
    const id = await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    expect(states(run)).toEqual(['sending'])
    const undone = first(run).acts.undo(id)
    await allTurns()
    finishAttempt()
    expect(await undone).toBe('removed')
    expect([disk(run).content.entries.size, disk(run).mirror.size]).toEqual([0, 0])
  })
  test('begins no other attempt before the undo is done', async () => {
    const { promise: looked, resolve: hasLooked } = Promise.withResolvers<void>()
    let isLooking = false
    let sent = 0
    const send = () => {
      sent += 1
      return Promise.resolve({ kind: 'offline' as const })
    }
    const run: OfflineRun = new OfflineRun(SEED, (ports) => {
      const read: OutboxPorts['store']['read'] = async (work) => {
        const found = await ports.store.read(work)
        if (!isLooking) return found
        isLooking = false
        first(run).acts.sendNow()
        await allTurns()
        hasLooked()
        return found
      }
      return { ...ports, store: { ...ports.store, read }, transport: { ...ports.transport, send } }
    })
    const id = await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    expect(states(run)).toEqual(['waiting'])
    isLooking = true
    const undone = first(run).acts.undo(id)
    await looked
    expect(await undone).toBe('removed')
    expect(sent).toBe(1)
    expect([disk(run).content.entries.size, disk(run).mirror.size]).toEqual([0, 0])
  })
  test('does not wait long for a network that hangs', async () => {
    const { run } = sendingRun({ kind: 'network' })
    const id = await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    // This change has no inverse: the undo fails once the change counts as sent.
    const undone = expect(first(run).acts.undo(id)).rejects.toBeInstanceOf(CannotUndo)
    await wait(run, 500)
    await undone
    expect(states(run)).toEqual(['sending'])
  })
})

describe('a change whose attempts failed and that waits longer each time', () => {
  const runWithLongWait = async (plant?: PlantedFault) => {
    const run = new OfflineRun(SEED, plant)
    run.wire.network = 'off'
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    for (let tries = 0; tries < 6; tries += 1) await wait(run, 20_000)
    expect(first(run).memory.snapshot().entries[0]?.nextTryAt).toBeGreaterThan(run.clock.now())
    return run
  }
  test('is tried immediately when the app is opened again', async () => {
    const run = await runWithLongWait()
    run.wire.network = 'on'
    await run.step({ do: 'reload', tab: 0 })
    await allTurns()
    expect(run.server.history).toHaveLength(1)
  })
  test('is tried immediately after a sign-in', async () => {
    const run = await runWithLongWait()
    run.wire.network = 'on'
    await run.step({ do: 'sign_in' })
    await allTurns()
    expect(run.server.history).toHaveLength(1)
  })
  test('does not prevent the outbox from opening on a full disk', async () => {
    let isFull = false
    const put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const run = await runWithLongWait((ports) => {
      const write: OutboxPorts['store']['write'] = (work) =>
        ports.store.write((tx) => work(isFull ? { ...tx, putEntry: put } : tx))
      return { ...ports, store: { ...ports.store, write } }
    })
    isFull = true
    await run.step({ do: 'reload', tab: 0 })
    await allTurns()
    expect(run.tabs.at(-1)?.outbox.memory.snapshot()).toMatchObject({ state: 'waiting', waiting: 1 })
  })
})

describe('a settled change', () => {
  test('passes its version on to later changes made without one; the other changes keep the version they were based on', async () => {
    const run = await offline()
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await submitChange(first(run).acts, changeThing, thing(2), 1)
    await submitChange(first(run).acts, changeThing, thing(3), null)
    run.wire.network = 'on'
    run.wire.troubles.push('ok', 'hang')
    first(run).acts.sendNow()
    await allTurns()
    expect([...disk(run).content.entries.values()].map(({ seenVersion }) => seenVersion)).toEqual([1, 2])
  })
})

describe("the user's decision", () => {
  test("retrying a conflict sends the change under the same key, based on the record's current version", async () => {
    const run = new OfflineRun(SEED)
    run.server.colleague('a', 'status')
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    const [entry] = first(run).memory.snapshot().entries
    expect(entry).toMatchObject({ state: 'conflict', problem: { status: 412 } })
    expect(first(run).memory.snapshot()).toMatchObject({ needsAttention: 1, waiting: 0 })
    expect(editsShown(run)).toEqual([1])
    await first(run).acts.retry(entry!.id)
    await allTurns()
    expect(run.server.history.map(({ edit }) => edit)).toEqual([-1, 1])
    expect([...disk(run).content.finalStates.keys()]).toEqual([entry!.id])
  })
  test('retrying a refused change sends it under a new key, because the server stores its refusals', async () => {
    const run = new OfflineRun(SEED)
    run.wire.troubles.push('400')
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    const [entry] = first(run).memory.snapshot().entries
    await first(run).acts.retry(entry!.id)
    await allTurns()
    expect(run.server.history.map(({ edit }) => edit)).toEqual([1])
    expect(disk(run).content.finalStates.get(entry!.id)?.state).toBe('replaced')
  })
  test('a discarded change is never sent, also not after a restart that finds its copy in the mirror', async () => {
    let canRemove = false
    const run = new OfflineRun(SEED, (ports) => {
      const remove: OutboxPorts['mirror']['remove'] = (name) =>
        canRemove ? ports.mirror.remove(name) : Promise.reject(new Error('not now'))
      return { ...ports, mirror: { ...ports.mirror, remove } }
    })
    run.wire.network = 'off'
    await allTurns()
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    await first(run).acts.discard(first(run).memory.snapshot().entries[0]!.id)
    expect(editsShown(run)).toEqual([])
    expect([disk(run).content.entries.size, disk(run).mirror.size]).toEqual([0, 1])
    canRemove = true
    await run.runUntilIdle()
    expect(run.disks.get('7')!.mirror.size).toBe(0)
    expect(run.server.history).toEqual([])
    expect([...run.disks.get('7')!.content.finalStates.values()].map(({ state }) => state)).toEqual(['discarded'])
  })
  test('discarding a change that is being sent is too late', async () => {
    const run = new OfflineRun(SEED)
    run.wire.network = 'hang'
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    await expect(first(run).acts.discard(first(run).memory.snapshot().entries[0]!.id)).rejects.toBeInstanceOf(TooLate)
  })
})

test('an ended session stops all sending and loses nothing; a sign-in sends the changes', async () => {
  const run = new OfflineRun(SEED)
  await run.step({ do: 'expire' })
  for (const edit of [1, 2]) await submitChange(first(run).acts, changeThing, thing(edit, edit === 1 ? 'a' : 'b'), 1)
  await wait(run)
  expect(first(run).memory.snapshot()).toMatchObject({ state: 'sign_in', waiting: 2 })
  const { sent } = run.server
  await wait(run, 600_000)
  expect(run.server.sent).toBe(sent)
  await run.step({ do: 'sign_in' })
  await allTurns()
  expect(run.server.history).toHaveLength(2)
})

test('a change is sent as soon as the network is back, not when its wait ends', async () => {
  const run = await offline()
  await submitChange(first(run).acts, changeThing, thing(1), 1)
  await wait(run, 300_000)
  run.wire.network = 'on'
  await run.step({ do: 'online' })
  await allTurns()
  expect(run.server.history).toHaveLength(1)
})

test('a change unknown to this version of the app is stored, blocks its records, and is described by its words', async () => {
  const run = await offline()
  const newer = command({ ...changeThing, version: 2 })
  await submitChange(first(run).acts, newer, thing(1), 1)
  await submitChange(first(run).acts, changeThing, thing(2), 1)
  await run.step({ do: 'online' })
  run.wire.network = 'on'
  await wait(run)
  expect(states(run)).toEqual(['unreadable', 'waiting'])
  expect(first(run).memory.snapshot()).toMatchObject({ needsAttention: 1, waiting: 1 })
  expect(first(run).memory.snapshot().entries[0]?.words).toEqual({ record: 'a', change: 'Edit 1' })
  expect(run.server.history).toEqual([])
})

test('a loss that neither copy can repair is reported until the user dismisses it', async () => {
  const run = await offline()
  await submitChange(first(run).acts, changeThing, thing(1), 1)
  await run.step({ do: 'crash', wipe: 'none' })
  disk(run).wipeStore()
  disk(run).wipeMirror()
  await run.step({ do: 'open' })
  await allTurns()
  expect(first(run).memory.snapshot().loss).toMatchObject({ count: 1 })
  await submitChange(first(run).acts, changeThing, thing(2), 1)
  expect(disk(run).content.entries.has(2)).toBe(true)
  await first(run).acts.dismissLoss()
  expect(first(run).memory.snapshot().loss).toBeNull()
})

test('other tabs see a change immediately, and another user sees nothing of it', async () => {
  const run = await offline()
  await run.step({ do: 'open' })
  await submitChange(first(run).acts, changeThing, thing(1), 1)
  await allTurns()
  expect(run.tabs[1]!.outbox.memory.snapshot().waiting).toBe(1)
  await run.step({ do: 'switch' })
  await allTurns()
  expect(first(run).memory.snapshot()).toMatchObject({ entries: [], waiting: 0 })
})

test('the fold is the same object while no visible effect changes', async () => {
  const run = await offline()
  await submitChange(first(run).acts, changeThing, thing(1), 1)
  await allTurns()
  const { fold, entries } = first(run).memory.snapshot()
  await run.step({ do: 'online' })
  await allTurns()
  expect(first(run).memory.snapshot().entries[0]?.attempts).toBeGreaterThan(entries[0]!.attempts)
  expect(first(run).memory.snapshot().fold).toBe(fold)
})

test('the badge count is right from the start and is removed when the user signs out', async () => {
  const shown: number[] = []
  const run = new OfflineRun(SEED, (ports) => ({
    ...ports,
    device: { ...ports.device, showBadge: (count) => shown.push(count) },
  }))
  run.wire.network = 'off'
  await submitChange(first(run).acts, changeThing, thing(1), 1)
  expect(shown).toEqual([0, 1])
  await run.step({ do: 'open' })
  await allTurns()
  expect(shown.at(-1)).toBe(1)
  expect(shown).toHaveLength(3)
  await first(run).stop()
  expect(shown.at(-1)).toBe(0)
})

test('a refusal reports the declined command, so that its rows are refetched; a failing server does not', async () => {
  const run = new OfflineRun(SEED)
  run.wire.troubles.push('500')
  await submitChange(first(run).acts, changeThing, thing(1), 1)
  await allTurns()
  expect(run.declined).toEqual([])
  run.wire.troubles.push('400')
  await wait(run)
  expect(states(run)).toEqual(['refused'])
  expect(run.declined).toEqual([changeThing.name])
})
