import { hasPassed, type Outcome, type Result, type Step, WHOLE_STEP } from './outcome.ts'

/** More failures than these are not run again: they are no accident, and each costs its time once more. */
const MAX_AGAIN = 10

/** A test that failed once and passed once. Its cause is to be found before anything new is begun. */
export interface FlakyTest {
  readonly step: string
  readonly failed: Result
}

/** What is known of a step after its failed tests were run once more. */
export interface StepReport {
  readonly step: Step
  readonly first: Outcome
  /** Null where nothing was run again. */
  readonly second: Outcome | null
  /** What each test came to: in the first run, or in the second where the first broke off and all of it was run again. */
  readonly results: readonly Result[]
  readonly flaky: readonly FlakyTest[]
  /** What failed twice, was not run again, or failed in the second run alone without having passed in the first. */
  readonly failed: readonly Result[]
}

const isSame = (one: Result) => (other: Result) => one.file === other.file && one.title === other.title
const failuresOf = ({ results }: Outcome) => results.filter(({ status }) => status === 'failed')
/** Whether a run broke off, so that what passed in it proves nothing of the rest. */
const brokeOff = (outcome: Outcome) => failuresOf(outcome).some(({ title }) => title === WHOLE_STEP)

/** Runs a step's failures once more, alone, and tells those that passed then from those that failed twice. */
export async function withSecondTry(step: Step, first: Outcome): Promise<StepReport> {
  const failures = failuresOf(first)
  if (failures.length === 0 || failures.length > MAX_AGAIN)
    return { step, first, second: null, results: first.results, flaky: [], failed: failures }
  const second = await step.again(failures)
  const isFlaky = (failure: Result) => !brokeOff(second) && hasPassed(failure, second.results)
  const others = failuresOf(second).filter((failure) => !failures.some(isSame(failure)))
  const passedBefore = (failure: Result) => first.results.some((one) => isSame(failure)(one) && one.status === 'passed')
  const flaky = [...failures.filter(isFlaky), ...others.filter(passedBefore)]
  return {
    step,
    first,
    second,
    results: brokeOff(first) ? second.results : first.results,
    flaky: flaky.map((failed) => ({ step: step.name, failed })),
    failed: [...failures.filter((one) => !isFlaky(one)), ...others.filter((one) => !passedBefore(one))],
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
export function countsOf({ first, second, results, flaky, failed }: StepReport): StepCounts {
  const having = (status: Result['status']) => results.filter((one) => one.status === status)
  const passed = having('passed')
  return {
    passed: passed.length + flaky.filter((one) => !passed.some(isSame(one.failed))).length,
    failed: failed.length,
    flaky: flaky.length,
    skipped: having('skipped').length,
    seconds: first.seconds + (second?.seconds ?? 0),
  }
}
