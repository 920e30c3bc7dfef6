import { describe, expect, test } from 'vitest'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import { TooLate } from '#src/offline/outbox/settle/decide.ts'
import type { FieldChoices } from '#src/offline/outbox/settle/field-choices.ts'
import { resolveByFields, reviseEntry } from '#src/offline/outbox/settle/revise.ts'
import { undoEntry } from '#src/offline/outbox/settle/undo.ts'
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
const both = { was: crate, to: { color: 'green', label: 'Nuts' } }
const revise = (desk: OfflineDesk, id: string, input: unknown) =>
  reviseEntry(desk.ports, USER, desk.registry, id, input)
const resolveConflict = (desk: OfflineDesk, id: string, picks: FieldChoices) =>
  resolveByFields(desk.ports, USER, desk.registry, id, picks)
const undo = (desk: OfflineDesk, id: string) => undoEntry(desk.ports, USER, desk.registry, id)
const blue = { was: crate, to: { color: 'blue' } }

describe('editing a change', () => {
  test('that was never sent keeps its place under a new id, and undo restores the former words', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(both)
    await desk.save({ was: aCrate({ id: 'b' }), to: { color: 'green' } })
    await revise(desk, id, blue)
    const revised = desk.entry(1)!
    expect(revised).toMatchObject({
      revision: 1,
      state: 'waiting',
      seenVersion: 3,
      request: { body: { color: 'blue' } },
    })
    expect(revised.id).not.toBe(id)
    expect(desk.copies).toContain(`1/${revised.id}`)
    expect(desk.copies).not.toContain(`1/${id}`)
    await undo(desk, revised.id)
    expect(desk.entry(1)).toMatchObject({ words: { change: 'green and Nuts' }, earlier: [] })
  })
  test('that was refused sends it to the server under a new id', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(both)
    await desk.send(1, answer(400, { label: ['No.'] }))
    await revise(desk, id, blue)
    expect(desk.entry(1)).toMatchObject({ state: 'waiting', problem: null, attempts: 0, wasSent: false, earlier: [] })
    await desk.send(1, answer(200, { ...crate, version: 4 }))
    expect(desk.sent.map(({ id }) => id)).toHaveLength(2)
    expect(desk.sent[1]?.id).not.toBe(id)
    expect(desk.finalStates.map(({ state }) => state)).toEqual(['replaced', 'done'])
  })
  test('that waits for the password sends it under a new id, because the server has applied nothing', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(both)
    await desk.send(1, answer(403, { detail: 'Your password is needed.', code: 'password_needed' }))
    expect(desk.entry(1)).toMatchObject({ state: 'password' })
    await revise(desk, id, blue)
    expect(desk.entry(1)).toMatchObject({ state: 'waiting', problem: null, attempts: 0, wasSent: false, earlier: [] })
    await desk.send(1, answer(200, { ...crate, version: 4 }))
    expect(desk.sent[1]?.id).not.toBe(id)
    expect(desk.finalStates.map(({ state }) => state)).toEqual(['replaced', 'done'])
  })
  test("that conflicts bases it on the record's current version", async () => {
    const desk = await aDesk()
    const { id } = await desk.save(both)
    await desk.send(1, conflict({ color: 'white' }))
    await revise(desk, id, blue)
    expect(desk.entry(1)).toMatchObject({ state: 'waiting', seenVersion: 4 })
  })
  test('that the server may have is too late', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(both)
    await desk.send(1, { kind: 'timeout' })
    await expect(revise(desk, id, blue)).rejects.toBeInstanceOf(TooLate)
    await desk.ports.store.write((tx) => tx.putEntry({ ...desk.entry(1)!, state: 'sending' }))
    await expect(revise(desk, id, blue)).rejects.toBeInstanceOf(TooLate)
    expect(desk.entry(1)?.id).toBe(id)
  })
  test('changes nothing when the command refuses the input or this version does not know the command', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(both)
    await expect(revise(desk, id, { was: crate, to: { color: 7 } })).rejects.toBeInstanceOf(NotSaved)
    await expect(revise(desk, id, { ...blue, was: aCrate({ id: 'b' }) })).rejects.toThrow(/another record/)
    await desk.ports.store.write((tx) => tx.putEntry({ ...desk.entry(1)!, commandVersion: 2 }))
    await expect(revise(desk, id, blue)).rejects.toBeInstanceOf(NotSaved)
    expect(desk.entry(1)).toMatchObject({ id, words: { change: 'green and Nuts' } })
  })
  test('changes nothing when the mirror refuses the edited entry', async () => {
    const desk = await aDesk()
    const before = await desk.save(both)
    desk.ports.mirror.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    await expect(revise(desk, before.id, blue)).rejects.toThrow(/storage is full/)
    expect([desk.entries, desk.copies]).toEqual([[before], [`1/${before.id}`]])
  })
  test('of another user is rejected as too late', async () => {
    const desk = await aDesk()
    const { id } = await desk.save(both)
    await expect(reviseEntry(desk.ports, '8', desk.registry, id, blue)).rejects.toBeInstanceOf(TooLate)
  })
})

