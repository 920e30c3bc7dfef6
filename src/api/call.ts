import type * as z from 'zod/mini'
import {
  type EndpointShape,
  isChange,
  pathOf,
  type QueryOf,
  type ReplyOf,
  type Schema,
} from '#contract/wire/endpoint.ts'
import { compareClocks, readClocks } from '#src/browser/company-clock.ts'
import { type Answer, readAnswer } from './answer.ts'
import { ApiError } from './api-error.ts'
import { noteCall } from './call-log.ts'
import { fetchVerified, hostProof } from './fetch-verified.ts'
import { orLeave, retryAfterFreeze } from './leave-signal.ts'
import { silenceLimitMs, watchSilence } from './silence.ts'
import { noteReceived, noteRequest } from './traffic.ts'

/** A read is aborted after this silence, in milliseconds. A slow read that keeps receiving data is not. */
const SILENT_READ_MS = 15_000
const CHANGE_TIMEOUT_MS = 20_000

/** Whose token a call carries. The session provides it; `call` never reads a cookie. */
export interface Credentials {
  /** The current access token, or null when no user is signed in. */
  token(): string | null
  /** Gets a newer token than `used`. Concurrent callers share one refresh. */
  refresh(used: string): Promise<'refreshed' | 'refused' | 'unreachable'>
}

/**
 * What a call reveals about the network. After the call: the server responded (`reached`) and accepted the token
 * (`admitted`), is `unreachable`, or might be (`doubtful`). During the call: part of the response arrived (`heard`), or
 * nothing arrived for half of the silence limit (`suspect`) or for all of it (`silent`).
 */
export type NetworkSign = 'admitted' | 'reached' | 'unreachable' | 'doubtful' | 'heard' | 'suspect' | 'silent'

const noCredentials: Credentials = { token: () => null, refresh: () => Promise.resolve('refused') }
let credentials = noCredentials
let notifyListener: (sign: NetworkSign, afterMs?: number) => void = () => undefined

export function setCredentials(port: Credentials): void {
  credentials = port
}
/**
 * Sets the listener that receives the network sign of every call; with `heard` also how long the call had been silent,
 * in milliseconds.
 */
export function setNetworkListener(listener: (sign: NetworkSign, afterMs?: number) => void): void {
  notifyListener = listener
}

type BodyInput<S> = S extends Schema ? z.input<S> : unknown

export interface CallOptions<E extends EndpointShape> {
  readonly params?: Readonly<Record<string, string | number>>
  /** Query values; undefined and null are omitted. */
  readonly query?: Partial<QueryOf<E>>
  /** Sent as JSON; a FormData as multipart, a Blob as its bytes. */
  readonly body?: BodyInput<E['body']>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** How long to wait for the whole response. Default: 20 s for changes; reads wait as long as data keeps arriving. */
  readonly timeoutMs?: number
  /** The entity tag of the stored response: if nothing has changed, the server sends no data. For `callUnlessSame`. */
  readonly etag?: string
  /** Only a response from the server is accepted: never the service worker's copy, however late the server is. */
  readonly fresh?: boolean
  /** Sends this token instead of the session's. Such a call never refreshes its token. */
  readonly token?: string
  /** A sign-in: a success without proof is accepted, and shows that the host does not prove its responses. */
  readonly isSignIn?: boolean
}

/** The path of a call with its query. */
export function addressOf(
  endpoint: EndpointShape,
  options: Pick<CallOptions<EndpointShape>, 'params' | 'query'>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value === undefined || value === null) continue
    const values: readonly unknown[] = endpoint.repeatedParams?.includes(name) && Array.isArray(value) ? value : [value]
    for (const each of values) search.append(name, String(each))
  }
  const query = search.size > 0 ? `?${search}` : ''
  return `${pathOf(endpoint, options.params)}${query}`
}

function requestOf(endpoint: EndpointShape, options: CallOptions<EndpointShape>, token: string | null): RequestInit {
  const headers = new Headers({ accept: 'application/json', ...options.headers })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (options.etag !== undefined) headers.set('if-none-match', options.etag)
  if (options.body === undefined) return { method: endpoint.method, headers }
  if (options.body instanceof FormData || options.body instanceof Blob)
    return { method: endpoint.method, headers, body: options.body }
  headers.set('content-type', 'application/json')
  return { method: endpoint.method, headers, body: JSON.stringify(options.body) }
}

/** While the device does not know its host, a response might come from a gateway. */
const isUnsure = () => hostProof() === null

function signOf(error: unknown): NetworkSign | null {
  if (!(error instanceof ApiError)) return null
  if (error.kind !== 'status') return error.kind === 'network' ? 'unreachable' : 'doubtful'
  const { status } = error
  return isUnsure() || status === 502 || status === 503 || status === 504 ? 'doubtful' : 'reached'
}

/** An upload can take long before any part of the response arrives. */
const isUpload = ({ body }: CallOptions<EndpointShape>) => body instanceof FormData || body instanceof Blob

