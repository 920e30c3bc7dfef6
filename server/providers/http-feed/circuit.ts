import { FeedFailure } from '#server/providers/feed-source.ts'

export interface CircuitLimits {
  /** The circuit opens after this many failures in a row. */
  readonly mostFailures: number
  /** How long the circuit stays open before one trial request is let through. */
  readonly restMs: number
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number
}

/**
 * What an error means for the circuit: the vendor is down, the vendor responded, or unknown because the request was
 * aborted.
 */
export type Verdict = 'failed' | 'answered' | 'unknown'

export interface Circuit {
  /** Throws a `FeedFailure` while the circuit is open. */
  check(): void
  /** Runs a request, unless `check` throws. */
  run<T>(question: () => Promise<T>): Promise<T>
}

/**
 * A circuit breaker: spares a failing vendor requests, and callers waiting time. It opens after several failures in a
 * row and then fails immediately. After a while it lets one request through, and it closes as soon as one is answered.
 */
export function createCircuit(
  { mostFailures, restMs, now }: CircuitLimits,
  judge: (error: unknown) => Verdict,
): Circuit {
  let failures = 0
  let restsUntil = Number.NEGATIVE_INFINITY
  let isTrying = false
  const isOpen = () => failures >= mostFailures
  const check = () => {
    if (!isOpen() || (!isTrying && now() >= restsUntil)) return
    throw new FeedFailure('The vendor failed several times in a row and is left alone for a while.')
  }
  const note = (verdict: Verdict, isTrial: boolean) => {
    if (verdict === 'answered') failures = 0
    if (verdict !== 'failed') return
    failures++
    // Requests that were under way when the circuit opened do not extend the rest.
    if (failures === mostFailures || isTrial) restsUntil = now() + restMs
  }
  const run = async <T>(question: () => Promise<T>): Promise<T> => {
    check()
    const isTrial = isOpen()
    if (isTrial) isTrying = true
    try {
      const answer = await question()
      note('answered', isTrial)
      return answer
    } catch (error) {
      note(judge(error), isTrial)
      throw error
    } finally {
      if (isTrial) isTrying = false
    }
  }
  return { check, run }
}
