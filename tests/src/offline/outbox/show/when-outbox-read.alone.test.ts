import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lossMarkerName } from '#src/offline/outbox/entry/names.ts'
import { loadCommandsFrom, openedOutbox, outboxSnapshot, startOutbox, stopOutbox } from '#src/offline/outbox/outbox.ts'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { whenOutboxRead } from '#src/offline/outbox/show/when-outbox-read.ts'
import { fakeStorage } from '#tests/support/browser/fake-browser.ts'
import { aCrate, aDesk, changeCrate, USER } from '#tests/support/offline/offline-desk.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

loadCommandsFrom(async () => [changeCrate as never])

const writeNote = (numbers: { readonly unsettled: readonly number[]; readonly settling?: readonly number[] }) =>
  localStorage.setItem(lossMarkerName(USER), JSON.stringify({ device: 'd', lastSeq: 1, known: [], ...numbers }))
const writeNoteWaiting = (unsettled: readonly number[]) => writeNote({ unsettled })

/** Whether the promise is resolved by now. */
async function isSettled(work: Promise<void>): Promise<boolean> {
  let isResolved = false
  void work.then(() => {
    isResolved = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  return isResolved
}

/** An outbox that stays in `starting` until `open` is called. */
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
  ['that is done and whose rows were not refetched', { unsettled: [], settling: [1] }],
])('when the loss marker lists a change %s, rows wait until it is read', async (_, numbers) => {
  const { open, started } = await startingOutbox()
  writeNote(numbers)
  const read = whenOutboxRead(USER)
  expect(await isSettled(read)).toBe(false)
  open()
  await started
  await read
  expect(outboxSnapshot().state).not.toBe('starting')
})

test.each([
  ['with a loss marker that lists nothing', () => writeNoteWaiting([])],
  ['without a loss marker', () => undefined],
  ['with a loss marker that cannot be read', () => localStorage.setItem(lossMarkerName(USER), '{"unsettled":[1')],
])('%s, rows do not wait', async (_, prepare) => {
  await startingOutbox()
  prepare()
  expect(await isSettled(whenOutboxRead(USER))).toBe(true)
})

test('rows do not wait once the outbox is read, nor when no user is signed in', async () => {
  const { open, started } = await startingOutbox()
  open()
  await started
  await submitChange(await openedOutbox(), changeCrate, { was: aCrate(), to: { color: 'green' } }, 3)
  writeNoteWaiting([1])
  expect(await isSettled(whenOutboxRead(USER))).toBe(true)
  await stopOutbox()
  expect(await isSettled(whenOutboxRead(USER))).toBe(true)
})

test('an outbox that does not open delays rows by at most one second, and only once per start', async () => {
  const { open, started } = await startingOutbox()
  writeNoteWaiting([1])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const read = whenOutboxRead(USER)
  vi.advanceTimersByTime(999)
  expect(await isSettled(read)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await isSettled(read)).toBe(true)
  expect(await isSettled(whenOutboxRead(USER))).toBe(true)

  // Rows wait again for the next start.
  open()
  await started
  await expect.poll(() => outboxSnapshot().state).not.toBe('starting')
  await stopOutbox()
  await startingOutbox()
  expect(await isSettled(whenOutboxRead(USER))).toBe(false)
})
