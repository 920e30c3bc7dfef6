import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lossMarkerName } from '#src/offline/outbox/entry/names.ts'
import { loadCommandsFrom, openedOutbox, outboxSnapshot, startOutbox, stopOutbox } from '#src/offline/outbox/outbox.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { whenOutboxRead } from '#src/offline/outbox/show/when-outbox-read.ts'
import { fakeStorage } from '#tests/support/browser/fake-browser.ts'
import { aCrate, aDesk, changeCrate, USER } from '#tests/support/offline/offline-desk.ts'
import { submitTo } from '#tests/support/offline/submit-to.ts'

loadCommandsFrom(async () => [changeCrate as never])

const note = (numbers: { readonly unsettled: readonly number[]; readonly settling?: readonly number[] }) =>
  localStorage.setItem(lossMarkerName(USER), JSON.stringify({ device: 'd', lastSeq: 1, known: [], ...numbers }))
const noteThatWaits = (unsettled: readonly number[]) => note({ unsettled })

/** What became of it by now. */
async function isOver(work: Promise<void>): Promise<boolean> {
  let isSettled = false
  void work.then(() => {
    isSettled = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  return isSettled
}

/** An outbox that is loaded when the test says so. */
async function startingOutbox() {
  const desk = await aDesk()
  const { promise, resolve } = Promise.withResolvers<OutboxPorts>()
  const started = startOutbox({ user: USER, ports: () => promise })
  return { open: () => resolve(desk.ports), started }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await stopOutbox()
})

test.each([
  ['that waits', { unsettled: [1] }],
  ['that the server has and whose rows were not fetched', { unsettled: [], settling: [1] }],
])('where the note knows of a change %s, rows wait until it is read', async (_, numbers) => {
  const { open, started } = await startingOutbox()
  note(numbers)
  const read = whenOutboxRead(USER)
  expect(await isOver(read)).toBe(false)
  open()
  await started
  await read
  expect(outboxSnapshot().state).not.toBe('starting')
})

test.each([
  ['where the note knows of nothing', () => noteThatWaits([])],
  ['where there is no note', () => undefined],
  ['where the note can’t be read', () => localStorage.setItem(lossMarkerName(USER), '{"unsettled":[1')],
])('%s, rows do not wait', async (_, prepare) => {
  await startingOutbox()
  prepare()
  expect(await isOver(whenOutboxRead(USER))).toBe(true)
})

test('once it is read, and when nobody is signed in, nothing waits for it', async () => {
  const { open, started } = await startingOutbox()
  open()
  await started
  await submitTo(await openedOutbox(), changeCrate, { was: aCrate(), to: { color: 'green' } }, 3)
  noteThatWaits([1])
  expect(await isOver(whenOutboxRead(USER))).toBe(true)
  await stopOutbox()
  expect(await isOver(whenOutboxRead(USER))).toBe(true)
})

test('an outbox that can’t be opened holds rows up for a second and no longer, and only once', async () => {
  const { open, started } = await startingOutbox()
  noteThatWaits([1])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const read = whenOutboxRead(USER)
  vi.advanceTimersByTime(999)
  expect(await isOver(read)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await isOver(read)).toBe(true)
  expect(await isOver(whenOutboxRead(USER))).toBe(true)

  // Another start is waited for anew.
  open()
  await started
  await expect.poll(() => outboxSnapshot().state).not.toBe('starting')
  await stopOutbox()
  await startingOutbox()
  expect(await isOver(whenOutboxRead(USER))).toBe(false)
})
