import type { SkippedStep } from './outcome.ts'
import { countsOf, type StepReport } from './second-try.ts'

/** The most flaky tests that can be chance. With more, a passing run proves nothing. */
export const MAX_FLAKY = 2

export interface Verdict {
  readonly passed: number
  readonly failed: number
  readonly flaky: number
  readonly skipped: number
  readonly isGood: boolean
}

/** The verdict of a run. A run without a passed test or with more than `MAX_FLAKY` flaky tests is not a success. */
export function verdictOf(reports: readonly StepReport[], skippedSteps: readonly SkippedStep[]): Verdict {
  const counts = reports.map(countsOf)
  const sum = (key: 'passed' | 'failed' | 'flaky' | 'skipped') => counts.reduce((total, one) => total + one[key], 0)
  const flaky = sum('flaky')
  const failed = sum('failed') + (flaky > MAX_FLAKY ? 1 : 0)
  const passed = sum('passed')
  const skipped = sum('skipped') + skippedSteps.length
  return { passed, failed, flaky, skipped, isGood: failed === 0 && passed > 0 }
}
