import { describe, expect, test } from 'vitest'
import { disk, editsShown, first, states, wait } from '#tests/support/offline/first-tab.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing, thingKind } from '#tests/support/offline/offline-things.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

const SEED = 3
const thing = (edit: number) => ({ edit, things: ['a'], field: 'status' })

describe('a settled change', () => {
  const settlingRun = () => {
    const fetches: { resolve: (from: number) => void; reject: (error: Error) => void; edits: number }[] = []
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      onSettled: (settled) =>
        new Promise((resolve, reject) => fetches.push({ resolve, reject, edits: settled.length })),
    }))
    return { run, fetches }
  }
  test('is shown without a mark until its rows are refetched', async () => {
    const { run, fetches } = settlingRun()
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    expect(run.server.history).toHaveLength(1)
    expect([states(run), editsShown(run)]).toEqual([['done'], [1]])
    expect(first(run).memory.snapshot()).toMatchObject({ waiting: 0, state: 'idle' })
    expect(first(run).memory.snapshot().marks.size).toBe(0)
    fetches[0]!.resolve(0)
    await allTurns()
    expect([states(run), editsShown(run)]).toEqual([[], []])
    expect([...disk(run).content.finalStates.values()]).toMatchObject([{ state: 'done', isSettling: false }])
  })
  test('is listed in the loss marker while it is shown, also after a restart of the app', async () => {
    const { run, fetches } = settlingRun()
    const note = () => disk(run).note
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    expect(note()).toMatchObject({ unsettled: [], settling: [1] })
    await run.step({ do: 'reload', tab: 0 })
    await allTurns()
    expect(note()).toMatchObject({ unsettled: [], settling: [1] })
    fetches.at(-1)!.resolve(0)
    await allTurns()
    expect(note()).toMatchObject({ unsettled: [], settling: [] })
  })
  test('is shown until a refetch of its rows succeeds', async () => {
    const { run, fetches } = settlingRun()
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    fetches[0]!.reject(new Error('no network'))
    await wait(run)
    expect(editsShown(run)).toEqual([1])
    fetches[1]!.resolve(0)
    await allTurns()
    expect(editsShown(run)).toEqual([])
  })
  test('shares one refetch with all changes settled before the refetch began', async () => {
    const { run, fetches } = settlingRun()
    for (const edit of [1, 2, 3, 4]) await submitChange(first(run).acts, changeThing, thing(edit), 1)
    await allTurns()
    fetches[0]!.resolve(0)
    await allTurns()
    expect(fetches.map(({ edits }) => edits).reduce((sum, edits) => sum + edits)).toBe(4)
    expect(fetches).toHaveLength(2)
  })
  test('stays applied to stored data until that is fetched, but not to newer data', async () => {
    const stores: ((isStored: boolean) => void)[] = []
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      onSettled: async () => 5_000,
      onShown: () =>
        new Promise((resolve, reject) => stores.push((isStored) => (isStored ? resolve() : reject(new Error('no'))))),
    }))
    const editsAt = (asOf: number) => first(run).memory.snapshot().fold.at(asOf).has(thingKind)
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    expect([states(run), editsAt(4_999), editsAt(5_000)]).toEqual([['done'], true, false])
    stores[0]!(false)
    await wait(run)
    expect([states(run), stores.length]).toEqual([['done'], 2])
    stores[1]!(true)
    await allTurns()
    expect([states(run), editsAt(0)]).toEqual([[], false])
  })
  test('has its stored rows fetched together with all changes that were shown at the same time', async () => {
    const stored: number[] = []
    const { promise, resolve } = Promise.withResolvers<number>()
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      onSettled: () => promise,
      onShown: async (settled) => void stored.push(settled.length),
    }))
    run.wire.network = 'off'
    for (const edit of [1, 2, 3]) await submitChange(first(run).acts, changeThing, thing(edit), 1)
    await allTurns()
    run.wire.network = 'on'
    first(run).acts.sendNow()
    await wait(run)
    const settled = states(run).length
    resolve(0)
    await allTurns()
    expect(settled).toBeGreaterThan(0)
    expect(stored.reduce((sum, count) => sum + count)).toBe(settled)
    expect(stored.length).toBeLessThanOrEqual(2)
  })
  test('has its rows on screen refetched at once, also while earlier changes wait for their stored rows', async () => {
    const shown: number[] = []
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      onSettled: async (settled) => {
        shown.push(settled.length)
        return 0
      },
      onShown: () => new Promise(() => undefined),
    }))
    for (const edit of [1, 2]) {
      await submitChange(first(run).acts, changeThing, thing(edit), edit)
      await allTurns()
    }
    expect([shown, states(run)]).toEqual([
      [1, 1],
      ['done', 'done'],
    ])
  })
  test('is no longer shown after a day, even if its stored rows could not be fetched', async () => {
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      onSettled: async () => 0,
      onShown: () => Promise.reject(new Error('no network')),
    }))
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    await run.step({ do: 'wait', ms: 23 * 60 * 60_000 })
    expect(states(run)).toEqual(['done'])
    await run.step({ do: 'wait', ms: 2 * 60 * 60_000 })
    expect(states(run)).toEqual([])
  })
  test('counts as shown in data from after it when its rows on screen could not be refetched for ten minutes', async () => {
    const run = new OfflineRun(SEED, (ports) => ({
      ...ports,
      onSettled: () => Promise.reject(new Error('no network')),
      onShown: () => new Promise(() => undefined),
    }))
    await submitChange(first(run).acts, changeThing, thing(1), 1)
    await allTurns()
    const isAppliedTo = (asOf: number) => first(run).memory.snapshot().fold.at(asOf).has(thingKind)
    const { settledAt } = first(run).memory.snapshot().entries[0]!
    await run.step({ do: 'wait', ms: 9 * 60_000 })
    expect(isAppliedTo(settledAt!)).toBe(true)
    await run.step({ do: 'wait', ms: 2 * 60_000 })
    expect([isAppliedTo(settledAt! - 1), isAppliedTo(settledAt!)]).toEqual([true, false])
  })
})
