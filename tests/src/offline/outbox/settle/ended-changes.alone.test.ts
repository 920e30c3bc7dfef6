import { deleteDB } from 'idb'
import { describe, expect, test } from 'vitest'
import { edit } from '#contract/wire/access.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { databaseName } from '#src/offline/outbox/entry/names.ts'
import { discardEntry } from '#src/offline/outbox/settle/decide.ts'
import {
  endedChanges,
  exportChanges,
  forgetEnded,
  forgetOldest,
  MAX_ENDED,
  requiredAccess,
} from '#src/offline/outbox/settle/ended-changes.ts'
import { forgetEndedOfOthers } from '#src/offline/outbox/store/forget-others.ts'
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
  (await endedChanges(desk.ports.store, limit)).map(({ seq, state }) => `${seq} ${state}`)

describe('an ended change', () => {
  test('is listed newest first with its words, discarded ones too', async () => {
    const desk = await aDesk()
    for (const id of ['a', 'b', 'c']) {
      await desk.save(green(id))
      desk.clock.jump(1000)
    }
    await desk.send(1, done('a'))
    desk.clock.jump(1000)
    await discardEntry(desk.ports, USER, desk.registry, desk.entry(3)!.id)
    desk.clock.jump(1000)
    await desk.send(2, done('b'))
    expect(await listed(desk)).toEqual(['2 done', '3 discarded', '1 done'])
    expect(await listed(desk, 1)).toEqual(['2 done'])
    expect((await endedChanges(desk.ports.store, 9))[0]).toMatchObject({
      entry: { state: 'done', versions: [{ key: 'crate/b', version: 4 }] },
      words: { record: 'Crate b', change: 'green' },
      madeAt: 1_800_000_001_000,
    })
  })
  test('is listed once when it was merged before it was sent', async () => {
    const desk = await aDesk()
    await desk.save(green('a'))
    await desk.save({ was: aCrate(), to: { color: 'blue' } })
    await desk.send(1, done('a'))
    expect(await listed(desk)).toEqual(['1 done'])
  })
  test('loses its content when its user leaves; its number and id stay, so that no copy brings it back', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green('a'))
    await desk.save(green('b'))
    const copy = desk.disk.mirror.get(`1/${id}`)!
    await desk.send(1, done('a'))
    await forgetEnded(desk.ports.store)
    expect(await listed(desk)).toEqual([])
    expect(JSON.stringify(desk.finalStates)).not.toContain('green')
    desk.disk.mirror.set(`1/${id}`, copy)
    await desk.open()
    expect(desk.entries.map(({ seq }) => seq)).toEqual([2])
  })
  test('is forgotten when its permission is lost; waiting and other ended changes stay', async () => {
    const forDrivers = { ...changeCrate.endpoint, access: edit('drivers') }
    const ofDrivers = crateChange({ name: 'crates.of-drivers', endpoint: forDrivers, merge: () => null })
    const desk = await aDesk([changeCrate as never, ofDrivers as never])
    for (const id of ['a', 'b', 'c']) await desk.save(green(id))
    await desk.save(green('d'), { command: ofDrivers })
    await desk.send(1, done('a'))
    await discardEntry(desk.ports, USER, desk.registry, desk.entry(2)!.id)
    await desk.send(4, done('d'))
    const isGone = (entry: OutboxEntry) => requiredAccess(desk.registry, entry)?.need === 'administrator'
    expect([...(await forgetEnded(desk.ports.store, isGone))].sort()).toEqual([1, 2])
    expect(await listed(desk)).toEqual(['4 done'])
    expect(desk.entries.map(({ seq }) => seq)).toEqual([3])
    expect(desk.finalStates.map(({ seq }) => seq).sort()).toEqual([1, 2, 4])
  })
  test('has no known required access when this version of the app does not know its command', async () => {
    const desk = await aDesk()
    expect(requiredAccess(desk.registry, anEntry({ command: 'of.another.version' }))).toBeUndefined()
  })
  test('keeps its content while it is among the last 500 or its rows are still to be refetched', async () => {
    const desk = await aDesk()
    await desk.ports.store.write(async (tx) => {
      for (let seq = 1; seq <= MAX_ENDED + 60; seq += 1) {
        const entry = anEntry({ seq, state: 'done' })
        const finalState = { id: entry.id, seq, state: 'done' as const, settledAt: seq, versions: [], entry }
        await tx.putFinalState({ ...finalState, isSettling: seq === 2 })
      }
      await forgetOldest(tx, 49)
      expect(await tx.rememberedStates(MAX_ENDED, 100)).toHaveLength(60)
      await forgetOldest(tx, 50)
    })
    const remembered = desk.finalStates.filter(({ entry }) => entry !== null).map(({ seq }) => seq)
    expect([remembered.length, remembered.includes(2), remembered.includes(60), remembered.includes(61)]).toEqual([
      501,
      true,
      false,
      true,
    ])
    expect(desk.finalStates).toHaveLength(MAX_ENDED + 60)
  })
})

test('the export contains all stored changes as plain data', async () => {
  const desk = await aDesk()
  await desk.save(green('a'))
  await desk.save(green('b'))
  await desk.send(1, done('a'))
  const exported = await exportChanges(desk.ports.store, USER, desk.registry)
  expect(JSON.parse(JSON.stringify(exported))).toEqual(exported)
  expect(exported).toMatchObject({ user: USER, unsettled: [{ seq: 2 }], done: [{ seq: 1, state: 'done' }] })
})

test('when a user signs in, ended changes of users who did not sign out are forgotten; their waiting changes stay', async () => {
  const stores = ['7', '8'].map((user) => ({ user, store: sealedStores(user).store }))
  for (const { user, store } of stores) {
    await store.write(async (tx) => {
      const entry = anEntry({ user, state: 'done' })
      await tx.putEntry(anEntry({ user, seq: 2 }))
      const finalState = {
        id: entry.id,
        seq: 1,
        state: 'done' as const,
        settledAt: 1,
        versions: [],
        entry,
        isSettling: false,
      }
      await tx.putFinalState(finalState)
    })
  }
  await forgetEndedOfOthers('8')
  const counts = await Promise.all(
    stores.map(({ store }) =>
      store.read(async (tx) => [(await tx.rememberedStates(0, 9)).length, (await tx.entries()).length]),
    ),
  )
  expect(counts).toEqual([
    [0, 1],
    [1, 1],
  ])
  for (const { user, store } of stores) {
    store.close()
    await deleteDB(databaseName(user))
  }
})
