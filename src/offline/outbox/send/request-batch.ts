import { type BatchedAnswer, changeEndpoints, NOT_BATCHED } from '#contract/wire/changes.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { parseAnswer } from '#contract/wire/receipt.ts'
import type { CallOptions } from '#src/api/call.ts'
import type { OutgoingEntry } from '../ports.ts'
import type { AttemptResult } from './attempt-result.ts'
import { changeHeaders } from './change-headers.ts'
import { outcomeOf } from './outcome.ts'

type Attempt = (endpoint: EndpointShape, options: CallOptions<EndpointShape>) => Promise<AttemptResult>

/**
 * Sends several changes in one request and returns one result per change, in order. A failure of the request itself is
 * the result of every change. A refusal of the request itself refuses no change: each is then sent on its own.
 */
export async function requestBatch(
  attempt: Attempt,
  batch: readonly OutgoingEntry[],
): Promise<readonly AttemptResult[]> {
  const changes = batch.map(({ entry, command }) => ({
    call: command.endpoint.name,
    params: entry.request.params,
    headers: changeHeaders(entry),
    body: entry.request.body === undefined ? undefined : JSON.stringify(entry.request.body),
  }))
  const response = await attempt(changeEndpoints.together, { body: { changes } })
  const forAll = (result: AttemptResult) => batch.map(() => result)
  if (response.kind !== 'answer') return forAll(response)
  const { is } = outcomeOf(response, 0, 0)
  if (is === 'refused' || is === 'conflict') return forAll({ kind: 'not_carried' })
  if (is !== 'done') return forAll(response)
  const parsed = changeEndpoints.together.reply.safeParse(response.reply)
  const answers = parsed.success ? parsed.data.answers : []
  // With another number of answers, none can be matched to its change.
  if (answers.length !== batch.length) return forAll({ kind: 'not_ours' })
  const { rows } = response
  return batch.map((outgoing, index) => resultOf(outgoing, answers[index], rows))
}

/** `rows`: see `Answer.rows`. */
function resultOf({ command }: OutgoingEntry, answer: BatchedAnswer | undefined, rows: unknown): AttemptResult {
  // 401: the token has expired since. Sent on its own, the change gets a new token.
  if (!answer || answer.status === NOT_BATCHED || answer.status === 401) return { kind: 'not_carried' }
  const { status, body, retry_after } = answer
  const retryAfterMs = retry_after === null ? null : retry_after * 1000
  if (status < 200 || status >= 300) return { kind: 'answer', status, reply: body, retryAfterMs }
  const parsed = parseAnswer(command.endpoint, body)
  if (parsed && !parsed.success) return { kind: 'not_ours' }
  return { kind: 'answer', status, reply: parsed?.data, retryAfterMs, ...(rows !== undefined && { rows }) }
}
