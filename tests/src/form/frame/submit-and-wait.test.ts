import { afterEach, describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { noteWait } from '#src/form/frame/patience.ts'
import { type Submitter, submitAndWait } from '#src/form/frame/submit-and-wait.ts'
import { newChange } from '#src/offline/command.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { loadCommandsFrom, outboxSnapshot, startOutbox, stopOutbox } from '#src/offline/outbox/outbox.ts'
import type { Transport } from '#src/offline/outbox/ports.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { isAwaited } from '#src/offline/outbox/show/awaited-changes.ts'
import { aCrate, aDesk, answer, changeCrate, USER } from '#tests/support/offline/offline-desk.ts'

loadCommandsFrom(async () => [changeCrate as never])
afterEach(() => {
  noteWait(true)
  return stopOutbox()
})

const never = new Promise<AttemptResult>(() => undefined)
const aborted = (signal: AbortSignal) =>
  new Promise<AttemptResult>((resolve) => {
    const end = () => resolve({ kind: 'aborted' })
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })

/** Opens an outbox whose server answers each change with `respond`. */
async function anOutbox(respond: (entry: OutboxEntry) => AttemptResult | Promise<AttemptResult>) {
  const { ports } = await aDesk()
  const transport: Transport = {
    send: (entry, _, signal) => Promise.race([Promise.resolve(respond(entry)), aborted(signal)]),
    sendBatch: (_, signal) => aborted(signal).then((result) => [result]),
    upload: (_, __, ___, { signal }) => aborted(signal),
  }
  await startOutbox({ user: USER, ports: async () => ({ ...ports, transport }) })
}

/** Submits a change of a crate with a file of `bytes` bytes, and measures how long the form stays open. */
async function submit(bytes = 0, over: Partial<Submitter> = {}) {
  const file = new File([new Uint8Array(bytes)], 'tire.jpg')
  const files = bytes === 0 ? [] : [{ field: 'files', file, name: file.name }]
  const change = { ...newChange(changeCrate, { was: aCrate(), to: { color: 'green' } }, 3), files }
  const began = performance.now()
  const { is, ids } = await submitAndWait([change], { as: USER, isHere: () => true, ...over })
  return { is, ids, tookMs: performance.now() - began }
}

describe('what was saved', () => {
  test('is named by all records, like the truck and the trailer of a lap, but not by more than two', async () => {
    await anOutbox(() => answer(200, aCrate({ version: 4 })))
    const save = async (...labels: readonly string[]) => {
      const changes = labels.map((label) =>
        newChange(changeCrate, { was: aCrate({ id: label, label }), to: { color: 'green' } }, 3),
      )
      return (await submitAndWait(changes, { as: USER, isHere: () => true })).record
    }
    expect(await save('Bolts')).toBe('Crate Bolts')
    expect(await save('Nuts', 'Nuts', 'Screws')).toBe('Crate Nuts and Crate Screws')
    expect(await save('A', 'B', 'C')).toBeUndefined()
    expect(await save()).toBeUndefined()
  })
})

describe('a form on a good connection', () => {
  test('closes with the server’s answer', async () => {
    await anOutbox(() => answer(200, aCrate({ color: 'green', version: 4 })))
    expect((await submit()).is).toBe('done')
  })

  test('shows a refusal itself: the change leaves the Outbox, and until then counts as shown by the form', async () => {
    let wasAwaited = false
    await anOutbox(({ id }) => {
      wasAwaited = isAwaited(id)
      return answer(400, { color: ['Not this one.'] })
    })
    await expect(submit()).rejects.toBeInstanceOf(ApiError)
    expect(wasAwaited).toBe(true)
    expect(outboxSnapshot().entries).toEqual([])
  })
})

describe('a form whose change can’t be sent yet', () => {
  test('says that it is kept while the server requires a sign-in, and does not wait', async () => {
    await anOutbox(() => ({ kind: 'answer', status: 401, reply: null, retryAfterMs: null }))
    await submit()
    expect(outboxSnapshot().state).toBe('sign_in')
    const { is, tookMs } = await submit()
    expect(is).toBe('kept')
    expect(tookMs).toBeLessThan(900)
  })
})

describe('a form on a connection that does not answer', () => {
  test('closes after a second, and then at once', async () => {
    await anOutbox(() => never)
    const first = await submit()
    expect(first.is).toBe('sending')
    expect(first.tookMs).toBeGreaterThan(900)
    expect(first.tookMs).toBeLessThan(3_000)
    const [id = ''] = first.ids
    expect(isAwaited(id)).toBe(false)
    const second = await submit()
    expect(second.is).toBe('sending')
    expect(second.tookMs).toBeLessThan(900)
  })

  test('does not wait at all for photos', async () => {
    await anOutbox(() => never)
    const { is, tookMs } = await submit(300_000)
    expect(is).toBe('sending')
    expect(tookMs).toBeLessThan(900)
  })
})
