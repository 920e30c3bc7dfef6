import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { isProven } from '#contract/wire/origin.ts'
import { ROWS_PREFERENCE } from '#contract/wire/prefer-rows.ts'
import { parseAnswer } from '#contract/wire/receipt.ts'
import { ApiError } from './api-error.ts'

export interface Answer<Data> {
  readonly data: Data
  readonly status: number
  readonly etag: string | null
  /** `cache` when the network did not respond and the service worker returned its stored response. */
  readonly source: 'network' | 'cache'
  /** The time of the data, in milliseconds since 1970: now, or when the stored response was stored. */
  readonly asOf: number
  /** The rows that the request's changes changed, if it preferred them: not validated. See `answerWithRows`. */
  readonly rows?: unknown
  /** Whether the response carried the server's proof header; a response without it was accepted on trust. */
  readonly isProven: boolean
}

/** Statuses that a proxy in front of the server sends with its own body, and that mean the same as the server's. */
const isProxyStatus = (status: number) => status >= 500 || status === 408 || status === 413 || status === 429

/** `Retry-After` in milliseconds: seconds or an HTTP date; null when absent or unreadable. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const at = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(at) ? Math.max(0, at) : null
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') === true

/** The whole body; `heard` is called with the size of each part that arrives. */
async function readText({ body }: Response, heard: (bytes: number) => void): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    heard(value.byteLength)
    text += decoder.decode(value, { stream: true })
  }
}

/** The body as JSON; undefined when it is not JSON. Throws when the body breaks off: that is a network failure. */
async function readJson(response: Response, heard: (bytes: number) => void): Promise<unknown> {
  if (!isJson(response)) return undefined
  const text = await readText(response, heard)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface ReadOptions {
  readonly now: number
  readonly heard?: (bytes: number) => void
  /** The request was conditional: it carried an entity tag. */
  readonly isUnlessSame?: boolean
}

/**
 * Reads a response of `fetchVerified`: returns the data that the endpoint promises, or throws an `ApiError`. From a
 * host without proof, an HTML page with status 200 and a 404 without a JSON body are rejected as `not_ours`, so that a
 * captive portal can't make a change count as refused. `data` is null when a conditional request (`isUnlessSame`) shows
 * that nothing has changed. `heard` is called for each part of the body that comes from the network and looks like
 * ours: big lists take time.
 */
export async function readAnswer(
  endpoint: EndpointShape,
  response: Response,
  { now, heard = () => undefined, isUnlessSame = false }: ReadOptions,
): Promise<Answer<unknown>> {
  const { status, headers } = response
  if (response.redirected) throw new ApiError('not_ours')
  const etag = headers.get('etag')
  const fromCache = headers.get('x-sw-source') === 'cache'
  const source = fromCache ? 'cache' : 'network'
  const listen = fromCache ? () => undefined : heard
  if (status === 204 || status === 304 || isJson(response)) listen(0)
  const asOf = fromCache ? Number(headers.get('x-sw-stored-at')) || 0 : now
  const facts = { status, etag, source, asOf, isProven: isProven(headers) } as const
  const isSame = status === 304 && isUnlessSame
  const hasRows = headers.get('preference-applied') === ROWS_PREFERENCE
  if (isSame || (response.ok && endpoint.reply === null && !hasRows)) {
    // A browser holds on to a response until its body is read, even an empty one.
    await response.text()
    if (isSame) return { data: null, ...facts }
    if (status !== (endpoint.status ?? 200)) throw new ApiError('not_ours')
    return { data: undefined, ...facts }
  }
  const body = await readJson(response, listen)
  if (!response.ok) {
    const ours = typeof body === 'object' && body !== null
    if (!ours && !isProxyStatus(status)) throw new ApiError('not_ours')
    const retryAfterMs = retryAfter(headers.get('retry-after'), now)
    throw new ApiError('status', { status, problem: ours ? body : null, retryAfterMs })
  }
  const { reply, rows }: { readonly reply?: unknown; readonly rows?: unknown } = hasRows
    ? Object(body)
    : { reply: body }
  if (hasRows && rows === undefined) throw new ApiError('not_ours')
  if (endpoint.reply === null) return { data: undefined, rows, ...facts }
  const parsed = parseAnswer(endpoint, reply)
  if (!parsed?.success) throw new ApiError('not_ours', { cause: parsed?.error })
  return { data: parsed.data, ...(hasRows && { rows }), ...facts }
}
