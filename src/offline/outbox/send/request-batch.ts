import { type BatchedAnswer, changeEndpoints, NOT_BATCHED } from '#contract/wire/changes.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { parseAnswer } from '#contract/wire/receipt.ts'
import type { CallOptions } from '#src/api/call.ts'
import type { Sending } from '../ports.ts'
import type { AttemptResult } from './attempt-result.ts'
import { headersOf } from './change-headers.ts'
import { outcomeOf } from './outcome.ts'

type Ask = (endpoint: EndpointShape, options: CallOptions<EndpointShape>) => Promise<AttemptResult>

/**
 * Sends several changes in one request; answers what came of each. Whatever becomes of the request itself becomes of all
 * of them, but for a no to the request: no change was refused by that.
 */
export async function requestBatch(ask: Ask, load: readonly Sending[]): Promise<readonly AttemptResult[]> {
  const changes = load.map(({ entry, command }) => ({
    call: command.endpoint.name,
    params: entry.request.params,
    headers: headersOf(entry),
    body: entry.request.body === undefined ? undefined : JSON.stringify(entry.request.body),
  }))
  const facts = await ask(changeEndpoints.together, { body: { changes } })
  const all = (one: AttemptResult) => load.map(() => one)
  if (facts.kind !== 'answer') return all(facts)
  const { is } = outcomeOf(facts, 0, 0)
  if (is === 'refused' || is === 'conflict') return all({ kind: 'not_carried' })
  if (is !== 'done') return all(facts)
  const told = changeEndpoints.together.reply.safeParse(facts.reply)
  const answers = told.success ? told.data.answers : []
  // Whose answer is whose nobody could say.
  if (answers.length !== load.length) return all({ kind: 'not_ours' })
  return load.map((one, at) => factsOf(one, answers[at]))
}

function factsOf({ command }: Sending, answer: BatchedAnswer | undefined): AttemptResult {
  // Of a token that has run out since: by itself it gets a new one.
  if (!answer || answer.status === NOT_BATCHED || answer.status === 401) return { kind: 'not_carried' }
  const { status, body, retry_after } = answer
  const retryAfterMs = retry_after === null ? null : retry_after * 1000
  if (status < 200 || status >= 300) return { kind: 'answer', status, reply: body, retryAfterMs }
  const read = parseAnswer(command.endpoint, body)
  if (read && !read.success) return { kind: 'not_ours' }
  return { kind: 'answer', status, reply: read?.data, retryAfterMs }
}
