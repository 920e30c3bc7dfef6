import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { canUndoEntry } from '#src/offline/outbox/settle/can-undo.ts'
import { TooLate } from '#src/offline/outbox/settle/decide.ts'
import { CannotUndo, undoEntry } from '#src/offline/outbox/settle/undo.ts'
import {
  aCrate,
  aDesk,
  answer,
  conflict,
  crateChange,
  type OfflineDesk,
  USER,
} from '#tests/support/offline/offline-desk.ts'

const crate = aCrate()
const green = { was: crate, to: { color: 'green' } }
const undo = (desk: OfflineDesk, id: string) => undoEntry(desk.ports, USER, desk.registry, id)
const NO_CONNECTION = { kind: 'network' } as const
const done = (version: number) => answer(200, { ...crate, color: 'green', version })
const changeTexts = (entries: readonly OutboxEntry[]) => entries.map(({ words }) => words.change)

describe('undoing a change that was never sent', () => {
  test('removes it from both copies', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green)
    expect(await undo(desk, id)).toEqual({ outcome: 'removed', seqs: [1] })
    expect([desk.entries, desk.copies, desk.disk.note?.unsettled]).toEqual([[], [], []])
    expect(desk.finalStates).toMatchObject([{ id, state: 'discarded', entry: { words: { change: 'green' } } }])
    await desk.open()
    expect(desk.entries).toEqual([])
  })
  test('takes back the changes merged into it one at a time', async () => {
    const desk = await aDesk()
    await desk.save(green)
    await desk.save({ was: crate, to: { color: 'blue' } })
    const { id } = await desk.save({ was: crate, to: { color: 'white' } })
    expect(await undo(desk, id)).toEqual({ outcome: 'removed', seqs: [1] })
    const [blue] = desk.entries
    expect(blue).toMatchObject({ words: { change: 'blue' }, request: { body: { color: 'blue' } } })
    expect([blue?.earlier.length, desk.copies]).toEqual([1, [`1/${blue?.id}`]])
    await undo(desk, blue!.id)
    expect(changeTexts(desk.entries)).toEqual(['green'])
    await undo(desk, desk.entry(1)!.id)
    expect(desk.entries).toEqual([])
  })
  test('removes it even after an attempt without a network', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green)
    await desk.send(1, { kind: 'offline' })
    expect(desk.entry(1)).toMatchObject({ state: 'waiting', wasSent: false, attempts: 1, problem: { kind: 'network' } })
    expect((await undo(desk, id)).outcome).toBe('removed')
  })
  test('is refused while later changes build on the record that it creates', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green, { seenVersion: null })
    await desk.save({ was: crate, to: { label: 'Nuts' } }, { seenVersion: null })
    await expect(undo(desk, id)).rejects.toBeInstanceOf(CannotUndo)
    await undo(desk, desk.entry(2)!.id)
    expect((await undo(desk, id)).outcome).toBe('removed')
  })
})

test.each([
  ['conflicts', conflict({ color: 'blue' })],
  ['was refused', answer(400, { color: ['No.'] })],
])('undoing a change that %s removes it, because the server has not applied it', async (_, facts) => {
  const desk = await aDesk()
  const { id } = await desk.save(green)
  await desk.send(1, facts)
  expect((await undo(desk, id)).outcome).toBe('removed')
  expect(desk.entries).toEqual([])
})

