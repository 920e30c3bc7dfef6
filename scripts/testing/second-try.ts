import { hasPassed, type Outcome, type Result, type Step } from './outcome.ts'

/** More failures than these are not run again: they are no accident, and each costs its time once more. */
const MOST_AGAIN = 10

/** A test that failed and then passed alone. Its cause is to be found before anything new is begun. */
export interface FlakyTest {
  readonly step: string
  readonly failed: Result
  readonly passed: Outcome
}

/** What is known of a step after its failed tests were run once more. */
export interface StepReport {
  readonly step: Step
  readonly first: Outcome
  /** Null where nothing was run again. */
  readonly second: Outcome | null
  readonly flaky: readonly FlakyTest[]
  /** What failed twice, or was not run again. */
  readonly failed: readonly Result[]
}

/** Runs a step's failures once more, alone, and tells those that passed then from those that failed twice. */
export async function withSecondTry(step: Step, first: Outcome): Promise<StepReport> {
  const failures = first.results.filter(({ status }) => status === 'failed')
  if (failures.length === 0 || failures.length > MOST_AGAIN)
    return { step, first, second: null, flaky: [], failed: failures }
  const second = await step.again(failures)
  const isFlaky = (failure: Result) => hasPassed(failure, second.results)
  return {
    step,
    first,
    second,
    flaky: failures.filter(isFlaky).map((failed) => ({ step: step.name, failed, passed: second })),
    failed: failures.filter((failure) => !isFlaky(failure)),
  }
}

export interface StepCounts {
  readonly passed: number
  readonly failed: number
  readonly flaky: number
  readonly skipped: number
  readonly seconds: number
}

/** A flaky test counts as passed. */
export function countsOf({ first, second, flaky, failed }: StepReport): StepCounts {
  const having = (status: Result['status']) => first.results.filter((one) => one.status === status).length
  return {
    passed: having('passed') + flaky.length,
    failed: failed.length,
    flaky: flaky.length,
    skipped: having('skipped'),
    seconds: first.seconds + (second?.seconds ?? 0),
  }
}