describe('resolving a conflict', () => {
  const conflicting = async (theirs = { color: 'white' } as Parameters<typeof conflict>[0], input = both) => {
    const desk = await aDesk()
    const { id } = await desk.save(input)
    await desk.send(1, conflict(theirs))
    return { desk, id }
  }
  test('with "theirs" for one field sends the user\'s other fields, based on the current version', async () => {
    const { desk, id } = await conflicting()
    await resolveConflict(desk, id, { color: { take: 'theirs' } })
    expect(desk.entry(1)).toMatchObject({
      state: 'waiting',
      seenVersion: 4,
      wasSent: false,
      request: { body: { label: 'Nuts' } },
      input: { was: { color: 'white', version: 4 } },
    })
    expect(desk.entry(1)?.id).not.toBe(id)
  })
  test('with "mine" sends the user\'s value; a later undo restores the colleague\'s value', async () => {
    const { desk, id } = await conflicting({ color: 'white' }, { was: crate, to: { color: 'green' } } as typeof both)
    await resolveConflict(desk, id, { color: { take: 'mine' } })
    expect(desk.entry(1)).toMatchObject({ seenVersion: 4, request: { body: { color: 'green' } } })
    await desk.send(1, answer(200, { ...crate, color: 'green', version: 5 }))
    await undo(desk, desk.finalStates.find(({ state }) => state === 'done')!.id)
    expect(desk.entry(2)).toMatchObject({ seenVersion: 5, request: { body: { color: 'white' } } })
  })
  test('with another value sends that value', async () => {
    const { desk, id } = await conflicting()
    await resolveConflict(desk, id, { color: { take: 'value', value: 'gray' }, label: { take: 'theirs' } })
    expect(desk.entry(1)?.request.body).toEqual({ color: 'gray' })
  })
  test('with "theirs" for every field changes nothing and leaves nothing to send', async () => {
    const { desk, id } = await conflicting()
    expect(await resolveConflict(desk, id, { color: { take: 'theirs' }, label: { take: 'theirs' } })).toBeNull()
    expect(desk.entry(1)).toMatchObject({ id, state: 'conflict' })
  })
  test('of a change without declared fields takes theirs or mine as a whole', async () => {
    const { fields: _, ...plain } = crateChange()
    for (const take of ['theirs', 'mine'] as const) {
      const desk = await aDesk([plain as never])
      const { id } = await desk.save(both, { command: plain })
      await desk.send(1, conflict({ color: 'white' }))
      const settled = await resolveConflict(desk, id, { color: { take } })
      expect(settled).toEqual(take === 'theirs' ? null : [1])
      if (take === 'mine') expect(desk.entry(1)).toMatchObject({ seenVersion: 4, request: { body: both.to } })
    }
  })
  test("without any choice keeps the user's values, also for a change without declared fields", async () => {
    const { fields: _, ...plain } = crateChange()
    const desk = await aDesk([plain as never])
    const { id } = await desk.save(both, { command: plain })
    await desk.send(1, conflict({ color: 'white' }))
    expect(await resolveConflict(desk, id, {})).toEqual([1])
  })
  test('that is resolved already is too late', async () => {
    const { desk, id } = await conflicting()
    await resolveConflict(desk, id, { color: { take: 'mine' } })
    await expect(resolveConflict(desk, id, { color: { take: 'mine' } })).rejects.toBeInstanceOf(TooLate)
    await expect(resolveConflict(desk, desk.entry(1)!.id, { color: { take: 'mine' } })).rejects.toBeInstanceOf(TooLate)
  })
})
