import { describe, expect, test } from 'vitest'
import type { Command } from '#src/offline/command.ts'
import { Engine } from '#src/offline/outbox/engine.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import {
  aCrate,
  aDesk,
  answer,
  type ChangeCrate,
  changeInput,
  crateChange,
  USER,
} from '#tests/support/offline/offline-desk.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'

const crate = aCrate()
interface OldInput {
  readonly crate: ChangeCrate['was']
  readonly paint: string
}
/** Upgrades an input of version 1, where the color was called `paint`. */
const upgradeOldInput = (input: unknown) => {
  const { crate, paint } = input as OldInput
  return { was: crate, to: { color: paint } }
}
const before = crateChange()
const today = crateChange({ version: 2, upgrades: { 1: upgradeOldInput } })
const green = { crate, paint: 'green' }
const done = answer(200, { ...crate, version: 4 })

/** A device with a change that the first version of the app has saved. */
async function deviceWithOldChange(command: Command<ChangeCrate> = today) {
  const desk = await aDesk([command as never])
  const entry = await desk.save({ was: crate, to: { color: 'green' } }, { command: before })
  const old = { ...entry, input: green, request: { params: { id: 'a' }, body: { paint: 'green' } } }
  await desk.ports.store.write((tx) => tx.putEntry(old))
  await desk.ports.mirror.put(old)
  return { desk, old }
}

describe('a change saved by an older version of the app', () => {
  test("and never sent is sent in today's form, under a new id that both copies have before", async () => {
    const { desk, old } = await deviceWithOldChange()
    await desk.send(1, () => {
      expect(desk.copies).toEqual([`1/${desk.sent[0]?.id}`])
      return { kind: 'network' }
    })
    const sent = desk.sent[0]!
    expect(sent.request.body).toEqual({ color: 'green' })
    expect(sent).toMatchObject({ commandVersion: 2, revision: 1, input: { to: { color: 'green' } }, wasSent: true })
    expect(sent.id).not.toBe(old.id)
    expect.assertions(5)
    expect(desk.finalStates).toMatchObject([{ id: old.id, state: 'replaced' }])
  })
  test("and sent before is sent again unchanged, because the server may have it; its effects are today's", async () => {
    const { desk, old } = await deviceWithOldChange()
    await desk.ports.store.write((tx) => tx.putEntry({ ...old, wasSent: true }))
    expect(desk.registry.read(old)).toMatchObject({ input: { to: { color: 'green' } }, words: { change: 'green' } })
    await desk.send(1, done)
    expect(desk.sent).toMatchObject([{ id: old.id, request: { body: { paint: 'green' } } }])
    expect(desk.finalStates).toMatchObject([{ id: old.id, state: 'done', versions: [{ key: 'crate/a', version: 4 }] }])
  })
  test('merges with a change of today, including its earlier steps', async () => {
    const { desk, old } = await deviceWithOldChange()
    await desk.ports.store.write((tx) =>
      tx.putEntry({ ...old, earlier: [{ input: green, words: old.words, madeAt: 1 }] }),
    )
    await desk.save({ was: crate, to: { color: 'blue' } }, { command: today })
    expect(desk.entries).toHaveLength(1)
    expect(desk.entry(1)).toMatchObject({ commandVersion: 2, request: { body: { color: 'blue' } } })
    expect(desk.entry(1)?.earlier.map(({ input }) => changeInput.safeParse(input).success)).toEqual([true, true])
  })
  test('is not sent and waits unchanged when the mirror refuses its upgraded form', async () => {
    const { desk, old } = await deviceWithOldChange()
    desk.ports.mirror.put = () => Promise.reject(new Error('no room'))
    await desk.send(1, done)
    expect(desk.sent).toEqual([])
    expect(desk.entries).toEqual([{ ...old, nextTryAt: desk.clock.now() + 60_000 }])
  })
  test('that cannot be rewritten now does not delay other changes, however many there are', async () => {
    const other = crateChange({ name: 'crates.other' })
    const desk = await aDesk([before as never])
    for (const id of ['a', 'b', 'c', 'd']) await desk.save({ was: aCrate({ id }), to: { color: 'green' } })
    await desk.save({ was: aCrate({ id: 'e' }), to: { color: 'green' } }, { command: other })
    const sent: number[] = []
    const send: OutboxPorts['transport']['send'] = async ({ seq }) => {
      sent.push(seq)
      return done
    }
    const mirror = { ...desk.ports.mirror, put: () => Promise.reject(new Error('no room')) }
    const registry = createRegistry()
    registry.register([crateChange({ version: 2, upgrades: { 1: (input) => input } }), other] as never)
    const outbox = new Engine(USER, { ...desk.ports, mirror, transport: { ...desk.ports.transport, send } }, registry)
    await outbox.ready()
    await desk.clock.advance(1_000, allTurns)
    expect(sent).toEqual([5])
    await outbox.stop()
  })
})

describe('a change that this version cannot read stays unchanged and unsent', () => {
  const throwing = () => {
    throw new Error('what is this?')
  }
  test.each([
    ['of a newer version', crateChange({ version: 0 })],
    ['without an upgrade from its version', crateChange({ version: 2 })],
    ['whose upgrade throws', crateChange({ version: 2, upgrades: { 1: throwing } })],
    ['whose upgrade returns an invalid input', crateChange({ version: 2, upgrades: { 1: () => ({ to: 7 }) } })],
    [
      'whose optimistic effects throw',
      crateChange({ version: 2, upgrades: { 1: upgradeOldInput }, effects: throwing }),
    ],
    ['whose request throws', crateChange({ version: 2, upgrades: { 1: upgradeOldInput }, request: throwing })],
    ['of a command that no longer exists', crateChange({ name: 'crates.other' })],
  ])('%s', async (_, command) => {
    const { desk, old } = await deviceWithOldChange(command)
    expect(desk.registry.read(old)).toBeNull()
    await desk.send(1, done)
    expect(desk.sent).toEqual([])
    expect(desk.entries).toEqual([old])
  })
  test('whose input fits as it is, but whose command declares no upgrade from its version', async () => {
    const desk = await aDesk([crateChange({ version: 2 }) as never])
    const entry = await desk.save({ was: crate, to: { color: 'green' } }, { command: before })
    expect(desk.registry.read(entry)).toBeNull()
  })
})
