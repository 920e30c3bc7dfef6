import { describe, expect, test } from 'vitest'
import { command } from '#src/offline/command.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { TooLate } from '#src/offline/outbox/settle/decide.ts'
import { CannotUndo } from '#src/offline/outbox/settle/undo.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun, type Plant } from '#tests/support/offline/offline-run.ts'
import { changeThing, thingKind } from '#tests/support/offline/offline-things.ts'
import { submitTo } from '#tests/support/offline/submit-to.ts'

const SEED = 3
const thing = (edit: number, key = 'a', field = 'status') => ({ edit, things: [key], field })
const editsShown = (run: OfflineRun) => first(run).memory.snapshot().fold.row(thingKind, { key: 'a', edits: [] }).edits
const first = (run: OfflineRun) => run.tabs[0]!.outbox
const states = (run: OfflineRun) =>
  first(run)
    .memory.snapshot()
    .entries.map((entry) => entry.state)
const disk = (run: OfflineRun) => run.disks.get(run.user)!
const wait = (run: OfflineRun, ms = 60_000) => run.clock.advance(ms, allTurns)
const offline = async () => {
  const run = new OfflineRun(SEED)
  run.wire.network = 'off'
  await allTurns()
  return run
}

describe('keeping a change', () => {
  test('it is in both places, shown and marked before the screen says "saved"', async () => {
    const run = await offline()
    await submitTo(first(run).acts, changeThing, thing(1), 1)
    expect([disk(run).content.entries.size, disk(run).mirror.size]).toEqual([1, 1])
    expect(editsShown(run)).toEqual([1])
    expect(first(run).memory.snapshot()).toMatchObject({ waiting: 1, needsAttention: 0 })
    expect(first(run).memory.snapshot().marks.get('thing/a')).toMatch(/waiting|sending/)
  })
  test.each(['full', 'broken'] as const)('a %s disk is said in words, and nothing is half kept', async (trouble) => {
    const run = await offline()
    disk(run).trouble = trouble
    const saving = submitTo(first(run).acts, changeThing, thing(1), 1)
    await expect(saving).rejects.toThrow(trouble === 'full' ? /storage is full/ : /can't store changes/)
    await expect(saving).rejects.toBeInstanceOf(NotSaved)
    expect([disk(run).content.entries.size, disk(run).mirror.size, states(run).length]).toEqual([0, 0, 0])
  })
  test('a mirror that takes nothing undoes what the store has taken', async () => {
    const noRoom: OutboxPorts['mirror']['put'] = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const run = new OfflineRun(SEED, (ports) => ({ ...ports, mirror: { ...ports.mirror, put: noRoom } }))
    await expect(submitTo(first(run).acts, changeThing, thing(1), 1)).rejects.toThrow(/storage is full/)
    expect(disk(run).content.entries.size).toBe(0)
    expect(run.server.sent).toBe(0)
  })
  test('an input that its own command refuses is not kept', async () => {
    const run = await offline()
    await expect(submitTo(first(run).acts, changeThing, { ...thing(1), things: [] }, 1)).rejects.toBeInstanceOf(
      NotSaved,
    )
    expect(disk(run).content.meta.nextSeq).toBe(1)
  })
})

describe('taking back a change that has just been sent off', () => {
  /** A run whose first attempt ends as `ends` says, once it is let go. */
  const sendingRun = (ends: AttemptResult) => {
    const { promise: letGo, resolve } = Promise.withResolvers<void>()
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      transport: { ...ports.transport, send: () => letGo.then(() => ends) },
    }))
    return { run, letGo: resolve }
  }
  test('waits to know whether it left the device, and takes it out when it did not', async () => {
    const { run, letGo } = sendingRun({ kind: 'offline' })
    const id = await submitTo(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    expect(states(run)).toEqual(['sending'])
    const undone = first(run).acts.undo(id)
    await allTurns()
    letGo()
    expect(await undone).toBe('removed')
    expect([disk(run).content.entries.size, disk(run).mirror.size]).toEqual([0, 0])
  })
  test('begins no other attempt until that is known', async () => {
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
    const id = await submitTo(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    expect(states(run)).toEqual(['waiting'])
    isLooking = true
    const undone = first(run).acts.undo(id)
    await looked
    expect(await undone).toBe('removed')
    expect(sent).toBe(1)
    expect([disk(run).content.entries.size, disk(run).mirror.size]).toEqual([0, 0])
  })
  test('does not wait for a network that hangs', async () => {
    const { run } = sendingRun({ kind: 'network' })
    const id = await submitTo(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    // Nothing puts this one back: that is known once it counts as sent.
    const undone = expect(first(run).acts.undo(id)).rejects.toBeInstanceOf(CannotUndo)
    await wait(run, 500)
    await undone
    expect(states(run)).toEqual(['sending'])
  })
})

describe('a change that was tried in vain and waits longer each time', () => {
  const waitingLong = async (plant?: Plant) => {
    const run = new OfflineRun(SEED, plant)
    run.wire.network = 'off'
    await submitTo(first(run).acts, changeThing, thing(1), 1)
    for (let tries = 0; tries < 6; tries += 1) await wait(run, 20_000)
    expect(first(run).memory.snapshot().entries[0]?.nextTryAt).toBeGreaterThan(run.clock.now())
    return run
  }
  test('is tried at once when the app is opened again', async () => {
    const run = await waitingLong()
    run.wire.network = 'on'
    await run.step({ do: 'reload', tab: 0 })
    await allTurns()
    expect(run.server.history).toHaveLength(1)
  })
  test('is tried at once after a sign-in', async () => {
    const run = await waitingLong()
    run.wire.network = 'on'
    await run.step({ do: 'sign_in' })
    await allTurns()
    expect(run.server.history).toHaveLength(1)
  })
  test('does not keep an outbox closed on a disk that takes no more', async () => {
    let isFull = false
    const put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const run = await waitingLong((ports) => {
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
  const settlingRun = () => {
    const fetches: { resolve: () => void; reject: (error: Error) => void; edits: number }[] = []
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      onSettled: (settled) =>
        new Promise((resolve, reject) => fetches.push({ resolve, reject, edits: settled.length })),
    }))
    return { run, fetches }
  }
  test('goes on being shown, unmarked, until its rows have been fetched', async () => {
    const { run, fetches } = settlingRun()
    await submitTo(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    expect(run.server.history).toHaveLength(1)
    expect([states(run), editsShown(run)]).toEqual([['done'], [1]])
    expect(first(run).memory.snapshot()).toMatchObject({ waiting: 0, state: 'idle' })
    expect(first(run).memory.snapshot().marks.size).toBe(0)
    fetches[0]!.resolve()
    await allTurns()
    expect([states(run), editsShown(run)]).toEqual([[], []])
    expect([...disk(run).content.fates.values()]).toMatchObject([{ state: 'done', isSettling: false }])
  })
  test('stands in the device’s note for as long as it is shown, also over starts of the app', async () => {
    const { run, fetches } = settlingRun()
    const note = () => disk(run).note
    await submitTo(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    expect(note()).toMatchObject({ unsettled: [], settling: [1] })
    await run.step({ do: 'reload', tab: 0 })
    await allTurns()
    expect(note()).toMatchObject({ unsettled: [], settling: [1] })
    fetches.at(-1)!.resolve()
    await allTurns()
    expect(note()).toMatchObject({ unsettled: [], settling: [] })
  })
  test('whose rows can not be fetched is shown until they can', async () => {
    const { run, fetches } = settlingRun()
    await submitTo(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    fetches[0]!.reject(new Error('no network'))
    await wait(run)
    expect(editsShown(run)).toEqual([1])
    fetches[1]!.resolve()
    await allTurns()
    expect(editsShown(run)).toEqual([])
  })
  test('shares one fetch with all that were settled before it began', async () => {
    const { run, fetches } = settlingRun()
    for (const edit of [1, 2, 3, 4]) await submitTo(first(run).acts, changeThing, thing(edit), 1)
    await allTurns()
    fetches[0]!.resolve()
    await allTurns()
    expect(fetches.map(({ edits }) => edits).reduce((sum, edits) => sum + edits)).toBe(4)
    expect(fetches).toHaveLength(2)
  })
  test('hands its version on to later ones that saw none; the rest keep what they saw, for the server to judge by', async () => {
    const run = await offline()
    await submitTo(first(run).acts, changeThing, thing(1), 1)
    await submitTo(first(run).acts, changeThing, thing(2), 1)
    await submitTo(first(run).acts, changeThing, thing(3), null)
    run.wire.network = 'on'
    run.wire.troubles.push('ok', 'hang')
    first(run).acts.sendNow()
    await allTurns()
    expect([...disk(run).content.entries.values()].map(({ seenVersion }) => seenVersion)).toEqual([1, 2])
  })
})

describe('what a person decides', () => {
  test('after a conflict their word stands, under the same key and upon the record as it is', async () => {
    const run = new OfflineRun(SEED)
    run.server.colleague('a', 'status')
    await submitTo(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    const [entry] = first(run).memory.snapshot().entries
    expect(entry).toMatchObject({ state: 'conflict', problem: { status: 412 } })
    expect(first(run).memory.snapshot()).toMatchObject({ needsAttention: 1, waiting: 0 })
    expect(editsShown(run)).toEqual([1])
    await first(run).acts.retry(entry!.id)
    await allTurns()
    expect(run.server.history.map(({ edit }) => edit)).toEqual([-1, 1])
    expect([...disk(run).content.fates.keys()]).toEqual([entry!.id])
  })
  test('a refused change is tried again under a new key: the server keeps its refusals', async () => {
    const run = new OfflineRun(SEED)
    run.wire.troubles.push('400')
    await submitTo(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    const [entry] = first(run).memory.snapshot().entries
    await first(run).acts.retry(entry!.id)
    await allTurns()
    expect(run.server.history.map(({ edit }) => edit)).toEqual([1])
    expect(disk(run).content.fates.get(entry!.id)?.state).toBe('replaced')
  })
  test('a discarded change is never sent, and its copy does not bring it back', async () => {
    const run = await offline()
    await submitTo(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    await first(run).acts.discard(first(run).memory.snapshot().entries[0]!.id)
    expect(editsShown(run)).toEqual([])
    await run.rest()
    expect(run.server.history).toEqual([])
    expect([...run.disks.get('7')!.content.fates.values()].map(({ state }) => state)).toEqual(['discarded'])
  })
  test('comes too late for one that is on its way', async () => {
    const run = new OfflineRun(SEED)
    run.wire.network = 'hang'
    await submitTo(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    await expect(first(run).acts.discard(first(run).memory.snapshot().entries[0]!.id)).rejects.toBeInstanceOf(TooLate)
  })
})

test('a session that is over stops everything and loses nothing; signing in sends it', async () => {
  const run = new OfflineRun(SEED)
  await run.step({ do: 'expire' })
  for (const edit of [1, 2]) await submitTo(first(run).acts, changeThing, thing(edit, edit === 1 ? 'a' : 'b'), 1)
  await wait(run)
  expect(first(run).memory.snapshot()).toMatchObject({ state: 'sign_in', waiting: 2 })
  const { sent } = run.server
  await wait(run, 600_000)
  expect(run.server.sent).toBe(sent)
  await run.step({ do: 'sign_in' })
  await allTurns()
  expect(run.server.history).toHaveLength(2)
})

test('the network coming back is not waited for by the clock', async () => {
  const run = await offline()
  await submitTo(first(run).acts, changeThing, thing(1), 1)
  await wait(run, 300_000)
  run.wire.network = 'on'
  await run.step({ do: 'online' })
  await allTurns()
  expect(run.server.history).toHaveLength(1)
})

test('a change that this version of the app does not know is kept, holds its records, and is told in words', async () => {
  const run = await offline()
  const newer = command({ ...changeThing, version: 2 })
  await submitTo(first(run).acts, newer, thing(1), 1)
  await submitTo(first(run).acts, changeThing, thing(2), 1)
  await run.step({ do: 'online' })
  run.wire.network = 'on'
  await wait(run)
  expect(states(run)).toEqual(['unreadable', 'waiting'])
  expect(first(run).memory.snapshot()).toMatchObject({ needsAttention: 1, waiting: 1 })
  expect(first(run).memory.snapshot().entries[0]?.words).toEqual({ record: 'a', change: 'Edit 1' })
  expect(run.server.history).toEqual([])
})

test('a loss that nothing can mend is noticed, said, and said no more once read', async () => {
  const run = await offline()
  await submitTo(first(run).acts, changeThing, thing(1), 1)
  await run.step({ do: 'crash', wipe: 'none' })
  disk(run).wipeStore()
  disk(run).wipeMirror()
  await run.step({ do: 'open' })
  await allTurns()
  expect(first(run).memory.snapshot().loss).toMatchObject({ count: 1 })
  await submitTo(first(run).acts, changeThing, thing(2), 1)
  expect(disk(run).content.entries.has(2)).toBe(true)
  await first(run).acts.dismissLoss()
  expect(first(run).memory.snapshot().loss).toBeNull()
})

test('other tabs see a change at once, and another person sees nothing of it', async () => {
  const run = await offline()
  await run.step({ do: 'open' })
  await submitTo(first(run).acts, changeThing, thing(1), 1)
  await allTurns()
  expect(run.tabs[1]!.outbox.memory.snapshot().waiting).toBe(1)
  await run.step({ do: 'switch' })
  await allTurns()
  expect(first(run).memory.snapshot()).toMatchObject({ entries: [], waiting: 0 })
})

test('a fold is the same value while nothing changes that shows', async () => {
  const run = await offline()
  await submitTo(first(run).acts, changeThing, thing(1), 1)
  await allTurns()
  const { fold, entries } = first(run).memory.snapshot()
  await run.step({ do: 'online' })
  await allTurns()
  expect(first(run).memory.snapshot().entries[0]?.attempts).toBeGreaterThan(entries[0]!.attempts)
  expect(first(run).memory.snapshot().fold).toBe(fold)
})

test('the number on the icon is right from the start, and goes when the person signs out', async () => {
  const shown: number[] = []
  const run = new OfflineRun(SEED, (ports) => ({
    ...ports,
    device: { ...ports.device, showBadge: (count) => shown.push(count) },
  }))
  run.wire.network = 'off'
  await submitTo(first(run).acts, changeThing, thing(1), 1)
  expect(shown).toEqual([0, 1])
  await run.step({ do: 'open' })
  await allTurns()
  expect(shown.at(-1)).toBe(1)
  expect(shown).toHaveLength(3)
  await first(run).stop()
  expect(shown.at(-1)).toBe(0)
})

test('a refusal has the rows it was about asked for again, since they are not as they were shown; trouble has not', async () => {
  const run = new OfflineRun(SEED)
  run.wire.troubles.push('500')
  await submitTo(first(run).acts, changeThing, thing(1), 1)
  await allTurns()
  expect(run.declined).toEqual([])
  run.wire.troubles.push('400')
  await wait(run)
  expect(states(run)).toEqual(['refused'])
  expect(run.declined).toEqual([changeThing.name])
})
