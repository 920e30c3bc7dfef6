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
const settle = (desk: OfflineDesk, id: string, picks: FieldChoices) =>
  resolveByFields(desk.ports, USER, desk.registry, id, picks)
const undo = (desk: OfflineDesk, id: string) => undoEntry(desk.ports, USER, desk.registry, id)
const blue = { was: crate, to: { color: 'blue' } }

describe('editing a change', () => {
  test('that was never sent: it says something else now, under a new id, in its place; undo gives the former words', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(both)
    await desk.keep({ was: aCrate({ id: 'b' }), to: { color: 'green' } })
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
  test('that was refused: the server looks at it anew', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(both)
    await desk.send(1, answer(400, { label: ['No.'] }))
    await revise(desk, id, blue)
    expect(desk.entry(1)).toMatchObject({ state: 'waiting', problem: null, attempts: 0, wasSent: false, earlier: [] })
    await desk.send(1, answer(200, { ...crate, version: 4 }))
    expect(desk.sent.map(({ id }) => id)).toHaveLength(2)
    expect(desk.sent[1]?.id).not.toBe(id)
    expect(desk.fates.map(({ state }) => state)).toEqual(['replaced', 'done'])
  })
  test('that waits for the password: what was mistyped is put right, and the server has had none of it', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(both)
    await desk.send(1, answer(403, { detail: 'Your password is needed.', code: 'password_needed' }))
    expect(desk.entry(1)).toMatchObject({ state: 'password' })
    await revise(desk, id, blue)
    expect(desk.entry(1)).toMatchObject({ state: 'waiting', problem: null, attempts: 0, wasSent: false, earlier: [] })
    await desk.send(1, answer(200, { ...crate, version: 4 }))
    expect(desk.sent[1]?.id).not.toBe(id)
    expect(desk.fates.map(({ state }) => state)).toEqual(['replaced', 'done'])
  })
  test('that conflicts: it stands upon the record as it is now', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(both)
    await desk.send(1, conflict({ color: 'white' }))
    await revise(desk, id, blue)
    expect(desk.entry(1)).toMatchObject({ state: 'waiting', seenVersion: 4 })
  })
  test('that the server may have comes too late', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(both)
    await desk.send(1, { kind: 'timeout' })
    await expect(revise(desk, id, blue)).rejects.toBeInstanceOf(TooLate)
    await desk.ports.store.write((tx) => tx.putEntry({ ...desk.entry(1)!, state: 'sending' }))
    await expect(revise(desk, id, blue)).rejects.toBeInstanceOf(TooLate)
    expect(desk.entry(1)?.id).toBe(id)
  })
  test('into what its command refuses, or what this version does not know, changes nothing', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(both)
    await expect(revise(desk, id, { was: crate, to: { color: 7 } })).rejects.toBeInstanceOf(NotSaved)
    await expect(revise(desk, id, { ...blue, was: aCrate({ id: 'b' }) })).rejects.toThrow(/another record/)
    await desk.ports.store.write((tx) => tx.putEntry({ ...desk.entry(1)!, commandVersion: 2 }))
    await expect(revise(desk, id, blue)).rejects.toBeInstanceOf(NotSaved)
    expect(desk.entry(1)).toMatchObject({ id, words: { change: 'green and Nuts' } })
  })
  test('that the mirror does not take leaves it as it was', async () => {
    const desk = await aDesk()
    const before = await desk.keep(both)
    desk.ports.mirror.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    await expect(revise(desk, before.id, blue)).rejects.toThrow(/storage is full/)
    expect([desk.entries, desk.copies]).toEqual([[before], [`1/${before.id}`]])
  })
  test('of another person is not there', async () => {
    const desk = await aDesk()
    const { id } = await desk.keep(both)
    await expect(reviseEntry(desk.ports, '8', desk.registry, id, blue)).rejects.toBeInstanceOf(TooLate)
  })
})

describe('settling a conflict', () => {
  const conflicting = async (theirs = { color: 'white' } as Parameters<typeof conflict>[0], input = both) => {
    const desk = await aDesk()
    const { id } = await desk.keep(input)
    await desk.send(1, conflict(theirs))
    return { desk, id }
  }
  test('theirs leaves the rest of mine, upon the record as it is now', async () => {
    const { desk, id } = await conflicting()
    await settle(desk, id, { color: { take: 'theirs' } })
    expect(desk.entry(1)).toMatchObject({
      state: 'waiting',
      seenVersion: 4,
      wasSent: false,
      request: { body: { label: 'Nuts' } },
      input: { was: { color: 'white', version: 4 } },
    })
    expect(desk.entry(1)?.id).not.toBe(id)
  })
  test('mine stands; taken back later it leaves what was theirs', async () => {
    const { desk, id } = await conflicting({ color: 'white' }, { was: crate, to: { color: 'green' } } as typeof both)
    await settle(desk, id, { color: { take: 'mine' } })
    expect(desk.entry(1)).toMatchObject({ seenVersion: 4, request: { body: { color: 'green' } } })
    await desk.send(1, answer(200, { ...crate, color: 'green', version: 5 }))
    await undo(desk, desk.fates.find(({ state }) => state === 'done')!.id)
    expect(desk.entry(2)).toMatchObject({ seenVersion: 5, request: { body: { color: 'white' } } })
  })
  test('another value is sent instead of both', async () => {
    const { desk, id } = await conflicting()
    await settle(desk, id, { color: { take: 'value', value: 'gray' }, label: { take: 'theirs' } })
    expect(desk.entry(1)?.request.body).toEqual({ color: 'gray' })
  })
  test('all theirs leaves nothing to send; that is then for the discard', async () => {
    const { desk, id } = await conflicting()
    expect(await settle(desk, id, { color: { take: 'theirs' }, label: { take: 'theirs' } })).toBeNull()
    expect(desk.entry(1)).toMatchObject({ id, state: 'conflict' })
  })
  test('of a change that does not tell its fields is theirs or mine as a whole', async () => {
    const { fields: _, ...plain } = crateChange()
    for (const take of ['theirs', 'mine'] as const) {
      const desk = await aDesk([plain as never])
      const { id } = await desk.keep(both, { command: plain })
      await desk.send(1, conflict({ color: 'white' }))
      const settled = await settle(desk, id, { color: { take } })
      expect(settled).toEqual(take === 'theirs' ? null : [1])
      if (take === 'mine') expect(desk.entry(1)).toMatchObject({ seenVersion: 4, request: { body: both.to } })
    }
  })
  test('in which nothing is named leaves it mine, also of a change that does not tell its fields', async () => {
    const { fields: _, ...plain } = crateChange()
    const desk = await aDesk([plain as never])
    const { id } = await desk.keep(both, { command: plain })
    await desk.send(1, conflict({ color: 'white' }))
    expect(await settle(desk, id, {})).toEqual([1])
  })
  test('that is settled already comes too late', async () => {
    const { desk, id } = await conflicting()
    await settle(desk, id, { color: { take: 'mine' } })
    await expect(settle(desk, id, { color: { take: 'mine' } })).rejects.toBeInstanceOf(TooLate)
    await expect(settle(desk, desk.entry(1)!.id, { color: { take: 'mine' } })).rejects.toBeInstanceOf(TooLate)
  })
})
