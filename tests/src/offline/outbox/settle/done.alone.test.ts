import { deleteDB } from 'idb'
import { describe, expect, test } from 'vitest'
import { edit } from '#contract/wire/access.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { databaseName } from '#src/offline/outbox/entry/names.ts'
import { discardEntry } from '#src/offline/outbox/settle/decide.ts'
import {
  doneChanges,
  exportChanges,
  forgetDone,
  forgetOldest,
  MAX_DONE,
  requiredAccess,
} from '#src/offline/outbox/settle/done.ts'
import { forgetDoneOfOthers } from '#src/offline/outbox/store/forget-others.ts'
import {
  aCrate,
  aDesk,
  answer,
  changeCrate,
  crateChange,
  type OfflineDesk,
  USER,
} from '#tests/support/offline/offline-desk.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { sealedStores } from '#tests/support/offline/sealed-stores.ts'

const green = (id: string) => ({ was: aCrate({ id }), to: { color: 'green' } })
const done = (id: string) => answer(200, aCrate({ id, version: 4 }))
const listed = async (desk: OfflineDesk, limit = 500) =>
  (await doneChanges(desk.ports.store, limit)).map(({ seq, state }) => `${seq} ${state}`)

describe('what is over', () => {
  test('is told newest first, the discarded too, with what it said', async () => {
    const desk = await aDesk()
    for (const id of ['a', 'b', 'c']) {
      await desk.keep(green(id))
      desk.clock.jump(1000)
    }
    await desk.send(1, done('a'))
    desk.clock.jump(1000)
    await discardEntry(desk.ports, USER, desk.registry, desk.entry(3)!.id)
    desk.clock.jump(1000)
    await desk.send(2, done('b'))
    expect(await listed(desk)).toEqual(['2 done', '3 discarded', '1 done'])
    expect(await listed(desk, 1)).toEqual(['2 done'])
    expect((await doneChanges(desk.ports.store, 9))[0]).toMatchObject({
      entry: { state: 'done', versions: [{ key: 'crate/b', version: 4 }] },
      words: { record: 'Crate b', change: 'green' },
      madeAt: 1_800_000_001_000,
    })
  })
  test('is told as one when it was changed again before it was sent', async () => {
    const desk = await aDesk()
    await desk.keep(green('a'))
    await desk.keep({ was: aCrate(), to: { color: 'blue' } })
    await desk.send(1, done('a'))
    expect(await listed(desk)).toEqual(['1 done'])
  })
  test('goes with its person: numbers and ids stay, so that no copy of it ever comes back', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green('a'))
    await desk.keep(green('b'))
    const copy = desk.disk.mirror.get(`1/${id}`)!
    await desk.send(1, done('a'))
    await forgetDone(desk.ports.store)
    expect(await listed(desk)).toEqual([])
    expect(JSON.stringify(desk.fates)).not.toContain('green')
    desk.disk.mirror.set(`1/${id}`, copy)
    await desk.open()
    expect(desk.entries.map(({ seq }) => seq)).toEqual([2])
  })
  test('goes where its permission is lost; what waits stays, and so does the rest that is over', async () => {
    const forDrivers = { ...changeCrate.endpoint, access: edit('drivers') }
    const ofDrivers = crateChange({ name: 'crates.of-drivers', endpoint: forDrivers, merge: () => null })
    const desk = await aDesk([changeCrate as never, ofDrivers as never])
    for (const id of ['a', 'b', 'c']) await desk.keep(green(id))
    await desk.keep(green('d'), { command: ofDrivers })
    await desk.send(1, done('a'))
    await discardEntry(desk.ports, USER, desk.registry, desk.entry(2)!.id)
    await desk.send(4, done('d'))
    const isGone = (entry: OutboxEntry) => requiredAccess(desk.registry, entry)?.need === 'administrator'
    expect([...(await forgetDone(desk.ports.store, isGone))].sort()).toEqual([1, 2])
    expect(await listed(desk)).toEqual(['4 done'])
    expect(desk.entries.map(({ seq }) => seq)).toEqual([3])
    expect(desk.fates.map(({ seq }) => seq).sort()).toEqual([1, 2, 4])
  })
  test('takes nobody knows what when this version does not know the change', async () => {
    const desk = await aDesk()
    expect(requiredAccess(desk.registry, anEntry({ command: 'of.another.version' }))).toBeUndefined()
  })
  test('is kept for the last 500, but for what is still to be fetched again', async () => {
    const desk = await aDesk()
    await desk.ports.store.write(async (tx) => {
      for (let seq = 1; seq <= MAX_DONE + 60; seq += 1) {
        const entry = anEntry({ seq, state: 'done' })
        const fate = { id: entry.id, seq, state: 'done' as const, settledAt: seq, versions: [], entry }
        await tx.putFinalState({ ...fate, isSettling: seq === 2 })
      }
      await forgetOldest(tx, 49)
      expect(await tx.rememberedStates(MAX_DONE, 100)).toHaveLength(60)
      await forgetOldest(tx, 50)
    })
    const left = desk.fates.filter(({ entry }) => entry !== null).map(({ seq }) => seq)
    expect([left.length, left.includes(2), left.includes(60), left.includes(61)]).toEqual([501, true, false, true])
    expect(desk.fates).toHaveLength(MAX_DONE + 60)
  })
})

test('all that is kept can be taken out as plain data', async () => {
  const desk = await aDesk()
  await desk.keep(green('a'))
  await desk.keep(green('b'))
  await desk.send(1, done('a'))
  const kept = await exportChanges(desk.ports.store, USER, desk.registry)
  expect(JSON.parse(JSON.stringify(kept))).toEqual(kept)
  expect(kept).toMatchObject({ user: USER, unsettled: [{ seq: 2 }], done: [{ seq: 1, state: 'done' }] })
})

test('of people who did not sign out here what is over is forgotten when somebody else signs in; what waits stays', async () => {
  const stores = ['7', '8'].map((user) => ({ user, store: sealedStores(user).store }))
  for (const { user, store } of stores) {
    await store.write(async (tx) => {
      const entry = anEntry({ user, state: 'done' })
      await tx.putEntry(anEntry({ user, seq: 2 }))
      const fate = {
        id: entry.id,
        seq: 1,
        state: 'done' as const,
        settledAt: 1,
        versions: [],
        entry,
        isSettling: false,
      }
      await tx.putFinalState(fate)
    })
  }
  await forgetDoneOfOthers('8')
  const left = await Promise.all(
    stores.map(({ store }) =>
      store.read(async (tx) => [(await tx.rememberedStates(0, 9)).length, (await tx.entries()).length]),
    ),
  )
  expect(left).toEqual([
    [0, 1],
    [1, 1],
  ])
  for (const { user, store } of stores) {
    store.close()
    await deleteDB(databaseName(user))
  }
})
