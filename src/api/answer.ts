import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { isProven } from '#contract/wire/origin.ts'
import { parseAnswer } from '#contract/wire/receipt.ts'
import { ApiError } from './api-error.ts'

export interface Answer<Data> {
  readonly data: Data
  readonly status: number
  readonly etag: string | null
  /** `cache` when the service worker answered from its store because the network did not. */
  readonly source: 'network' | 'cache'
  /** When the server said so, in milliseconds since 1970: now, or when the stored answer was stored. */
  readonly asOf: number
  /** Whether it bore the proof that it is the server's; without one it was taken at its word. */
  readonly isProven: boolean
}

/** Statuses that a proxy in front of the server gives in its own words, and that mean the same as the server's. */
const anybodysStatus = (status: number) => status >= 500 || status === 408 || status === 413 || status === 429

/** `Retry-After` in milliseconds: seconds or an HTTP date; null when absent or unreadable. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const at = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(at) ? Math.max(0, at) : null
}

const isJson = (response: Response) => response.headers.get('content-type')?.includes('json') === true

/** The whole body; `heard` is called for each part that comes in. */
async function readText({ body }: Response, heard: () => void): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    heard()
    text += decoder.decode(value, { stream: true })
  }
}

/** The body as JSON; undefined when it is none. A body that breaks off is the network's fault, said so. */
async function readJson(response: Response, heard: () => void): Promise<unknown> {
  if (!isJson(response)) return undefined
  const text = await readText(response, heard)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Reading {
  readonly now: number
  readonly heard?: () => void
  /** It was asked for unless it is the same. */
  readonly isUnlessSame?: boolean
}

/**
 * Reads what came back (`ask`): the answer as the endpoint promises it, or an `ApiError`. Of a host that proves nothing a page
 * of HTML with status 200 is no answer, and neither is a 404 without words: no change counts as refused because of a portal.
 * Where it is as the one that is here already (`isUnlessSame`), its data are null.
 * `heard` is called for all that comes from the network and looks like ours, part by part: big lists take their time.
 */
export async function readAnswer(
  endpoint: EndpointShape,
  response: Response,
  { now, heard = () => undefined, isUnlessSame = false }: Reading,
): Promise<Answer<unknown>> {
  const { status, headers } = response
  if (response.redirected) throw new ApiError('not_ours')
  const etag = headers.get('etag')
  const fromCache = headers.get('x-sw-source') === 'cache'
  const source = fromCache ? 'cache' : 'network'
  const listen = fromCache ? () => undefined : heard
  if (status === 204 || status === 304 || isJson(response)) listen()
  const asOf = fromCache ? Number(headers.get('x-sw-stored-at')) || 0 : now
  const facts = { status, etag, source, asOf, isProven: isProven(headers) } as const
  const isSame = status === 304 && isUnlessSame
  if (isSame || (response.ok && endpoint.reply === null)) {
    // A browser holds on to an answer until its body is read, also to an empty one.
    await response.text()
    if (isSame) return { data: null, ...facts }
    if (status !== (endpoint.status ?? 200)) throw new ApiError('not_ours')
    return { data: undefined, ...facts }
  }
  const body = await readJson(response, listen)
  if (!response.ok) {
    const ours = typeof body === 'object' && body !== null
    if (!ours && !anybodysStatus(status)) throw new ApiError('not_ours')
    const retryAfterMs = retryAfter(headers.get('retry-after'), now)
    throw new ApiError('status', { status, problem: ours ? body : null, retryAfterMs })
  }
  const parsed = parseAnswer(endpoint, body)
  if (!parsed?.success) throw new ApiError('not_ours', { cause: parsed?.error })
  return { data: parsed.data, ...facts }
}
