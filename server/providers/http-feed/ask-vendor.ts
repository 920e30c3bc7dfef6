import { setTimeout as pause } from 'node:timers/promises'
import { createGate } from '#server/base/gate.ts'
import { FeedFailure } from '#server/providers/feed-source.ts'
import { type CircuitLimits, createCircuit, type Verdict } from './circuit.ts'

/** How patient a feed is; tests are in more of a hurry. */
export interface Patience extends CircuitLimits {
  /** For one answer to be here as a whole. */
  readonly answerMs: number
  /** From one question to the next: vendors limit them by the minute. */
  readonly paceMs: number
  /** Before the first repetition; each further one takes twice as long. */
  readonly retryMs: number
  readonly attempts: number
  /** Questions on their way at the same moment; others wait in line. */
  readonly atOnce: number
  /** For one range of days. */
  readonly mostPages: number
  /** Waits; throws the signal's reason when that breaks it off. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const wait = async (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal })

/**
 * 100 questions a minute are the most that BestPass takes; nobody else has said. No month has so many pages. What is read in
 * the background ends with its first failure and comes again by the hour: nobody has to be spared.
 */
export const PATIENCE: Patience = {
  answerMs: 30_000,
  paceMs: 650,
  retryMs: 1_000,
  attempts: 5,
  atOnce: 1,
  mostPages: 5_000,
  mostFailures: Number.POSITIVE_INFINITY,
  restMs: 0,
  now: () => performance.now(),
  wait,
}
/** However long a vendor asks to wait. */
const MAX_WAIT_MS = 120_000
/** A page of rows is far smaller. */
const MAX_BYTES = 32 * 1024 * 1024

export interface Question {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Worth asking again: the vendor was busy, down, slow, or cut off. */
class Hiccup extends FeedFailure {
  readonly waitMs: number
  constructor(message: string, waitMs = 0) {
    super(message)
    this.waitMs = waitMs
  }
}

/** The vendor has nothing at this address: some say so of the page after their last one. */
export class NothingThere extends FeedFailure {}

const isBusy = (status: number) => status === 429 || status === 408 || status >= 500

/** `Retry-After` in milliseconds: seconds, or the instant from which on one may ask. 0 for none. */
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
    return new Hiccup(`The vendor answered ${answer.status}, also when asked again.`, retryAfter(answer, Date.now()))
  }
  if (answer.status === 401 || answer.status === 403) return new FeedFailure('The vendor does not accept the key.')
  const words = `The vendor refused the question (${answer.status}).`
  return answer.status === 404 ? new NothingThere(words) : new FeedFailure(words)
}

async function askOnce({ url, headers, signal }: Question, { answerMs }: Patience): Promise<unknown> {
  const tooLong = AbortSignal.timeout(answerMs)
  let text: string
  try {
    // A redirect could carry the key to somebody else.
    const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.any([signal, tooLong]) })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw refusal(answer)
    }
    text = await textOf(answer)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof FeedFailure) throw error
    throw new Hiccup(tooLong.aborted ? 'The vendor did not answer in time.' : 'The vendor could not be reached.')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Hiccup('The vendor answered something that is no JSON.')
  }
}

function judge(error: unknown): Verdict {
  if (error instanceof Hiccup) return 'failed'
  return error instanceof FeedFailure ? 'answered' : 'unknown'
}

/** What `work` gives, or the signal's reason as soon as there is one: who waits in line goes home at once. */
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
 * Asks a vendor, so many questions at once and none sooner after another than they allow; what is worth it is asked again,
 * after a while with some chance in it. Once several questions in a row have failed for good, those that follow fail at once
 * for a while. Throws a `FeedFailure` in plain words, or the signal's reason.
 */
export function vendorAsker(patience: Patience, chance: () => number = Math.random) {
  const gate = createGate(patience.atOnce, Number.POSITIVE_INFINITY)
  const circuit = createCircuit(patience, judge)
  let nextAt = Number.NEGATIVE_INFINITY
  const pace = async (signal: AbortSignal) => {
    const now = patience.now()
    const at = Math.max(now, nextAt)
    nextAt = at + patience.paceMs
    if (at > now) await patience.wait(at - now, signal)
  }
  const askAgain = async (question: Question): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      await pace(question.signal)
      try {
        return await askOnce(question, patience)
      } catch (error) {
        if (!(error instanceof Hiccup) || attempt >= patience.attempts) throw error
        const backoff = patience.retryMs * 2 ** (attempt - 1) * (0.5 + chance() / 2)
        await patience.wait(Math.max(backoff, error.waitMs), question.signal)
      }
    }
  }
  return async (question: Question): Promise<unknown> => {
    question.signal.throwIfAborted()
    circuit.check()
    // Those who waited in line while others failed are told so, and ask no more.
    const answer = gate(() => circuit.run(() => askAgain(question)))
    return await unlessAborted(question.signal, answer)
  }
}
