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
const batch: readonly OutgoingEntry[] = [1, 2, 3].map((seq) => ({ entry: anEntry({ seq }), command: changeThing }))
const done = (edit: number) => ({ status: 200, body: { versions: { a: edit } }, retry_after: null })

/** Sends the batch to a server that responds with `respond`. Returns the results and the calls. */
async function sendAll(respond: () => Promise<unknown>, rows?: unknown) {
  const calls: Parameters<Send>[1][] = []
  const send: Send = async (endpoint, options) => {
    expect(endpoint.name).toBe('changes.together')
    calls.push(options)
    return { data: await respond(), status: 200, rows }
  }
  const session = { user: () => '7', token: () => mine, refresh: () => Promise.resolve('refused' as const) }
  const facts = await httpTransport(session, send).sendBatch(batch, new AbortController().signal)
  return { facts, calls }
}
const refusal = (status: number) => () => Promise.reject(new ApiError('status', { status, problem: { detail: 'No.' } }))
const allWith = (facts: AttemptResult) => [facts, facts, facts]

test('a batch goes in one request, each change with the headers and body it would have alone', async () => {
  const { calls, facts } = await sendAll(async () => ({ answers: [done(1), done(2), done(3)] }))
  expect(calls).toHaveLength(1)
  expect(calls[0]?.token).toBe(mine)
  const { changes } = changeEndpoints.together.body.parse(calls[0]?.body)
  expect(changes).toHaveLength(3)
  expect(changes[1]).toEqual({
    call: changeThing.endpoint.name,
    headers: {
      'Idempotency-Key': `"${batch[1]?.entry.id}"`,
      'If-Match': '"1"',
      'Device-Id': 'tablet',
      'Device-Seq': '2',
    },
    body: JSON.stringify(batch[1]?.entry.request.body),
  })
  expect(facts).toMatchObject(
    [1, 2, 3].map((edit) => ({ kind: 'answer', status: 200, reply: { versions: { a: edit } } })),
  )
})

test('the rows of a batch belong to each change that was made', async () => {
  const refused = { status: 412, body: { detail: 'Changed.' }, retry_after: null }
  const { facts, calls } = await sendAll(async () => ({ answers: [done(1), refused, done(3)] }), 'the rows')
  expect(calls[0]?.headers).toEqual({ Prefer: 'rows' })
  expect(facts.map((one) => one.kind === 'answer' && one.rows)).toEqual(['the rows', undefined, 'the rows'])
})

test('each change of a batch has its own response', async () => {
  const refused = { status: 412, body: { detail: 'Changed.' }, retry_after: null }
  const busy = { status: 409, body: { detail: 'Wait.' }, retry_after: 2 }
  const { facts } = await sendAll(async () => ({ answers: [refused, done(2), busy] }))
  expect(facts).toMatchObject([
    { status: 412, reply: refused.body, retryAfterMs: null },
    { status: 200 },
    { status: 409, retryAfterMs: 2_000 },
  ])
})

test('a success response that Haulyard cannot have sent is not accepted', async () => {
  const { facts } = await sendAll(async () => ({ answers: [{ ...done(1), body: 'what?' }, done(2), done(3)] }))
  expect(facts).toMatchObject([{ kind: 'not_ours' }, { status: 200 }, { status: 200 }])
})

test.each([
  ['whose token expired on the way', 401],
  ['that the server did not begin', NOT_BATCHED],
])('a change %s must go alone; the others are not sent again', async (_, status) => {
  const late = { status, body: null, retry_after: null }
  const { facts, calls } = await sendAll(async () => ({ answers: [done(1), late, done(3)] }))
  expect(facts).toMatchObject([{ status: 200 }, { kind: 'not_carried' }, { status: 200 }])
  expect(calls).toHaveLength(1)
})

test.each([400, 403, 404, 412, 413, 422])(
  'a server that responds %s to the batch request has refused no change',
  async (status) => {
    const { facts, calls } = await sendAll(refusal(status))
    expect(facts).toEqual(allWith({ kind: 'not_carried' }))
    expect(calls).toHaveLength(1)
  },
)

test.each<[string, () => Promise<unknown>, AttemptResult | object]>([
  ['a network that fails', () => Promise.reject(new ApiError('network')), { kind: 'network' }],
  ['a timeout', () => Promise.reject(new ApiError('timeout')), { kind: 'timeout' }],
  ['a page of a network portal', () => Promise.reject(new ApiError('not_ours')), { kind: 'not_ours' }],
  ['an ended session', refusal(401), { kind: 'answer', status: 401 }],
  ['a failing server', refusal(503), { kind: 'answer', status: 503 }],
  ['a server that limits requests', refusal(429), { kind: 'answer', status: 429 }],
])('%s applies to every change of the batch', async (_, together, facts) => {
  const { facts: all, calls } = await sendAll(together)
  expect(calls).toHaveLength(1)
  expect(all).toMatchObject(allWith(facts as AttemptResult))
})

test('a response with fewer answers than changes settles no change', async () => {
  const { facts } = await sendAll(async () => ({ answers: [done(1), done(2)] }))
  expect(facts).toEqual(allWith({ kind: 'not_ours' }))
})
