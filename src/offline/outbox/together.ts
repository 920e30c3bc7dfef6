import { type CarriedAnswer, changeEndpoints } from '#contract/changes.ts'
import type { EndpointShape } from '#contract/endpoint.ts'
import type { CallOptions } from '#src/api/call.ts'
import { headersOf } from './change-headers.ts'
import type { Facts, Sending } from './ports.ts'

const TIMEOUT_MS = 20_000
/** What holds for whatever is sent now. Any other no of a server, or of what stands before it, is to the request alone. */
const OF_THEM_ALL: ReadonlySet<number> = new Set([401, 408, 409, 425, 429])

type Ask = (endpoint: EndpointShape, options: CallOptions<EndpointShape>) => Promise<Facts>

/**
 * Sends several changes in one request; answers what came of each. Whatever becomes of the request itself becomes of all
 * of them, but for a server that won't take it: no change was refused by that, and each goes alone.
 */
export async function askTogether(
  ask: Ask,
  load: readonly Sending[],
  alone: (one: Sending) => Promise<Facts>,
): Promise<readonly Facts[]> {
  const changes = load.map(({ entry, command }) => ({
    call: command.endpoint.name,
    params: entry.request.params,
    headers: headersOf(entry),
    body: entry.request.body === undefined ? undefined : JSON.stringify(entry.request.body),
  }))
  const facts = await ask(changeEndpoints.together, { body: { changes }, timeoutMs: TIMEOUT_MS })
  if (facts.kind !== 'answer') return load.map(() => facts)
  const isNo = facts.status >= 400 && facts.status < 500
  if (isNo && !OF_THEM_ALL.has(facts.status)) return inTurn(load, alone)
  if (facts.status !== 200) return load.map(() => facts)
  const told = changeEndpoints.together.reply.safeParse(facts.reply)
  // Whose answer is whose nobody could say.
  if (told.data?.answers.length !== load.length) return load.map(() => ({ kind: 'not_ours' }))
  const { answers } = told.data
  return inTurn(load, (one, at) => {
    const answer = answers[at]
    // The token has run out since: by itself it gets a new one.
    return answer === undefined || answer.status === 401 ? alone(one) : factsOf(one, answer)
  })
}

async function inTurn(load: readonly Sending[], factsOf: (one: Sending, at: number) => Facts | Promise<Facts>) {
  const all: Facts[] = []
  for (const [at, one] of load.entries()) all.push(await factsOf(one, at))
  return all
}

function factsOf({ command }: Sending, { status, body, retry_after }: CarriedAnswer): Facts {
  const retryAfterMs = retry_after === null ? null : retry_after * 1000
  if (status < 200 || status >= 300) return { kind: 'answer', status, reply: body, retryAfterMs }
  const { reply } = command.endpoint
  const read = reply?.safeParse(body)
  if (read && !read.success) return { kind: 'not_ours' }
  return { kind: 'answer', status, reply: read?.data, retryAfterMs }
}
