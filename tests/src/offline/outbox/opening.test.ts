import { afterEach, expect, test } from 'vitest'
import { NotKept } from '#src/offline/outbox/not-kept.ts'
import { loadCommandsFrom, outboxSnapshot, startOutbox, stopOutbox, submit } from '#src/offline/outbox/outbox.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { aCrate, aDesk, changeCrate, USER } from '#tests/support/offline-desk.ts'

const green = { was: aCrate(), to: { colour: 'green' } }
const save = () => submit(changeCrate, green, { seenVersion: 3 })
loadCommandsFrom(async () => [changeCrate as never])
afterEach(() => stopOutbox())

test('a change made while the outbox is being loaded waits for it, and is kept', async () => {
  const desk = await aDesk()
  const { promise, resolve } = Promise.withResolvers<OutboxPorts>()
  const started = startOutbox({ user: USER, ports: () => promise })
  expect(outboxSnapshot().state).toBe('starting')
  const saved = save()
  resolve(desk.ports)
  await started
  const { id } = await saved
  expect(desk.entries).toMatchObject([{ id, words: { change: 'green' } }])
  expect(outboxSnapshot().entries).toMatchObject([{ id }])
})

test('an outbox that can not be loaded is said in words; the next change asks for it again', async () => {
  const desk = await aDesk()
  let isThere = false
  const ports = () => (isThere ? Promise.resolve(desk.ports) : Promise.reject(new Error('no network')))
  await expect(startOutbox({ user: USER, ports })).rejects.toThrow('no network')
  await expect(save()).rejects.toThrow(/can't be loaded right now/)
  isThere = true
  await save()
  expect(desk.entries).toHaveLength(1)
})

test('who signs out while it is being loaded has none; nothing waits for the load', async () => {
  const desk = await aDesk()
  const { promise, resolve } = Promise.withResolvers<OutboxPorts>()
  const started = startOutbox({ user: USER, ports: () => promise })
  await stopOutbox()
  expect(outboxSnapshot().state).toBe('stopped')
  resolve(desk.ports)
  await started
  expect(outboxSnapshot().state).toBe('stopped')
  await expect(save()).rejects.toBeInstanceOf(NotKept)
})
