import { expect, test } from 'vitest'
import { changeEndpoints, NOT_BATCHED } from '#contract/wire/changes.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { OutgoingEntry } from '#src/offline/outbox/ports.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { httpTransport, type Send } from '#src/offline/outbox/send/transport.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { tokenFor } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'

const mine = tokenFor('7', 'one')
const load: readonly OutgoingEntry[] = [1, 2, 3].map((seq) => ({ entry: anEntry({ seq }), command: changeThing }))
const done = (edit: number) => ({ status: 200, body: { versions: { a: edit } }, retry_after: null })

/** What comes of the load where the request that carries it is answered so. */
async function sent(together: () => Promise<unknown>) {
  const calls: Parameters<Send>[1][] = []
  const send: Send = async (endpoint, options) => {
    expect(endpoint.name).toBe('changes.together')
    calls.push(options)
    return { data: await together(), status: 200 }
  }
  const who = { user: () => '7', token: () => mine, refresh: () => Promise.resolve('refused' as const) }
  const facts = await httpTransport(who, send).sendBatch(load, new AbortController().signal)
  return { facts, calls }
}
const refusal = (status: number) => () => Promise.reject(new ApiError('status', { status, problem: { detail: 'No.' } }))
const alike = (facts: AttemptResult) => [facts, facts, facts]

test('they go in one request, each with what it would say by itself', async () => {
  const { calls, facts } = await sent(async () => ({ answers: [done(1), done(2), done(3)] }))
  expect(calls).toHaveLength(1)
  expect(calls[0]?.token).toBe(mine)
  const { changes } = changeEndpoints.together.body.parse(calls[0]?.body)
  expect(changes).toHaveLength(3)
  expect(changes[1]).toEqual({
    call: changeThing.endpoint.name,
    headers: {
      'Idempotency-Key': `"${load[1]?.entry.id}"`,
      'If-Match': '"1"',
      'Device-Id': 'tablet',
      'Device-Seq': '2',
    },
    body: JSON.stringify(load[1]?.entry.request.body),
  })
  expect(facts).toMatchObject(
    [1, 2, 3].map((edit) => ({ kind: 'answer', status: 200, reply: { versions: { a: edit } } })),
  )
})

test('each has its own answer', async () => {
  const refused = { status: 412, body: { detail: 'Changed.' }, retry_after: null }
  const busy = { status: 409, body: { detail: 'Wait.' }, retry_after: 2 }
  const { facts } = await sent(async () => ({ answers: [refused, done(2), busy] }))
  expect(facts).toMatchObject([
    { status: 412, reply: refused.body, retryAfterMs: null },
    { status: 200 },
    { status: 409, retryAfterMs: 2_000 },
  ])
})

test('a yes that is none of ours is none', async () => {
  const { facts } = await sent(async () => ({ answers: [{ ...done(1), body: 'what?' }, done(2), done(3)] }))
  expect(facts).toMatchObject([{ kind: 'not_ours' }, { status: 200 }, { status: 200 }])
})

test.each([
  ['whose token ran out on the way', 401],
  ['that the server has not begun', NOT_BATCHED],
])('one %s has to go by itself; the others are not asked again', async (_, status) => {
  const late = { status, body: null, retry_after: null }
  const { facts, calls } = await sent(async () => ({ answers: [done(1), late, done(3)] }))
  expect(facts).toMatchObject([{ status: 200 }, { kind: 'not_carried' }, { status: 200 }])
  expect(calls).toHaveLength(1)
})

test.each([400, 403, 404, 412, 413, 422])(
  'a server that answers %s to the request has refused no change',
  async (status) => {
    const { facts, calls } = await sent(refusal(status))
    expect(facts).toEqual(alike({ kind: 'not_carried' }))
    expect(calls).toHaveLength(1)
  },
)

test.each<[string, () => Promise<unknown>, AttemptResult | object]>([
  ['a network that fails', () => Promise.reject(new ApiError('network')), { kind: 'network' }],
  ['no answer in time', () => Promise.reject(new ApiError('timeout')), { kind: 'timeout' }],
  ['a page of a portal', () => Promise.reject(new ApiError('not_ours')), { kind: 'not_ours' }],
  ['a session that is over', refusal(401), { kind: 'answer', status: 401 }],
  ['a server in trouble', refusal(503), { kind: 'answer', status: 503 }],
  ['a server that has enough', refusal(429), { kind: 'answer', status: 429 }],
])('%s is so for all of them', async (_, together, facts) => {
  const { facts: all, calls } = await sent(together)
  expect(calls).toHaveLength(1)
  expect(all).toMatchObject(alike(facts as AttemptResult))
})

test('answers that are not as many as the changes say nothing of any', async () => {
  const { facts } = await sent(async () => ({ answers: [done(1), done(2)] }))
  expect(facts).toEqual(alike({ kind: 'not_ours' }))
})
