import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { ROWS_PREFERENCE } from '#contract/wire/prefer-rows.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type CallOptions, call } from '#src/api/call.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { claimsOf } from '#src/session/tokens/token-claims.ts'
import type { Transport, UserSession } from '../ports.ts'
import type { AttemptResult } from './attempt-result.ts'
import { changeHeaders } from './change-headers.ts'
import { requestBatch } from './request-batch.ts'

/** The part of `call` that the outbox uses. */
export type Send = (
  endpoint: EndpointShape,
  options: CallOptions<EndpointShape>,
) => Promise<{ readonly data: unknown; readonly status: number; readonly rows?: unknown }>

const PREFER_ROWS = { Prefer: ROWS_PREFERENCE }

type Options = CallOptions<EndpointShape> & { readonly signal: AbortSignal }

/**
 * Sends entries as their own user. The token is read and checked here, at the last moment, and passed to the call. So a
 * change of user in the meantime (another tab, a refresh) can't send an entry with another user's token.
 */
export function httpTransport(session: UserSession, send: Send = call, hasNoNetwork = browserHasNoNetwork): Transport {
  const tokenFor = (entry: OutboxEntry): string | null => {
    const token = session.token()
    if (token === null || session.user() !== entry.user) return null
    // Some hosts issue tokens without a readable subject. Then only the session identifies the user.
    return (claimsOf(token)?.sub ?? session.user()) === entry.user ? token : null
  }
  const callAs = async (entry: OutboxEntry, endpoint: EndpointShape, options: Options): Promise<AttemptResult> => {
    const token = tokenFor(entry)
    if (token === null) return { kind: 'not_theirs' }
    const wasOffline = hasNoNetwork()
    const result = await attempt(send, endpoint, { ...options, token })
    // Checked before and after the call: a network in between would have changed the result of the call.
    if (result.kind === 'network' && wasOffline && hasNoNetwork()) return { kind: 'offline' }
    if (result.kind !== 'answer' || result.status !== 401) return result
    // A refresh may hang as long as the network does. An outbox that stops does not wait for it.
    const outcome = await Promise.race([session.refresh(token), whenAborted(options.signal)])
    if (outcome === 'aborted') return { kind: 'aborted' }
    if (outcome === 'unreachable') return { kind: 'network' }
    if (outcome === 'refused') return result
    const fresh = tokenFor(entry)
    return fresh === null ? { kind: 'not_theirs' } : attempt(send, endpoint, { ...options, token: fresh })
  }
  return {
    async send(entry, { endpoint }, signal, files) {
      const request = { ...entry.request, headers: { ...changeHeaders(entry), ...PREFER_ROWS }, signal }
      const result = files ? null : await callAs(entry, endpoint, request)
      // Our server accepts JSON everywhere. A 415 comes from another host, which wants the form of the specification.
      if (result && (!endpoint.form || result.kind !== 'answer' || result.status !== 415)) return result
      const { formOf } = await import('#src/offline/outbox/save/multipart-form.ts')
      return callAs(entry, endpoint, { ...request, body: formOf(entry, files ?? []) })
    },
    async sendBatch(batch, signal) {
      const [first] = batch
      if (!first) return []
      return requestBatch(
        (endpoint, options) => callAs(first.entry, endpoint, { ...options, headers: PREFER_ROWS, signal }),
        batch,
      )
    },
    async upload(entry, file, bytes, uploadOptions) {
      const { signal } = uploadOptions
      const { sendParts } = await import('./upload.ts')
      return sendParts(
        (endpoint, options) => callAs(entry, endpoint, { ...options, signal }),
        file,
        bytes,
        uploadOptions,
      )
    },
  }
}

/** Only `onLine === false` is reliable: `true` may mean a network without a connection. */
const browserHasNoNetwork = () => globalThis.navigator?.onLine === false

function whenAborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted')
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
}

/** Makes one call and returns its result as plain facts. Never rejects. */
export async function attempt(send: Send, endpoint: EndpointShape, options: Options): Promise<AttemptResult> {
  try {
    const { data, status, rows } = await send(endpoint, options)
    return { kind: 'answer', status, reply: data, retryAfterMs: null, ...(rows !== undefined && { rows }) }
  } catch (error) {
    if (options.signal.aborted) return { kind: 'aborted' }
    // A defect of the app before anything was sent (a path that can't be filled in). A retry can't help, so it is
    // shown.
    if (!(error instanceof ApiError))
      return { kind: 'answer', status: 400, reply: { detail: String(error) }, retryAfterMs: null }
    if (error.kind !== 'status') return { kind: error.kind }
    return { kind: 'answer', status: error.status ?? 500, reply: error.problem, retryAfterMs: error.retryAfterMs }
  }
}
