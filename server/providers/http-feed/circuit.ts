import { FeedFailure } from '#server/providers/feed-source.ts'

export interface CircuitLimits {
  /** After so many failures in a row the vendor is left alone. */
  readonly mostFailures: number
  /** For so long; then one question is let through to see. */
  readonly restMs: number
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
}

/** What an error says of the vendor: down, there all the same, or nothing, for the question was broken off. */
export type Verdict = 'failed' | 'answered' | 'unknown'

export interface Circuit {
  /** Throws a `FeedFailure` while the vendor is left alone. */
  check(): void
  /** Runs a question, unless `check` throws. */
  run<T>(question: () => Promise<T>): Promise<T>
}

/**
 * Spares a vendor that fails again and again its questions, and those who ask their waiting: it opens after several failures
 * in a row and answers at once, lets one question through after a while, and closes as soon as one is answered.
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
    // Questions that were on their way when it opened do not make the rest longer.
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
