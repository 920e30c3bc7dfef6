import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type CallOptions, call } from '#src/api/call.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { claimsOf } from '#src/session/tokens/token-claims.ts'
import type { Transport, Who } from '../ports.ts'
import type { AttemptResult } from './attempt-result.ts'
import { headersOf } from './change-headers.ts'
import { requestBatch } from './request-batch.ts'

/** `call`, as far as the outbox uses it. */
export type Send = (
  endpoint: EndpointShape,
  options: CallOptions<EndpointShape>,
) => Promise<{ readonly data: unknown; readonly status: number }>

type Options = CallOptions<EndpointShape> & { readonly signal: AbortSignal }

/**
 * Sends an entry as its own person. The token is read here, at the last moment, judged, and handed to the call, so that
 * a change of person meanwhile (another tab, a refresh) can't lend it another's token.
 */
export function httpTransport(who: Who, send: Send = call, hasNoNetwork = browserHasNoNetwork): Transport {
  const theirs = (entry: OutboxEntry): string | null => {
    const token = who.token()
    if (token === null || who.user() !== entry.user) return null
    // A host whose tokens say nothing leaves only the session's word.
    return (claimsOf(token)?.sub ?? who.user()) === entry.user ? token : null
  }
  const asTheirs = async (entry: OutboxEntry, endpoint: EndpointShape, options: Options): Promise<AttemptResult> => {
    const token = theirs(entry)
    if (token === null) return { kind: 'not_theirs' }
    const wasOffline = hasNoNetwork()
    const facts = await attempt(send, endpoint, { ...options, token })
    // Before and after: it can't have had one in between without the call being told of it.
    if (facts.kind === 'network' && wasOffline && hasNoNetwork()) return { kind: 'offline' }
    if (facts.kind !== 'answer' || facts.status !== 401) return facts
    // A refresh may hang as long as the network does; an end of the outbox does not wait for it.
    const outcome = await Promise.race([who.refresh(token), endOf(options.signal)])
    if (outcome === 'aborted') return { kind: 'aborted' }
    if (outcome === 'unreachable') return { kind: 'network' }
    if (outcome === 'refused') return facts
    const fresh = theirs(entry)
    return fresh === null ? { kind: 'not_theirs' } : attempt(send, endpoint, { ...options, token: fresh })
  }
  return {
    async send(entry, { endpoint }, signal, files) {
      const said = { ...entry.request, headers: headersOf(entry), signal }
      const facts = files ? null : await asTheirs(entry, endpoint, said)
      // Our own server takes JSON everywhere: one that does not is another, which wants what the specification sends.
      if (facts && (!endpoint.form || facts.kind !== 'answer' || facts.status !== 415)) return facts
      const { formOf } = await import('#src/offline/outbox/save/as-form.ts')
      return asTheirs(entry, endpoint, { ...said, body: formOf(entry, files ?? []) })
    },
    async sendTogether(load, signal) {
      const [first] = load
      if (!first) return []
      return requestBatch((endpoint, options) => asTheirs(first.entry, endpoint, { ...options, signal }), load)
    },
    async upload(entry, file, bytes, course) {
      const { signal } = course
      const { sendParts } = await import('./upload.ts')
      return sendParts((endpoint, options) => asTheirs(entry, endpoint, { ...options, signal }), file, bytes, course)
    },
  }
}

/** Only its no is to be believed: its yes may be a network that leads nowhere. */
const browserHasNoNetwork = () => globalThis.navigator?.onLine === false

function endOf(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted')
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
}

/** What came of one call, as bare facts; never rejects. */
export async function attempt(send: Send, endpoint: EndpointShape, options: Options): Promise<AttemptResult> {
  try {
    const { data, status } = await send(endpoint, options)
    return { kind: 'answer', status, reply: data, retryAfterMs: null }
  } catch (error) {
    if (options.signal.aborted) return { kind: 'aborted' }
    // A fault of ours before anything was sent (a path that can't be filled in): trying again can't help, so it is shown.
    if (!(error instanceof ApiError))
      return { kind: 'answer', status: 400, reply: { detail: String(error) }, retryAfterMs: null }
    if (error.kind !== 'status') return { kind: error.kind }
    return { kind: 'answer', status: error.status ?? 500, reply: error.problem, retryAfterMs: error.retryAfterMs }
  }
}
