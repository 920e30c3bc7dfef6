import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import type { UserSession } from '#src/offline/outbox/ports.ts'
import { httpTransport, type Send } from '#src/offline/outbox/send/transport.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { tokenFor } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'

const mine = tokenFor('7', 'one')
const theirs = tokenFor('8', 'two')
const nobody = new AbortController().signal
const someone = (parts: Partial<UserSession> = {}): UserSession => ({
  user: () => '7',
  token: () => mine,
  refresh: () => Promise.resolve('refused'),
  ...parts,
})
const recorded = (answer: (token: string | undefined) => Promise<{ data: unknown; status: number }>) => {
  const calls: Parameters<Send>[1][] = []
  const send: Send = (_endpoint, options) => {
    calls.push(options)
    return answer(options.token)
  }
  return { calls, send }
}
const yes = () => recorded(() => Promise.resolve({ data: {}, status: 200 }))
const refusal = (status: number) => () => Promise.reject(new ApiError('status', { status, problem: { detail: 'No.' } }))

test('an entry goes as its own person, with its key, its place in the order and the version that was seen', async () => {
  const { calls, send } = yes()
  const entry = anEntry({ seq: 12, seenVersion: 4 })
  expect(await httpTransport(someone(), send).send(entry, changeThing, nobody)).toMatchObject({ status: 200 })
  expect(calls[0]).toMatchObject({
    token: mine,
    body: entry.request.body,
    headers: { 'Idempotency-Key': `"${entry.id}"`, 'If-Match': '"4"', 'Device-Id': 'tablet', 'Device-Seq': '12' },
  })
})
test('a new record has no version to match', async () => {
  const { calls, send } = yes()
  await httpTransport(someone(), send).send(anEntry({ seenVersion: null }), changeThing, nobody)
  expect(calls[0]?.headers).not.toHaveProperty('If-Match')
})

describe('nothing is sent', () => {
  test.each<[string, Partial<UserSession>]>([
    ["with another person's token", { token: () => theirs }],
    ['without a token', { token: () => null }],
    ['while another person is signed in', { user: () => '8' }],
  ])('%s', async (_name, parts) => {
    const { calls, send } = yes()
    const facts = await httpTransport(someone(parts), send).send(anEntry(), changeThing, nobody)
    expect(facts).toEqual({ kind: 'not_theirs' })
    expect(calls).toEqual([])
  })
  test('again after a refresh that brought another person in', async () => {
    let token = mine
    const { calls, send } = recorded(refusal(401))
    const who = someone({
      token: () => token,
      refresh: async () => {
        token = theirs
        return 'refreshed'
      },
    })
    expect(await httpTransport(who, send).send(anEntry(), changeThing, nobody)).toEqual({ kind: 'not_theirs' })
    expect(calls).toHaveLength(1)
  })
})

describe('a token that has expired', () => {
  test('is refreshed once, and the entry goes with the new one', async () => {
    const fresh = tokenFor('7', 'fresh')
    let token = mine
    const { calls, send } = recorded((used) =>
      used === fresh ? Promise.resolve({ data: {}, status: 200 }) : refusal(401)(),
    )
    const who = someone({
      token: () => token,
      refresh: async () => {
        token = fresh
        return 'refreshed'
      },
    })
    expect(await httpTransport(who, send).send(anEntry(), changeThing, nobody)).toMatchObject({ status: 200 })
    expect(calls.map((one) => one.token)).toEqual([mine, fresh])
  })
  test('and can not be refreshed for want of a network: later', async () => {
    const { send } = recorded(refusal(401))
    const who = someone({ refresh: () => Promise.resolve('unreachable') })
    expect(await httpTransport(who, send).send(anEntry(), changeThing, nobody)).toEqual({ kind: 'network' })
  })
})

test('an end of the outbox does not wait for a refresh that hangs', async () => {
  const end = new AbortController()
  const { send } = recorded(refusal(401))
  const who = someone({
    refresh: () => {
      end.abort()
      return new Promise(() => undefined)
    },
  })
  expect(await httpTransport(who, send).send(anEntry(), changeThing, end.signal)).toEqual({ kind: 'aborted' })
})

test('a fault of ours before anything was sent is shown as a refusal, not tried for ever', async () => {
  const broken = () => Promise.reject(new Error('things.change: path parameter "id" is missing'))
  const facts = await httpTransport(someone({ token: () => mine }), broken).send(anEntry(), changeThing, nobody)
  expect(facts).toMatchObject({
    kind: 'answer',
    status: 400,
    reply: { detail: expect.stringContaining('"id" is missing') },
  })
})

test.each([
  ['all the while: nothing left the device', [true, true], 'network', 'offline'],
  ['before, and one since: it may have got through', [true, false], 'network', 'network'],
  ['since, and one before', [false, true], 'network', 'network'],
  ['and yet no answer in time: something had it', [true, true], 'timeout', 'timeout'],
] as const)('no network %s', async (_name, signs, failure, kind) => {
  const left: boolean[] = [...signs]
  const { send } = recorded(() => Promise.reject(new ApiError(failure)))
  const transport = httpTransport(someone(), send, () => left.shift() ?? false)
  expect(await transport.send(anEntry(), changeThing, nobody)).toEqual({ kind })
})
