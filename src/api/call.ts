import type * as z from 'zod/mini'
import {
  type EndpointShape,
  isChange,
  pathOf,
  type QueryOf,
  type ReplyOf,
  type Schema,
} from '#contract/wire/endpoint.ts'
import { compareClocks, moment } from '#src/browser/company-clock.ts'
import { type Answer, readAnswer } from './answer.ts'
import { ApiError } from './api-error.ts'
import { ask, hostProves } from './ask.ts'
import { noteCall } from './call-log.ts'
import { patienceMs, watchSilence } from './silence.ts'
import { orLeft, overFreezes } from './until-left.ts'

/** A read that hears nothing for so long is given up; one that comes in slowly is not. */
const SILENT_READ_MS = 15_000
const CHANGE_TIMEOUT_MS = 20_000

/** Who a call is made as. The session provides it; `call` never sees a cookie. */
export interface Credentials {
  /** The access token of this moment, or null when nobody is signed in. */
  token(): string | null
  /** Gets a newer token than `used`; calls that ask while one is on its way share it. */
  refresh(used: string): Promise<'refreshed' | 'refused' | 'unreachable'>
}

/**
 * What a call showed about the network: the server answered (`admitted`: and took the token for good), it can't be
 * reached, or it is hard to say. While a call is out: something of an answer came in (`heard`), nothing did for a while
 * (`suspect`), or for as long as is borne (`silent`).
 */
export type Sign = 'admitted' | 'reached' | 'unreachable' | 'doubtful' | 'heard' | 'suspect' | 'silent'

const nobody: Credentials = { token: () => null, refresh: () => Promise.resolve('refused') }
let credentials = nobody
let notice: (sign: Sign, afterMs?: number) => void = () => undefined

export function setCredentials(port: Credentials): void {
  credentials = port
}
/**
 * What every call shows of the network is told to `listener`; with `heard` also how long it had been silent, in
 * milliseconds.
 */
export function setNetworkListener(listener: (sign: Sign, afterMs?: number) => void): void {
  notice = listener
}

type Sent<S> = S extends Schema ? z.input<S> : unknown

export interface CallOptions<E extends EndpointShape> {
  readonly params?: Readonly<Record<string, string | number>>
  /** Query values; those that are undefined or null are left out. */
  readonly query?: Partial<QueryOf<E>>
  /** Sent as JSON; a FormData as multipart, a Blob as the bytes it is. */
  readonly body?: Sent<E['body']>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** How long to wait for the whole answer; unless said, 20 s for changes, and for reads as long as something comes in. */
  readonly timeoutMs?: number
  /** Of what is here already: where the server still says the same, it says no more than that. For `callUnlessSame`. */
  readonly etag?: string
  /** Only the server's own word will do: the service worker's copy is no answer, however late the server is. */
  readonly fresh?: boolean
  /** Calls with this token instead of the session's; such a call is never refreshed. */
  readonly token?: string
  /** A sign-in, where the device learns whether its host proves its answers: a success without proof is one. */
  readonly isSignIn?: boolean
}

function urlOf(endpoint: EndpointShape, options: CallOptions<EndpointShape>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value === undefined || value === null) continue
    const values: readonly unknown[] = endpoint.repeats?.includes(name) && Array.isArray(value) ? value : [value]
    for (const one of values) search.append(name, String(one))
  }
  const query = search.size > 0 ? `?${search}` : ''
  return `${globalThis.location.origin}${pathOf(endpoint, options.params)}${query}`
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

/** Where the device does not know its host, what was said may be a gateway's. */
const isUnsure = () => hostProves() === null

function signOf(error: unknown): Sign | null {
  if (!(error instanceof ApiError)) return null
  if (error.kind !== 'status') return error.kind === 'network' ? 'unreachable' : 'doubtful'
  const { status } = error
  return isUnsure() || status === 502 || status === 503 || status === 504 ? 'doubtful' : 'reached'
}

/** An upload may take its time before anything can be heard of the answer. */
const isUpload = ({ body }: CallOptions<EndpointShape>) => body instanceof FormData || body instanceof Blob

