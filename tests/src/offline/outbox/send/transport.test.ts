import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import type { UserSession } from '#src/offline/outbox/ports.ts'
import { httpTransport, type Send } from '#src/offline/outbox/send/transport.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { tokenFor } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'

const mine = tokenFor('7', 'one')
const theirs = tokenFor('8', 'two')
const neverAborted = new AbortController().signal
const aSession = (parts: Partial<UserSession> = {}): UserSession => ({
  user: () => '7',
  token: () => mine,
  refresh: () => Promise.resolve('refused'),
  ...parts,
})
const recordingSend = (
  answer: (token: string | undefined) => Promise<{ data: unknown; status: number; rows?: unknown }>,
) => {
  const calls: Parameters<Send>[1][] = []
  const send: Send = (_endpoint, options) => {
    calls.push(options)
    return answer(options.token)
  }
  return { calls, send }
}
const succeedingSend = () => recordingSend(() => Promise.resolve({ data: {}, status: 200 }))
const refusal = (status: number) => () => Promise.reject(new ApiError('status', { status, problem: { detail: 'No.' } }))

test('an entry is sent as its own user, with its key, its sequence number and the version that the user saw', async () => {
  const { calls, send } = succeedingSend()
  const entry = anEntry({ seq: 12, seenVersion: 4 })
  expect(await httpTransport(aSession(), send).send(entry, changeThing, neverAborted)).toMatchObject({ status: 200 })
  expect(calls[0]).toMatchObject({
    token: mine,
    body: entry.request.body,
    headers: { 'Idempotency-Key': `"${entry.id}"`, 'If-Match': '"4"', 'Device-Id': 'tablet', 'Device-Seq': '12' },
  })
})
test('a new record is sent without If-Match', async () => {
  const { calls, send } = succeedingSend()
  await httpTransport(aSession(), send).send(anEntry({ seenVersion: null }), changeThing, neverAborted)
  expect(calls[0]?.headers).not.toHaveProperty('If-Match')
})

test('an entry prefers a response with the changed rows, and passes them on as they are', async () => {
  const { calls, send } = recordingSend(() => Promise.resolve({ data: {}, status: 200, rows: 'the rows' }))
  const result = await httpTransport(aSession(), send).send(anEntry(), changeThing, neverAborted)
  expect(result).toMatchObject({ kind: 'answer', status: 200, rows: 'the rows' })
  expect(calls[0]?.headers).toMatchObject({ Prefer: 'rows' })
})

describe('nothing is sent', () => {
  test.each<[string, Partial<UserSession>]>([
    ["with another user's token", { token: () => theirs }],
    ['without a token', { token: () => null }],
    ['while another user is signed in', { user: () => '8' }],
  ])('%s', async (_name, parts) => {
    const { calls, send } = succeedingSend()
    const facts = await httpTransport(aSession(parts), send).send(anEntry(), changeThing, neverAborted)
    expect(facts).toEqual({ kind: 'not_theirs' })
    expect(calls).toEqual([])
  })
  test("a second time after a refresh that returned another user's token", async () => {
    let token = mine
    const { calls, send } = recordingSend(refusal(401))
    const session = aSession({
      token: () => token,
      refresh: async () => {
        token = theirs
        return 'refreshed'
      },
    })
    expect(await httpTransport(session, send).send(anEntry(), changeThing, neverAborted)).toEqual({
      kind: 'not_theirs',
    })
    expect(calls).toHaveLength(1)
  })
})

describe('an expired token', () => {
  test('is refreshed once, and the entry is sent with the new token', async () => {
    const fresh = tokenFor('7', 'fresh')
    let token = mine
    const { calls, send } = recordingSend((used) =>
      used === fresh ? Promise.resolve({ data: {}, status: 200 }) : refusal(401)(),
    )
    const session = aSession({
      token: () => token,
      refresh: async () => {
        token = fresh
        return 'refreshed'
      },
    })
    expect(await httpTransport(session, send).send(anEntry(), changeThing, neverAborted)).toMatchObject({ status: 200 })
    expect(calls.map((one) => one.token)).toEqual([mine, fresh])
  })
  test('that cannot be refreshed without a network gives a network failure', async () => {
    const { send } = recordingSend(refusal(401))
    const session = aSession({ refresh: () => Promise.resolve('unreachable') })
    expect(await httpTransport(session, send).send(anEntry(), changeThing, neverAborted)).toEqual({ kind: 'network' })
  })
})

test('stopping the outbox does not wait for a refresh that hangs', async () => {
  const end = new AbortController()
  const { send } = recordingSend(refusal(401))
  const session = aSession({
    refresh: () => {
      end.abort()
      return new Promise(() => undefined)
    },
  })
  expect(await httpTransport(session, send).send(anEntry(), changeThing, end.signal)).toEqual({ kind: 'aborted' })
})

test('an error of the app before anything was sent counts as a refusal and is not retried forever', async () => {
  const broken = () => Promise.reject(new Error('things.change: path parameter "id" is missing'))
  const facts = await httpTransport(aSession({ token: () => mine }), broken).send(anEntry(), changeThing, neverAborted)
  expect(facts).toMatchObject({
    kind: 'answer',
    status: 400,
    reply: { detail: expect.stringContaining('"id" is missing') },
  })
})

test.each([
  [
    'from start to end, a failed request counts as offline: nothing left the device',
    [true, true],
    'network',
    'offline',
  ],
  ['only at the start, a failed request may have arrived', [true, false], 'network', 'network'],
  ['only at the end, a failed request may have arrived', [false, true], 'network', 'network'],
  ['from start to end, a timeout stays a timeout: something received the request', [true, true], 'timeout', 'timeout'],
] as const)('without a network %s', async (_name, signs, failure, kind) => {
  const left: boolean[] = [...signs]
  const { send } = recordingSend(() => Promise.reject(new ApiError(failure)))
  const transport = httpTransport(aSession(), send, () => left.shift() ?? false)
  expect(await transport.send(anEntry(), changeThing, neverAborted)).toEqual({ kind })
})
