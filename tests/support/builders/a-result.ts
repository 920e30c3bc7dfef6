import type { Outcome, Result, Step } from '#scripts/testing/outcome.ts'

/** What one test came to; passed, unless said. */
export function aResult(over: Partial<Result> = {}): Result {
  const file = 'tests/server/jobs/digest.test.ts'
  return { file, title: 'the digest is sent', status: 'passed', seconds: 1, words: '', evidence: [], ...over }
}

export const aFailure = (title: string, over: Partial<Result> = {}): Result =>
  aResult({ title, status: 'failed', words: `${title} failed`, ...over })

export const anOutcome = (results: readonly Result[]): Outcome => ({ results, seconds: 2, output: 'what was printed' })

/** A step whose first try, and second try of what failed, come to these results. */
export function aStep(
  name: string,
  first: readonly Result[],
  second: readonly Result[] = [],
): Step & { readonly asked: (readonly Result[])[] } {
  const asked: (readonly Result[])[] = []
  return {
    name,
    kind: 'test',
    asked,
    run: () => Promise.resolve(anOutcome(first)),
    again: (failed) => {
      asked.push(failed)
      return Promise.resolve(anOutcome(second))
    },
  }
}
