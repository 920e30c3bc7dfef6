import { afterEach, expect, expectTypeOf, test } from 'vitest'
import { holdBackUntilShown } from '#src/offline/first-screen.ts'
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
import { submitChange } from '#tests/support/offline/submit-change.ts'

const green = { was: aCrate(), to: { color: 'green' } }
const save = async () => submitChange(await openedOutbox(), changeCrate, green, 3)
loadCommandsFrom(async () => [changeCrate as never])
afterEach(() => stopOutbox())

test('a change made while the outbox loads waits for it and is saved', async () => {
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

test('outboxIfOpen returns null unless an outbox is open, and does not wait for one', async () => {
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

test('an outbox that fails to load rejects with a message for the user; the next change loads it again', async () => {
  const desk = await aDesk()
  let canLoad = false
  const ports = () => (canLoad ? Promise.resolve(desk.ports) : Promise.reject(new Error('no network')))
  await expect(startOutbox({ user: USER, ports })).rejects.toThrow('no network')
  await expect(save()).rejects.toThrow(/can't be loaded right now/)
  canLoad = true
  await save()
  expect(desk.entries).toHaveLength(1)
})

test('an outbox waits for the first screen, unless that screen shows its changes or the user makes one', async () => {
  const desk = await aDesk()
  const screen = Promise.withResolvers<void>()
  let loads = 0
  const ports = async () => {
    loads += 1
    return desk.ports
  }
  holdBackUntilShown(() => screen.promise)
  const started = startOutbox({ user: USER, ports })
  expect(outboxSnapshot().state).toBe('starting')
  expect(loads).toBe(0)
  await save()
  expect(desk.entries).toHaveLength(1)
  await stopOutbox()
  await startOutbox({ user: USER, ports, isAwaited: true })
  expect(loads).toBe(2)
  screen.resolve()
  await started
  expect(loads).toBe(2)
})

test('a user who signs out while the outbox loads has none, and sign-out does not wait for the load', async () => {
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
  ['while both outboxes are loading', true],
  ["once the other user's outbox is open", false],
])('a change of one user is not saved as a change of another user who signs in meanwhile: %s', async (_, isAtOnce) => {
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

test("an act with an expected user is saved as that user's, and rejected once another user has signed in", async () => {
  const [own, others] = [await aDesk(), await aDesk()]
  const drafts = [{ command: changeCrate as never, input: green, seenVersion: 3 }]
  const save = async () => (await openedOutbox(USER)).submitAll(drafts, { mayMerge: false })
  await startOutbox({ user: USER, ports: async () => own.ports })
  await save()
  await stopOutbox()
  await expect(save()).rejects.toBeInstanceOf(NotSaved)
  await startOutbox({ user: '8', ports: async () => others.ports })
  await expect(save()).rejects.toThrow('Another user has signed in since.')
  expect(own.entries).toHaveLength(1)
  expect(others.entries).toEqual([])
})

test('a user who returns while the same outbox is closing has it open again', async () => {
  const desk = await aDesk()
  const target = { user: USER, ports: async () => desk.ports }
  await startOutbox(target)
  const stopped = stopOutbox()
  await Promise.all([startOutbox(target), stopped])
  expect(outboxSnapshot().state).not.toBe('stopped')
  await expect.poll(() => outboxSnapshot().state).not.toBe('starting')
})

test('the acts that are skipped without an open outbox include no decision about a change', () => {
  type Offered = keyof NonNullable<ReturnType<typeof outboxIfOpen>>
  expectTypeOf<Offered>().toEqualTypeOf<'file' | 'photo' | 'endedChanges' | 'dismissLoss' | 'sendNow'>()
})

test('a decision about a change after sign-out is rejected with NotSaved', async () => {
  await expect(openedOutbox()).rejects.toBeInstanceOf(NotSaved)
})