/** Sends it; what only reads is read again by a page that was frozen meanwhile. */
async function send(endpoint: EndpointShape, options: CallOptions<EndpointShape>, token: string | null) {
  const once = (signal: AbortSignal) => sendOnce(endpoint, { ...options, signal }, token)
  try {
    return await (isChange(endpoint) ? once(orLeft(options.signal)) : overFreezes(once, options.signal))
  } catch (error) {
    options.signal?.throwIfAborted()
    throw error instanceof ApiError ? error : new ApiError('network', { cause: error })
  }
}

async function sendOnce(endpoint: EndpointShape, options: CallOptions<EndpointShape>, token: string | null) {
  const limit = options.timeoutMs ?? (isChange(endpoint) || endpoint.carries ? CHANGE_TIMEOUT_MS : undefined)
  const tooLate = new AbortController()
  const timer = limit === undefined ? undefined : setTimeout(() => tooLate.abort(), limit)
  const signal = options.signal ? AbortSignal.any([options.signal, tooLate.signal]) : tooLate.signal
  const silence = watchSilence((sign) => {
    if (!isUpload(options)) notice(sign)
    if (limit === undefined && silence.silentMs() >= SILENT_READ_MS) tooLate.abort()
  })
  try {
    const request = { ...requestOf(endpoint, options, token), signal }
    const as = options.isSignIn ? 'sign_in' : token === null ? 'anybody' : 'person'
    const url = urlOf(endpoint, options)
    const asked = moment()
    const response = await ask(url, options.fresh ? { ...request, cache: 'no-cache' } : request, as)
    const came = moment()
    const heard = () => {
      notice('heard', silence.silentMs())
      silence.heard()
    }
    const isUnlessSame = options.etag !== undefined
    const answer = await readAnswer(endpoint, response, { now: Date.now(), heard, isUnlessSame })
    if (answer.source === 'network') compareClocks(response.headers.get('date'), asked, came)
    // The service worker lost its patience with the network as this would have.
    if (answer.source === 'cache' && silence.silentMs() >= patienceMs() * 0.9) notice('silent')
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
    return await send(endpoint, options, token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const outcome = await credentials.refresh(token)
    if (outcome === 'unreachable') throw new ApiError('network', { cause: error })
    if (outcome === 'refused') throw error
    return await send(endpoint, options, credentials.token())
  }
}

/**
 * Makes one call of the contract and gives the parsed answer.
 * Throws an `ApiError` for everything that is no such answer, and the signal's own reason when the caller aborts.
 * A 401 is answered by one refresh of the session and one more try; without a network nobody is signed out by it.
 */
export async function call<const E extends EndpointShape>(
  endpoint: E,
  options: Omit<CallOptions<E>, 'etag'> = {},
): Promise<Answer<ReplyOf<E>>> {
  // Made without a tag, it is read by this endpoint's own schema.
  return (await made(endpoint, options as CallOptions<EndpointShape>)) as Answer<ReplyOf<E>>
}

/** As `call`; null for data where the server says that they are still those with the tag that is sent, if one is. */
export async function callUnlessSame<const E extends EndpointShape>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<Answer<ReplyOf<E> | null>> {
  return (await made(endpoint, options as CallOptions<EndpointShape>)) as Answer<ReplyOf<E> | null>
}

async function made(endpoint: EndpointShape, options: CallOptions<EndpointShape>): Promise<Answer<unknown>> {
  const own = options.token ?? null
  const asSession = own === null && endpoint.access.need !== 'nobody'
  const token = asSession ? credentials.token() : own
  // Nobody is signed in: the server is not asked, so this says nothing about the network either.
  if (asSession && token === null)
    throw new ApiError('status', { status: 401, problem: { detail: 'Sign in to go on.' } })
  const log = noteCall(endpoint)
  try {
    const answer = await (asSession && token !== null
      ? sendAsSession(endpoint, options, token)
      : send(endpoint, options, token))
    notice(answer.source === 'cache' || isUnsure() ? 'doubtful' : token === null ? 'reached' : 'admitted')
    log.answered(answer.status, answer.source)
    return answer
  } catch (error) {
    log.failed(error)
    const sign = signOf(error)
    if (sign !== null) notice(sign)
    throw error
  }
}
