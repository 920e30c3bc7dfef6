import { setTimeout as pause } from 'node:timers/promises'
import { createGate } from '#server/base/gate.ts'
import { FeedFailure } from '#server/providers/feed-source.ts'
import { type CircuitLimits, createCircuit, type Verdict } from './circuit.ts'

/** Timeouts, pace and retries of vendor requests. Tests use shorter times. */
export interface Patience extends CircuitLimits {
  /** Timeout for one complete response. */
  readonly answerMs: number
  /** Minimum time between two requests, because vendors limit requests per minute. */
  readonly paceMs: number
  /** Delay before the first retry; it doubles for each further retry. */
  readonly retryMs: number
  readonly attempts: number
  /** Maximum number of parallel requests; others wait in line. */
  readonly maxParallel: number
  /** Maximum number of pages for one range of days. */
  readonly mostPages: number
  /** Waits. Throws the signal's reason when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const wait = async (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal })

/**
 * Bestpass accepts at most 100 requests per minute; other vendors publish no limit. No month has 5,000 pages. The
 * circuit never opens: a background sync stops at its first failure and is retried after 30 minutes, so the vendor
 * needs no protection.
 */
export const PATIENCE: Patience = {
  answerMs: 30_000,
  paceMs: 650,
  retryMs: 1_000,
  attempts: 5,
  maxParallel: 1,
  mostPages: 5_000,
  mostFailures: Number.POSITIVE_INFINITY,
  restMs: 0,
  now: () => performance.now(),
  wait,
}
/** Upper limit for a vendor's `Retry-After`. */
const MAX_WAIT_MS = 120_000
/** Maximum size of a response. A page of rows is far smaller. */
const MAX_BYTES = 32 * 1024 * 1024

export interface VendorRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * A temporary failure that is worth a retry: the vendor was busy, down, slow or unreachable, or the response was
 * broken.
 */
class TemporaryFailure extends FeedFailure {
  readonly waitMs: number
  constructor(message: string, waitMs = 0) {
    super(message)
    this.waitMs = waitMs
  }
}

/** The vendor responded with 404. Some vendors do so for the page after the last one. */
export class VendorNotFound extends FeedFailure {}

const isBusy = (status: number) => status === 429 || status === 408 || status >= 500

/** `Retry-After` in milliseconds; the header is a number of seconds or a date. 0 when it is missing or invalid. */
function retryAfter(answer: Response, now: number): number {
  const text = answer.headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.min(MAX_WAIT_MS, Math.max(0, ms)) : 0
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new FeedFailure('The vendor’s answer is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function refusal(answer: Response): FeedFailure {
  if (isBusy(answer.status)) {
    return new TemporaryFailure(
      `The vendor answered ${answer.status}, also when asked again.`,
      retryAfter(answer, Date.now()),
    )
  }
  if (answer.status === 401 || answer.status === 403) return new FeedFailure('The vendor does not accept the key.')
  const words = `The vendor refused the question (${answer.status}).`
  return answer.status === 404 ? new VendorNotFound(words) : new FeedFailure(words)
}

async function fetchOnce({ url, headers, signal }: VendorRequest, { answerMs }: Patience): Promise<unknown> {
  const tooLong = AbortSignal.timeout(answerMs)
  let text: string
  try {
    // A redirect could send the key to another server.
    const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.any([signal, tooLong]) })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw refusal(answer)
    }
    text = await textOf(answer)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof FeedFailure) throw error
    throw new TemporaryFailure(
      tooLong.aborted ? 'The vendor did not answer in time.' : 'The vendor could not be reached.',
    )
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new TemporaryFailure('The vendor’s response is not JSON.')
  }
}

function judge(error: unknown): Verdict {
  if (error instanceof TemporaryFailure) return 'failed'
  return error instanceof FeedFailure ? 'answered' : 'unknown'
}

/** The result of `work`. Throws the signal's reason as soon as it aborts, so that a queued request ends immediately. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const end = Promise.withResolvers<never>()
  const leave = () => end.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, end.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/**
 * Creates a function that sends requests to a vendor, within the limits of `patience`. Temporary failures are retried
 * after a partly random delay. After several final failures in a row, requests fail immediately for a while. Throws a
 * `FeedFailure` in plain words, or the signal's reason.
 */
export function createVendorFetch(patience: Patience, chance: () => number = Math.random) {
  const gate = createGate(patience.maxParallel, Number.POSITIVE_INFINITY)
  const circuit = createCircuit(patience, judge)
  let nextAt = Number.NEGATIVE_INFINITY
  const pace = async (signal: AbortSignal) => {
    const now = patience.now()
    const at = Math.max(now, nextAt)
    nextAt = at + patience.paceMs
    if (at > now) await patience.wait(at - now, signal)
  }
  const fetchWithRetries = async (request: VendorRequest): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      await pace(request.signal)
      try {
        return await fetchOnce(request, patience)
      } catch (error) {
        if (!(error instanceof TemporaryFailure) || attempt >= patience.attempts) throw error
        const backoff = patience.retryMs * 2 ** (attempt - 1) * (0.5 + chance() / 2)
        await patience.wait(Math.max(backoff, error.waitMs), request.signal)
      }
    }
  }
  return async (request: VendorRequest): Promise<unknown> => {
    request.signal.throwIfAborted()
    circuit.check()
    // `run` checks the circuit again: requests that waited in line while others failed must not be sent.
    const answer = gate(() => circuit.run(() => fetchWithRetries(request)))
    return await unlessAborted(request.signal, answer)
  }
}
