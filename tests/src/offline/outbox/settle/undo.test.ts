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
const NO_NETWORK = { kind: 'network' } as const
const done = (version: number) => answer(200, { ...crate, color: 'green', version })
const said = (entries: readonly OutboxEntry[]) => entries.map(({ words }) => words.change)

describe('a change that was never sent', () => {
  test('is taken out, and its copy with it', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green)
    expect(await undo(desk, id)).toEqual({ came: 'removed', seqs: [1] })
    expect([desk.entries, desk.copies, desk.disk.note?.unsettled]).toEqual([[], [], []])
    expect(desk.fates).toMatchObject([{ id, state: 'discarded', entry: { words: { change: 'green' } } }])
    await desk.open()
    expect(desk.entries).toEqual([])
  })
  test('into which others were merged goes back step by step', async () => {
    const desk = await aDesk()
    await desk.keep(green)
    await desk.keep({ was: crate, to: { color: 'blue' } })
    const { id } = await desk.keep({ was: crate, to: { color: 'white' } })
    expect(await undo(desk, id)).toEqual({ came: 'removed', seqs: [1] })
    const [blue] = desk.entries
    expect(blue).toMatchObject({ words: { change: 'blue' }, request: { body: { color: 'blue' } } })
    expect([blue?.earlier.length, desk.copies]).toEqual([1, [`1/${blue?.id}`]])
    await undo(desk, blue!.id)
    expect(said(desk.entries)).toEqual(['green'])
    await undo(desk, desk.entry(1)!.id)
    expect(desk.entries).toEqual([])
  })
  test('because there was no network when it was tried is taken out too', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green)
    await desk.send(1, { kind: 'offline' })
    expect(desk.entry(1)).toMatchObject({ state: 'waiting', wasSent: false, attempts: 1, problem: { kind: 'network' } })
    expect((await undo(desk, id)).came).toBe('removed')
  })
  test('and makes a record that later changes build on stays until those are taken back', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green, { seenVersion: null })
    await desk.keep({ was: crate, to: { label: 'Nuts' } }, { seenVersion: null })
    await expect(undo(desk, id)).rejects.toBeInstanceOf(CannotUndo)
    await undo(desk, desk.entry(2)!.id)
    expect((await undo(desk, id)).came).toBe('removed')
  })
})

test.each([
  ['conflicts', conflict({ color: 'blue' })],
  ['was refused', answer(400, { color: ['No.'] })],
])('a change that %s is taken out: the server has not made it', async (_, facts) => {
  const desk = await aDesk()
  const { id } = await desk.keep(green)
  await desk.send(1, facts)
  expect((await undo(desk, id)).came).toBe('removed')
  expect(desk.entries).toEqual([])
})

describe('a change that the server may have', () => {
  test('stays, and what puts it back is kept behind it, from what the person saw', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green)
    await desk.send(1, NO_NETWORK)
    expect(await undo(desk, id)).toEqual({ came: 'sent_back', seqs: [2] })
    expect(said(desk.entries)).toEqual(['green', 'red'])
    expect(desk.entry(2)).toMatchObject({ seenVersion: 3, request: { body: { color: 'red' } }, wasSent: false })
  })
  test('since another tab began to send it just then, stays too', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green)
    const { store } = desk.ports
    let isBegun = false
    const read: typeof store.read = async (work) => {
      const found = await store.read(work)
      const entry = desk.entry(1)!
      if (!isBegun) await store.write((tx) => tx.putEntry({ ...entry, state: 'sending', wasSent: true }))
      isBegun = true
      return found
    }
    const undone = await undoEntry({ ...desk.ports, store: { ...store, read } }, USER, desk.registry, id)
    expect(undone).toEqual({ came: 'sent_back', seqs: [2] })
  })
  test('is put back from the version that was decided upon, when a conflict was settled meanwhile', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green, { seenVersion: 8 })
    await desk.send(1, NO_NETWORK)
    await undo(desk, id)
    expect(desk.entry(2)?.seenVersion).toBe(8)
  })
  test('and has made is put back from the version that it made, so that a colleague is not overwritten', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green)
    await desk.send(1, done(7))
    expect(desk.entries).toEqual([])
    expect(await undo(desk, id)).toEqual({ came: 'sent_back', seqs: [2] })
    expect(desk.entry(2)).toMatchObject({ seenVersion: 7, request: { params: { id: 'a' }, body: { color: 'red' } } })
  })
  test('can be put back, and that be taken back again', async () => {
    const desk = await aDesk()
    const first = await desk.keep(green)
    await desk.send(1, done(4))
    await undo(desk, first.id)
    const back = desk.entry(2)!
    await undo(desk, back.id)
    expect(desk.entries).toEqual([])
    await undo(desk, first.id)
    await desk.send(3, done(5))
    await undo(desk, desk.fates.find(({ seq }) => seq === 3)!.id)
    expect(desk.entry(4)).toMatchObject({ seenVersion: 5, request: { body: { color: 'green' } } })
  })
  test('is not merged with what waits: it is a thing of its own', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(green)
    await desk.send(1, done(4))
    await desk.keep({ was: { ...crate, color: 'green' }, to: { color: 'blue' } })
    await undo(desk, id)
    expect(said(desk.entries)).toEqual(['blue', 'red'])
  })
  test('and that nothing puts back is said to be so, in words, and not offered', async () => {
    const oneWay = crateChange({ inverse: () => [] })
    const desk = await aDesk([oneWay as never])
    const entry = await desk.keep(green, { command: oneWay })
    expect(canUndoEntry(desk.registry, entry)).toBe(true)
    await desk.send(1, NO_NETWORK)
    expect(canUndoEntry(desk.registry, desk.entry(1)!)).toBe(false)
    const tooLate = undo(desk, entry.id)
    await expect(tooLate).rejects.toBeInstanceOf(CannotUndo)
    await expect(tooLate).rejects.toThrow(/Change the record instead/)
    expect(desk.entries).toHaveLength(1)
  })
})

test.each(['replaced', 'discarded'] as const)('a change that is %s comes too late', async (state) => {
  const desk = await aDesk()
  const { id } = await desk.keep(green)
  if (state === 'replaced') await desk.keep({ was: crate, to: { color: 'blue' } })
  else await undo(desk, id)
  const { entries } = desk
  await expect(undo(desk, id)).rejects.toBeInstanceOf(TooLate)
  expect(desk.entries).toEqual(entries)
})
test('a change of which the device has forgotten what it was can not be put back', async () => {
  const desk = await aDesk()
  const { id } = await desk.keep(green)
  await desk.send(1, done(4))
  const [fate] = desk.fates
  await desk.ports.store.write((tx) => tx.putFinalState({ ...fate!, entry: null }))
  await expect(undo(desk, id)).rejects.toBeInstanceOf(CannotUndo)
})
test('several inverses are kept all or none', async () => {
  const many = crateChange({
    inverse: (input) =>
      ['x', 'y'].map((id) => ({ command: many as never, input: { ...input, was: aCrate({ id }) }, seenVersion: 1 })),
  })
  const desk = await aDesk([many as never])
  const { id } = await desk.keep(green, { command: many })
  await desk.send(1, done(4))
  const { put } = desk.ports.mirror
  desk.ports.mirror.put = (entry) => (entry.seq === 3 ? Promise.reject(new Error('no room')) : put(entry))
  await expect(undo(desk, id)).rejects.toThrow(/can't store changes/)
  expect([desk.entries, desk.copies]).toEqual([[], []])
  desk.ports.mirror.put = put
  expect((await undo(desk, id)).seqs).toEqual([4, 5])
})