describe('undoing a change that the server may have', () => {
  test('keeps it and saves its inverse behind it, based on the version that the user saw', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green)
    await desk.send(1, NO_CONNECTION)
    expect(await undo(desk, id)).toEqual({ outcome: 'sent_back', seqs: [2] })
    expect(changeTexts(desk.entries)).toEqual(['green', 'red'])
    expect(desk.entry(2)).toMatchObject({ seenVersion: 3, request: { body: { color: 'red' } }, wasSent: false })
  })
  test('keeps it and saves its inverse when another tab begins to send it during the undo', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green)
    const { store } = desk.ports
    let isSending = false
    const read: typeof store.read = async (work) => {
      const found = await store.read(work)
      const entry = desk.entry(1)!
      if (!isSending) await store.write((tx) => tx.putEntry({ ...entry, state: 'sending', wasSent: true }))
      isSending = true
      return found
    }
    const undone = await undoEntry({ ...desk.ports, store: { ...store, read } }, USER, desk.registry, id)
    expect(undone).toEqual({ outcome: 'sent_back', seqs: [2] })
  })
  test("bases the inverse on the entry's seen version instead of the version in its input", async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green, { seenVersion: 8 })
    await desk.send(1, NO_CONNECTION)
    await undo(desk, id)
    expect(desk.entry(2)?.seenVersion).toBe(8)
  })
  test("bases the inverse of an applied change on the version that the server returned, so that no colleague's change is overwritten", async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green)
    await desk.send(1, done(7))
    expect(desk.entries).toEqual([])
    expect(await undo(desk, id)).toEqual({ outcome: 'sent_back', seqs: [2] })
    expect(desk.entry(2)).toMatchObject({ seenVersion: 7, request: { params: { id: 'a' }, body: { color: 'red' } } })
  })
  test('can itself be undone', async () => {
    const desk = await aDesk()
    const first = await desk.save(green)
    await desk.send(1, done(4))
    await undo(desk, first.id)
    const back = desk.entry(2)!
    await undo(desk, back.id)
    expect(desk.entries).toEqual([])
    await undo(desk, first.id)
    await desk.send(3, done(5))
    await undo(desk, desk.finalStates.find(({ seq }) => seq === 3)!.id)
    expect(desk.entry(4)).toMatchObject({ seenVersion: 5, request: { body: { color: 'green' } } })
  })
  test('does not merge the inverse into a waiting change', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(green)
    await desk.send(1, done(4))
    await desk.save({ was: { ...crate, color: 'green' }, to: { color: 'blue' } })
    await undo(desk, id)
    expect(changeTexts(desk.entries)).toEqual(['blue', 'red'])
  })
  test('is not offered without an inverse, and fails with a message for the user', async () => {
    const withoutInverse = crateChange({ inverse: () => [] })
    const desk = await aDesk([withoutInverse as never])
    const entry = await desk.save(green, { command: withoutInverse })
    expect(canUndoEntry(desk.registry, entry)).toBe(true)
    await desk.send(1, NO_CONNECTION)
    expect(canUndoEntry(desk.registry, desk.entry(1)!)).toBe(false)
    const undoing = undo(desk, entry.id)
    await expect(undoing).rejects.toBeInstanceOf(CannotUndo)
    await expect(undoing).rejects.toThrow(/Change the record instead/)
    expect(desk.entries).toHaveLength(1)
  })
})

test.each(['replaced', 'discarded'] as const)('undoing a %s change is too late', async (state) => {
  const desk = await aDesk()
  const { id } = await desk.save(green)
  if (state === 'replaced') await desk.save({ was: crate, to: { color: 'blue' } })
  else await undo(desk, id)
  const { entries } = desk
  await expect(undo(desk, id)).rejects.toBeInstanceOf(TooLate)
  expect(desk.entries).toEqual(entries)
})
test('a change whose content the device has deleted cannot be undone', async () => {
  const desk = await aDesk()
  const { id } = await desk.save(green)
  await desk.send(1, done(4))
  const [finalState] = desk.finalStates
  await desk.ports.store.write((tx) => tx.putFinalState({ ...finalState!, entry: null }))
  await expect(undo(desk, id)).rejects.toBeInstanceOf(CannotUndo)
})
test('the inverses of one change are saved all or none', async () => {
  const twoInverses = crateChange({
    inverse: (input) =>
      ['x', 'y'].map((id) => ({
        command: twoInverses as never,
        input: { ...input, was: aCrate({ id }) },
        seenVersion: 1,
      })),
  })
  const desk = await aDesk([twoInverses as never])
  const { id } = await desk.save(green, { command: twoInverses })
  await desk.send(1, done(4))
  const { put } = desk.ports.mirror
  desk.ports.mirror.put = (entry) => (entry.seq === 3 ? Promise.reject(new Error('no room')) : put(entry))
  await expect(undo(desk, id)).rejects.toThrow(/can't store changes/)
  expect([desk.entries, desk.copies]).toEqual([[], []])
  desk.ports.mirror.put = put
  expect((await undo(desk, id)).seqs).toEqual([4, 5])
})
