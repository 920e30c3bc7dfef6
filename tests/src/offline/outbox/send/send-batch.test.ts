import { describe, expect, test } from 'vitest'
import { reviseEntry } from '#src/offline/outbox/settle/revise.ts'
import { settle } from '#src/offline/outbox/settle/settle.ts'
import { aCrate, aDesk, answer, conflict, crateChange, USER } from '#tests/support/offline/offline-desk.ts'

const crate = aCrate()
const green = { was: crate, to: { color: 'green' } }
const done = answer(200, { ...crate, version: 4 })

describe('whether the server may know a change', () => {
  test('is on record before the request goes out, so that a tab that dies leaves no doubt', async () => {
    const desk = await aDesk()
    await desk.keep(green)
    expect(desk.entry(1)?.wasSent).toBe(false)
    await desk.send(1, () => {
      expect(desk.entry(1)).toMatchObject({ state: 'sending', wasSent: true })
      return { kind: 'network' }
    })
    expect.assertions(2)
  })
  test.each([
    ['no network at all', { kind: 'offline' }, false],
    ['somebody else signed in', { kind: 'not_theirs' }, false],
    ['a request that came to nothing', { kind: 'network' }, true],
    ['no answer in time', { kind: 'timeout' }, true],
    ['a call that was called off', { kind: 'aborted' }, true],
    ['a session that is over', answer(401), true],
    ['a server in trouble', answer(500), true],
  ] as const)('%s', async (_, facts, wasSent) => {
    const desk = await aDesk()
    await desk.keep(green)
    await desk.send(1, facts)
    expect(desk.entry(1)?.wasSent).toBe(wasSent)
  })
  test('stays so, once it may', async () => {
    const desk = await aDesk()
    await desk.keep(green)
    await desk.send(1, { kind: 'timeout' })
    await desk.send(1, { kind: 'offline' })
    expect(desk.entry(1)?.wasSent).toBe(true)
  })
  test('is taken for granted of one that comes back from the mirror', async () => {
    const desk = await aDesk()
    await desk.keep(green)
    desk.disk.wipeStore()
    await desk.open()
    expect(desk.entry(1)).toMatchObject({ state: 'waiting', wasSent: true })
  })
})

describe("a change that needs another's record", () => {
  const note = crateChange({ name: 'crates.note', touches: () => ['note/1'], dependsOn: () => ['crate/a'] })
  test('waits for its earlier changes, and holds nobody up', async () => {
    const desk = await aDesk([crateChange(), note] as never)
    await desk.keep(green)
    await desk.keep(green, { command: note })
    await desk.keep({ was: crate, to: { label: 'Nuts' } })
    await desk.send(2, done)
    expect(desk.sent).toEqual([])
    await desk.send(1, done)
    await desk.send(3, done)
    await desk.send(2, done)
    expect(desk.sent.map(({ seq }) => seq)).toEqual([1, 3, 2])
  })
  test('does not wait for what came after it', async () => {
    const desk = await aDesk([crateChange(), note] as never)
    await desk.keep(green, { command: note })
    await desk.keep(green)
    await desk.send(1, done)
    expect(desk.sent.map(({ seq }) => seq)).toEqual([1])
  })
})

test('a yes that a sleeping tab hears late does not take out what the change has become since', async () => {
  const desk = await aDesk()
  const { id } = await desk.keep(green)
  await desk.send(1, conflict({ color: 'white' }))
  const asSent = desk.entry(1)!
  await reviseEntry(desk.ports, USER, desk.registry, id, { was: crate, to: { color: 'blue' } })
  const revised = desk.entry(1)!
  await settle(desk.ports, [{ entry: asSent, reading: desk.registry.read(asSent)!, reply: { ...crate, version: 4 } }])
  expect(desk.entries).toEqual([revised])
  expect(desk.copies).toEqual([`1/${revised.id}`])
  expect(desk.disk.note?.unsettled).toEqual([1])
})
