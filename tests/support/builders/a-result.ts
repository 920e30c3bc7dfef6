import type { Outcome, Result, Step } from '#scripts/testing/outcome.ts'

/** The result of one test: passed by default. */
export function aResult(over: Partial<Result> = {}): Result {
  const file = 'tests/server/jobs/digest.test.ts'
  return { file, title: 'the digest is sent', status: 'passed', seconds: 1, words: '', evidence: [], ...over }
}

export const aFailure = (title: string, over: Partial<Result> = {}): Result =>
  aResult({ title, status: 'failed', words: `${title} failed`, ...over })

export const anOutcome = (results: readonly Result[]): Outcome => ({ results, seconds: 2, output: 'what was printed' })

/**
 * A step with these results for the first try and for the second try of failed tests. `retries` records the second
 * tries.
 */
export function aStep(
  name: string,
  first: readonly Result[],
  second: readonly Result[] = [],
): Step & { readonly retries: (readonly Result[])[] } {
  const retries: (readonly Result[])[] = []
  return {
    name,
    kind: 'test',
    retries,
    run: () => Promise.resolve(anOutcome(first)),
    again: (failed) => {
      retries.push(failed)
      return Promise.resolve(anOutcome(second))
    },
  }
}
