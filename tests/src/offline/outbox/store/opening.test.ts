import { afterEach, expect, expectTypeOf, test } from 'vitest'
import {
  loadCommandsFrom,
  openedOutbox,
  outboxIfOpen,
  outboxSnapshot,
  startOutbox,
  stopOutbox,
} from '#src/offline/outbox/outbox.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import { aCrate, aDesk, changeCrate, USER } from '#tests/support/offline/offline-desk.ts'
import { submitTo } from '#tests/support/offline/submit-to.ts'

const green = { was: aCrate(), to: { color: 'green' } }
const save = async () => submitTo(await openedOutbox(), changeCrate, green, 3)
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
  const id = await saved
  expect(desk.entries).toMatchObject([{ id, words: { change: 'green' } }])
  expect(outboxSnapshot().entries).toMatchObject([{ id }])
})

test('an act that means nothing without an open outbox finds none until one is open, and waits for none', async () => {
  const desk = await aDesk()
  const { promise, resolve } = Promise.withResolvers<OutboxPorts>()
  const started = startOutbox({ user: USER, ports: () => promise })
  expect(outboxIfOpen()).toBeNull()
  resolve(desk.ports)
  await started
  expect(outboxIfOpen()).toBe(await openedOutbox())
  await stopOutbox()
  expect(outboxIfOpen()).toBeNull()
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
  await expect(save()).rejects.toBeInstanceOf(NotSaved)
})

test.each([
  ['while both are being loaded', true],
  ["once the other's is open", false],
])('what one person saves is not kept as the change of another who comes meanwhile: %s', async (_, isAtOnce) => {
  const [own, others] = [await aDesk(), await aDesk()]
  const { promise, resolve } = Promise.withResolvers<OutboxPorts>()
  const started = startOutbox({ user: USER, ports: () => promise })
  const saved = save()
  const refused = expect(saved).rejects.toBeInstanceOf(NotSaved)
  await stopOutbox()
  const next = startOutbox({ user: '8', ports: async () => others.ports })
  if (!isAtOnce) await next
  resolve(own.ports)
  await Promise.all([started, next, refused])
  expect(outboxSnapshot().state).not.toBe('stopped')
  expect([own.entries, others.entries]).toEqual([[], []])
})

test("what says whose it is, is kept as theirs, and not as another's who has come before it was handed over", async () => {
  const [own, others] = [await aDesk(), await aDesk()]
  const drafts = [{ command: changeCrate as never, input: green, seenVersion: 3 }]
  const save = async () => (await openedOutbox(USER)).submitAll(drafts, { mayMerge: false })
  await startOutbox({ user: USER, ports: async () => own.ports })
  await save()
  await stopOutbox()
  await expect(save()).rejects.toBeInstanceOf(NotSaved)
  await startOutbox({ user: '8', ports: async () => others.ports })
  await expect(save()).rejects.toThrow('Somebody else has signed in since.')
  expect(own.entries).toHaveLength(1)
  expect(others.entries).toEqual([])
})

test('who comes back while the same outbox is being closed has it open again', async () => {
  const desk = await aDesk()
  const want = { user: USER, ports: async () => desk.ports }
  await startOutbox(want)
  const stopped = stopOutbox()
  await Promise.all([startOutbox(want), stopped])
  expect(outboxSnapshot().state).not.toBe('stopped')
  await expect.poll(() => outboxSnapshot().state).not.toBe('starting')
})

test('no act by which a person decides about a change is among those that do nothing without an open outbox', () => {
  type Offered = keyof NonNullable<ReturnType<typeof outboxIfOpen>>
  expectTypeOf<Offered>().toEqualTypeOf<'file' | 'doneChanges' | 'dismissLoss' | 'sendNow'>()
})

test('a person who decides about a change after the sign-out is told that nothing came of it', async () => {
  await expect(openedOutbox()).rejects.toBeInstanceOf(NotSaved)
})
