import { describe, expect, test } from 'vitest'
import { reviseEntry } from '#src/offline/outbox/settle/revise.ts'
import { settle } from '#src/offline/outbox/settle/settle.ts'
import { aCrate, aDesk, answer, conflict, crateChange, USER } from '#tests/support/offline/offline-desk.ts'

const crate = aCrate()
const green = { was: crate, to: { color: 'green' } }
const done = answer(200, { ...crate, version: 4 })

describe('whether the server may know a change', () => {
  test('is stored before the request goes out, so that it is known even if the tab dies', async () => {
    const desk = await aDesk()
    await desk.save(green)
    expect(desk.entry(1)?.wasSent).toBe(false)
    await desk.send(1, () => {
      expect(desk.entry(1)).toMatchObject({ state: 'sending', wasSent: true })
      return { kind: 'network' }
    })
    expect.assertions(2)
  })
  test.each([
    ['no network during the whole attempt: not sent', { kind: 'offline' }, false],
    ['another user signed in: not sent', { kind: 'not_theirs' }, false],
    ['a request that failed on the network: may be known', { kind: 'network' }, true],
    ['a timeout: may be known', { kind: 'timeout' }, true],
    ['an aborted request: may be known', { kind: 'aborted' }, true],
    ['an ended session: may be known', answer(401), true],
    ['a failing server: may be known', answer(500), true],
  ] as const)('%s', async (_, facts, wasSent) => {
    const desk = await aDesk()
    await desk.save(green)
    await desk.send(1, facts)
    expect(desk.entry(1)?.wasSent).toBe(wasSent)
  })
  test('stays true once it was true', async () => {
    const desk = await aDesk()
    await desk.save(green)
    await desk.send(1, { kind: 'timeout' })
    await desk.send(1, { kind: 'offline' })
    expect(desk.entry(1)?.wasSent).toBe(true)
  })
  test('is assumed for an entry restored from the mirror', async () => {
    const desk = await aDesk()
    await desk.save(green)
    desk.disk.wipeStore()
    await desk.open()
    expect(desk.entry(1)).toMatchObject({ state: 'waiting', wasSent: true })
  })
})

describe('a change that depends on another record', () => {
  const note = crateChange({ name: 'crates.note', touches: () => ['note/1'], dependsOn: () => ['crate/a'] })
  test('waits for earlier changes of that record and does not block later ones', async () => {
    const desk = await aDesk([crateChange(), note] as never)
    await desk.save(green)
    await desk.save(green, { command: note })
    await desk.save({ was: crate, to: { label: 'Nuts' } })
    await desk.send(2, done)
    expect(desk.sent).toEqual([])
    await desk.send(1, done)
    await desk.send(3, done)
    await desk.send(2, done)
    expect(desk.sent.map(({ seq }) => seq)).toEqual([1, 3, 2])
  })
  test('does not wait for later changes of that record', async () => {
    const desk = await aDesk([crateChange(), note] as never)
    await desk.save(green, { command: note })
    await desk.save(green)
    await desk.send(1, done)
    expect(desk.sent.map(({ seq }) => seq)).toEqual([1])
  })
})

test('a success response that a sleeping tab processes late does not remove the revised change', async () => {
  const desk = await aDesk()
  const { id } = await desk.save(green)
  await desk.send(1, conflict({ color: 'white' }))
  const asSent = desk.entry(1)!
  await reviseEntry(desk.ports, USER, desk.registry, id, { was: crate, to: { color: 'blue' } })
  const revised = desk.entry(1)!
  await settle(desk.ports, [{ entry: asSent, reading: desk.registry.read(asSent)!, reply: { ...crate, version: 4 } }])
  expect(desk.entries).toEqual([revised])
  expect(desk.copies).toEqual([`1/${revised.id}`])
  expect(desk.disk.note?.unsettled).toEqual([1])
})
