import type { SkippedStep } from './outcome.ts'
import { countsOf, type StepReport } from './second-try.ts'

/** Chance may spoil so many tests of a run. With more of them, a run that passes says nothing. */
export const MAX_FLAKY = 2

export interface Verdict {
  readonly passed: number
  readonly failed: number
  readonly flaky: number
  readonly skipped: number
  readonly isGood: boolean
}

/** What a run came to. Nothing that passed is no success, and neither are more flaky tests than chance explains. */
export function verdictOf(reports: readonly StepReport[], skippedSteps: readonly SkippedStep[]): Verdict {
  const counts = reports.map(countsOf)
  const sum = (key: 'passed' | 'failed' | 'flaky' | 'skipped') => counts.reduce((total, one) => total + one[key], 0)
  const flaky = sum('flaky')
  const failed = sum('failed') + (flaky > MAX_FLAKY ? 1 : 0)
  const passed = sum('passed')
  const skipped = sum('skipped') + skippedSteps.length
  return { passed, failed, flaky, skipped, isGood: failed === 0 && passed > 0 }
}
