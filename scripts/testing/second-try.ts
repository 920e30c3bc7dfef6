import { hasPassed, type Outcome, type Result, type Step, WHOLE_STEP } from './outcome.ts'

/**
 * With more failures there is no second try: so many are not a coincidence, and a second try would double their time.
 */
const MAX_RETRIED = 10

/** A test that failed once and passed once. Its cause must be found before new work begins. */
export interface FlakyTest {
  readonly step: string
  readonly failed: Result
}

/** The report of a step after its failed tests were run again. */
export interface StepReport {
  readonly step: Step
  readonly first: Outcome
  /** Null when nothing was run again. */
  readonly second: Outcome | null
  /**
   * The result of each test: from the first run, or from the second if the first was interrupted and repeated
   * completely.
   */
  readonly results: readonly Result[]
  readonly flaky: readonly FlakyTest[]
  /**
   * Tests that failed twice, failed without a second try, or failed only in the second run without a pass in the first.
   */
  readonly failed: readonly Result[]
}

const isSame = (one: Result) => (other: Result) => one.file === other.file && one.title === other.title
const failuresOf = ({ results }: Outcome) => results.filter(({ status }) => status === 'failed')
/** Whether a run was interrupted, so that the tests that passed prove nothing about the others. */
const brokeOff = (outcome: Outcome) => failuresOf(outcome).some(({ title }) => title === WHOLE_STEP)

/** Runs a step's failures again, alone, and separates the flaky ones from those that failed twice. */
export async function withSecondTry(step: Step, first: Outcome): Promise<StepReport> {
  const failures = failuresOf(first)
  if (failures.length === 0 || failures.length > MAX_RETRIED)
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
