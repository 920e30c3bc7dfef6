import type * as z from 'zod/mini'
import { type EndpointShape, isChange, pathOf, type QueryOf, type ReplyOf, type Schema } from '#contract/endpoint.ts'
import { type Answer, readAnswer } from './answer.ts'
import { ApiError } from './api-error.ts'

const READ_TIMEOUT_MS = 8_000
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
 * reached, or it is hard to say.
 */
export type Sign = 'admitted' | 'reached' | 'unreachable' | 'doubtful'

const nobody: Credentials = { token: () => null, refresh: () => Promise.resolve('refused') }
let credentials = nobody
let notice: (sign: Sign) => void = () => undefined

export function setCredentials(port: Credentials): void {
  credentials = port
}
/** Every call's outcome is told to `listener`, as far as it says something about the network. */
export function setNetworkListener(listener: (sign: Sign) => void): void {
  notice = listener
}

type Sent<S> = S extends Schema ? z.input<S> : unknown

export interface CallOptions<E extends EndpointShape> {
  readonly params?: Readonly<Record<string, string | number>>
  /** Query values; those that are undefined or null are left out. */
  readonly query?: Partial<QueryOf<E>>
  /** Sent as JSON; a FormData as multipart. */
  readonly body?: Sent<E['body']>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** How long to wait for the whole answer; 8 s for reads and 20 s for changes unless said. */
  readonly timeoutMs?: number
  /** Calls with this token instead of the session's; such a call is never refreshed. */
  readonly token?: string
}

function urlOf(endpoint: EndpointShape, options: CallOptions<EndpointShape>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const query = search.size > 0 ? `?${search}` : ''
  return `${globalThis.location.origin}${pathOf(endpoint, options.params)}${query}`
}

function requestOf(endpoint: EndpointShape, options: CallOptions<EndpointShape>, token: string | null): RequestInit {
  const headers = new Headers({ accept: 'application/json', ...options.headers })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (options.body === undefined) return { method: endpoint.method, headers }
  if (options.body instanceof FormData) return { method: endpoint.method, headers, body: options.body }
  headers.set('content-type', 'application/json')
  return { method: endpoint.method, headers, body: JSON.stringify(options.body) }
}

function signOf(error: unknown): Sign | null {
  if (!(error instanceof ApiError)) return null
  if (error.kind === 'status')
    return error.status === 502 || error.status === 503 || error.status === 504 ? 'doubtful' : 'reached'
  return error.kind === 'network' ? 'unreachable' : 'doubtful'
}

async function send(endpoint: EndpointShape, options: CallOptions<EndpointShape>, token: string | null) {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? (isChange(endpoint) ? CHANGE_TIMEOUT_MS : READ_TIMEOUT_MS))
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const response = await fetch(urlOf(endpoint, options), { ...requestOf(endpoint, options, token), signal })
    return await readAnswer(endpoint, response, Date.now())
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof ApiError) throw error
    throw new ApiError(timeout.aborted ? 'timeout' : 'network', { cause: error })
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
  options: CallOptions<E> = {},
): Promise<Answer<ReplyOf<E>>> {
  const given = options as CallOptions<EndpointShape>
  const own = options.token ?? null
  const asSession = own === null && endpoint.access.need !== 'nobody'
  const token = asSession ? credentials.token() : own
  // Nobody is signed in: the server is not asked, so this says nothing about the network either.
  if (asSession && token === null)
    throw new ApiError('status', { status: 401, problem: { detail: 'Sign in to go on.' } })
  try {
    const answer = await (asSession && token !== null
      ? sendAsSession(endpoint, given, token)
      : send(endpoint, given, token))
    notice(answer.source === 'cache' ? 'doubtful' : token === null ? 'reached' : 'admitted')
    // readAnswer parsed it by this endpoint's own schema.
    return answer as Answer<ReplyOf<E>>
  } catch (error) {
    const sign = signOf(error)
    if (sign !== null) notice(sign)
    throw error
  }
}
