import type { EndpointShape } from '#contract/endpoint.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type CallOptions, call } from '#src/api/call.ts'
import { claimsOf } from '#src/session/token-claims.ts'
import type { AnyCommand } from '../command.ts'
import type { OutboxEntry } from './entry.ts'
import type { Facts, Transport, Who } from './ports.ts'

/** `call`, as far as the outbox uses it. */
export type Send = (
  endpoint: EndpointShape,
  options: CallOptions<EndpointShape>,
) => Promise<{ readonly data: unknown; readonly status: number }>

/**
 * Sends an entry as its own person. The token is read here, at the last moment, judged, and handed to the call, so that
 * a change of person meanwhile (another tab, a refresh) can't lend it another's token.
 */
export function httpTransport(who: Who, send: Send = call): Transport {
  const theirs = (entry: OutboxEntry): string | null => {
    const token = who.token()
    if (token === null || who.user() !== entry.user) return null
    // A host whose tokens say nothing leaves only the session's word.
    return (claimsOf(token)?.sub ?? who.user()) === entry.user ? token : null
  }
  return {
    async send(entry, command, signal) {
      const token = theirs(entry)
      if (token === null) return { kind: 'not_theirs' }
      const facts = await attempt(send, entry, command, token, signal)
      if (facts.kind !== 'answer' || facts.status !== 401) return facts
      // A refresh may hang as long as the network does; an end of the outbox does not wait for it.
      const outcome = await Promise.race([who.refresh(token), endOf(signal)])
      if (outcome === 'aborted') return { kind: 'aborted' }
      if (outcome === 'unreachable') return { kind: 'network' }
      if (outcome === 'refused') return facts
      const fresh = theirs(entry)
      return fresh === null ? { kind: 'not_theirs' } : attempt(send, entry, command, fresh, signal)
    },
  }
}

function endOf(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted')
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
}

/** The headers that make a change safe to send more than once. */
export function headersOf(entry: OutboxEntry): Readonly<Record<string, string>> {
  return {
    'Idempotency-Key': `"${entry.id}"`,
    'Device-Id': entry.device,
    'Device-Seq': String(entry.seq),
    ...(entry.seenVersion === null ? {} : { 'If-Match': `"${entry.seenVersion}"` }),
  }
}

async function attempt(
  send: Send,
  entry: OutboxEntry,
  command: AnyCommand,
  token: string,
  signal: AbortSignal,
): Promise<Facts> {
  const { params, body } = entry.request
  try {
    const { data, status } = await send(command.endpoint, {
      token,
      signal,
      headers: headersOf(entry),
      ...(params === undefined ? {} : { params }),
      ...(body === undefined ? {} : { body }),
    })
    return { kind: 'answer', status, reply: data, retryAfterMs: null }
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' }
    // A fault of ours before anything was sent (a path that can't be filled in): trying again can't help, so it is shown.
    if (!(error instanceof ApiError))
      return { kind: 'answer', status: 400, reply: { detail: String(error) }, retryAfterMs: null }
    if (error.kind !== 'status') return { kind: error.kind }
    return { kind: 'answer', status: error.status ?? 500, reply: error.problem, retryAfterMs: error.retryAfterMs }
  }
}