/** Sends a request. A read is repeated if the page was frozen meanwhile. */
async function sendAcrossFreezes(endpoint: EndpointShape, options: CallOptions<EndpointShape>, token: string | null) {
  const once = (signal: AbortSignal) => sendOnce(endpoint, { ...options, signal }, token)
  try {
    return await (isChange(endpoint) ? once(orLeave(options.signal)) : retryAfterFreeze(once, options.signal))
  } catch (error) {
    options.signal?.throwIfAborted()
    throw error instanceof ApiError ? error : new ApiError('network', { cause: error })
  }
}

async function sendOnce(endpoint: EndpointShape, options: CallOptions<EndpointShape>, token: string | null) {
  const limit = options.timeoutMs ?? (isChange(endpoint) || endpoint.isBatch ? CHANGE_TIMEOUT_MS : undefined)
  const tooLate = new AbortController()
  const timer = limit === undefined ? undefined : setTimeout(() => tooLate.abort(), limit)
  const signal = options.signal ? AbortSignal.any([options.signal, tooLate.signal]) : tooLate.signal
  const silence = watchSilence((sign) => {
    if (!isUpload(options)) notifyListener(sign)
    if (limit === undefined && silence.silentMs() >= SILENT_READ_MS) tooLate.abort()
  })
  try {
    const request = { ...requestOf(endpoint, options, token), signal }
    const role = options.isSignIn ? 'sign_in' : token === null ? 'public' : 'user'
    const url = `${globalThis.location.origin}${addressOf(endpoint, options)}`
    const requestedAt = readClocks()
    const response = await fetchVerified(url, options.fresh ? { ...request, cache: 'no-cache' } : request, role)
    const receivedAt = readClocks()
    const heard = (bytes: number) => {
      noteReceived(endpoint, bytes)
      notifyListener('heard', silence.silentMs())
      silence.heard()
    }
    const isUnlessSame = options.etag !== undefined
    const answer = await readAnswer(endpoint, response, { now: Date.now(), heard, isUnlessSame })
    if (answer.source === 'network') compareClocks(response.headers.get('date'), requestedAt, receivedAt)
    // The service worker gave up on the network after the same silence limit.
    if (answer.source === 'cache' && silence.silentMs() >= silenceLimitMs() * 0.9) notifyListener('silent')
    return answer
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof ApiError) throw error
    throw new ApiError(tooLate.signal.aborted ? 'timeout' : 'network', { cause: error })
  } finally {
    clearTimeout(timer)
    silence.stop()
  }
}

async function sendAsSession(endpoint: EndpointShape, options: CallOptions<EndpointShape>, token: string) {
  try {
    return await sendAcrossFreezes(endpoint, options, token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const outcome = await credentials.refresh(token)
    if (outcome === 'unreachable') throw new ApiError('network', { cause: error })
    if (outcome === 'refused') throw error
    return await sendAcrossFreezes(endpoint, options, credentials.token())
  }
}

/**
 * Makes one call of the contract and returns the parsed response. Throws an `ApiError` for every other result, and the
 * signal's own reason when the caller aborts. After a 401 the session refreshes its token once and the call is repeated
 * once; a refresh that fails for lack of a network does not sign the user out.
 */
export async function call<const E extends EndpointShape>(
  endpoint: E,
  options: Omit<CallOptions<E>, 'etag'> = {},
): Promise<Answer<ReplyOf<E>>> {
  // Without a tag the data are never null: they were parsed with this endpoint's schema.
  return (await makeCall(endpoint, options as CallOptions<EndpointShape>)) as Answer<ReplyOf<E>>
}

/** As `call`; with `etag`, `data` is null when the server confirms that the data have not changed. */
export async function callUnlessSame<const E extends EndpointShape>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<Answer<ReplyOf<E> | null>> {
  return (await makeCall(endpoint, options as CallOptions<EndpointShape>)) as Answer<ReplyOf<E> | null>
}

async function makeCall(endpoint: EndpointShape, options: CallOptions<EndpointShape>): Promise<Answer<unknown>> {
  const ownToken = options.token ?? null
  const asSession = ownToken === null && endpoint.access.need !== 'nobody'
  const token = asSession ? credentials.token() : ownToken
  // No user is signed in: no request is sent, so this reveals nothing about the network.
  if (asSession && token === null)
    throw new ApiError('status', { status: 401, problem: { detail: 'Sign in to go on.' } })
  const log = noteCall(endpoint)
  noteRequest(endpoint)
  try {
    const answer = await (asSession && token !== null
      ? sendAsSession(endpoint, options, token)
      : sendAcrossFreezes(endpoint, options, token))
    notifyListener(answer.source === 'cache' || isUnsure() ? 'doubtful' : token === null ? 'reached' : 'admitted')
    log.answered(answer.status, answer.source)
    return answer
  } catch (error) {
    log.failed(error)
    const networkSign = signOf(error)
    if (networkSign !== null) notifyListener(networkSign)
    throw error
  }
}
